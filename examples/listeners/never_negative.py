"""A property in Python: the account is never overdrawn, and a race is no way to lose money.

jpf +listener=never_negative:NoLostUpdate Bank.java"""

import jpfpy


class NoLostUpdate(jpfpy.PropertyListener):
    error_message = "a deposit was lost"

    def check(self, search, vm):
        if not search.is_end_state:
            return True
        return "balance 12" in vm.path_output
