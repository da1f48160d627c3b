"""Elements of the program's arrays that library code accesses (kernel/arrays.h): every order that two threads can see."""

from __future__ import annotations

import re

import pytest

from tests import support

SOURCE = support.TESTS / "java" / "por" / "LibraryArrays.java"
CASES = re.findall(r'case "(\w+)"', SOURCE.read_text())

# One thread stores two elements, the other one reads both: each may be the old one or the new one.
OUTCOMES: dict[str, str] = {
    "NewString": "ab|ay|xb|xy",
    "ValueOfChars": "ab|ay|xb|xy",
    "NewStringUtf8": "AB|AY|XB|XY",
    "GetCharsDst": "ab|ay|xb|xy",
    "GetBytesDst": "6566|6589|8866|8889",
    "Base64Enc": "AQI=|AQQ=|AwI=|AwQ=",
    "Baos": "1,2|1,4|3,2|3,4",
    "ReadInto": "1,2|1,4|3,2|3,4",
    "ListOf": "[1, 2, 3]|[1, 5, 3]|[4, 2, 3]|[4, 5, 3]",
    "SetOf": "[1, 2]|[1, 5]|[2, 4]|[4, 5]",
    "AsListSet": "1,2|1,5|4,2|4,5",
    "StreamArr": "12|15|42|45",
    "IntStreamSum": "3|6|9|12",
    "BitSetOf": "{0, 65}|{0, 67}|{2, 65}|{2, 67}",
    "CharBuf": "ab|ay|xb|xy",
    "ByteBufGet": "1,2|1,4|3,2|3,4",
    "JoinArr": "p-q|p-s|r-q|r-s",
    "StringBufChars": "ab|ay|xb|xy",
    "SbToString": "ab|ay|xb|xy",
    "ToArrayInto": "1,2|1,5|4,2|4,5",
    "VectorCopyInto": "1,2|1,5|4,2|4,5",
    "CowalOf": "[1, 2]|[1, 5]|[4, 2]|[4, 5]",
    "RandBytes": "false,false|false,true|true,false|true,true",
    "CloneArr": "1,2|1,5|4,2|4,5",
    "ArrayCopy": "1,2|1,5|4,2|4,5",
    "Handed": "ab|ay|xb|xy",
    "HandedStream": "3|6|9",
    "HandedToArray": "[1, 2]|[1, 5]|[4, 2]|[4, 5]",
    "WriterChars": "ab|ay|xb|xy",
    "PrintChars": "ab|ay|xb|xy",
    "CodePoints": "ab|ay|xb|xy",
    "DataIn": "16909060|16909062|84017924|84017926",
    "Hex": "0102|0105|0402|0405",
    "Mismatch": "0|9|-1",
    "HashArr": "994|1000|1087|1093",
    "EqualsArr": "-1false|-1true|1false|8false|8true",
    "ByteBufRace": "1 10|1 20|2 12|2 21",
    "CrcRace": "1007455905|2768625435|3066839698|82329835",
}


def test_every_case_is_known() -> None:
    assert sorted(CASES) == sorted(OUTCOMES)


@pytest.mark.parametrize("jdk", sorted(support.jdks()))
@pytest.mark.parametrize("case", CASES)
@pytest.mark.slow
def test_no_order_is_lost(case: str, jdk: int) -> None:
    for config in ({}, {"vm__por": "false"}):
        report = support.explore("LibraryArrays", support.compiled("por"), case, jdk=support.jdks()[jdk], **config)
        assert report["complete"] and not report["errors"]
        assert support.outcomes(report) == set(OUTCOMES[case].split("|")), config
