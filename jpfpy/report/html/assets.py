"""Style and keys of the HTML report. Colours are variables (theme.py); the page reads without its script, and nothing
on it is told by colour alone."""

from __future__ import annotations

from .theme import VARIABLES

LOCK_COLOURS = 8  # classes l0 ... l7, used again in turn

STYLE = (
    """
.jpf{"""
    + VARIABLES
    + """
font:14px/1.45 system-ui,sans-serif;color:var(--fg);background:var(--bg);max-width:1280px;margin:auto;padding:1em}
.jpf h1{font-size:1.4em;margin:.2em 0}.jpf h2{font-size:1.15em;margin:1.8em 0 .5em}
.jpf h3{font-size:1em;margin:1.2em 0 .4em}
.jpf .ok{color:var(--ok)}.jpf .bad{color:var(--bad)}.jpf .part{color:var(--part)}
.jpf .hint{color:var(--soft);font-size:12px}
.jpf .verdict{font-size:1.1em;font-weight:600}
.jpf pre,.jpf code,.jpf table.lanes td{font:12px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}
.jpf pre{background:var(--well);padding:.7em;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
.jpf.jpf code{overflow-wrap:anywhere;background:none;color:inherit;padding:0}
.jpf table{border-collapse:collapse;color:inherit;margin:0;font-size:inherit}.jpf.jpf.jpf tr{background:none}
.jpf.jpf :is(td,th){text-align:left;vertical-align:top;max-width:none}
.jpf .tiles{display:flex;flex-wrap:wrap;gap:.6em;margin:1em 0}
.jpf .tile{border:1px solid var(--rule);border-radius:5px;padding:.3em .9em;min-width:6em}
.jpf .tile b{display:block;font-size:1.25em;font-variant-numeric:tabular-nums}
.jpf table.facts :is(td,th){padding:.1em 1.2em .1em 0;vertical-align:top;overflow-wrap:anywhere}
.jpf table.facts th{white-space:nowrap}.jpf table+h1{margin-top:1.5em}.jpf details+table{margin-top:1em}
.jpf table.facts td:first-child{color:var(--soft);white-space:nowrap}
.jpf details>summary{cursor:pointer;color:var(--soft)}
.jpf .scroll{overflow:auto;max-height:92vh}.jpf table.lanes{table-layout:fixed;width:100%}
.jpf table.lanes th{position:sticky;top:0;z-index:3;background:var(--bg);text-align:left;padding:.35em .5em;
border-bottom:2px solid var(--soft);overflow-wrap:anywhere}
.jpf table.lanes td{position:relative;vertical-align:top;padding:0 .5em 0 calc(.5em + var(--held,0)*8px);
overflow-wrap:anywhere;border-left:1px solid var(--rule);background:var(--bg);text-align:left}
.jpf table.lanes td.n{color:var(--soft);border-left:0;padding-left:.3em;position:sticky;left:0;z-index:2}
.jpf table.lanes th:first-child{left:0;z-index:4}.jpf table.lanes.wide td.step{z-index:1}
.jpf table.wide td.step>div{width:23em}.jpf table.wide td.step:last-child>div{margin-left:-12em}
.jpf table.lanes td.step{scroll-margin:3.2em 0 0 4em}
.jpf tbody.t>tr:first-child>td{border-top:1px solid var(--rule);padding-top:.25em}
.jpf tbody.t>tr:last-child>td{padding-bottom:.3em}
.jpf table.lanes td.step{background:var(--step);box-shadow:inset 3px 0 var(--edge)}
.jpf table.events td.goes{box-shadow:inset 3px 0 var(--edge)}.jpf .mark{float:left;width:1.2em;color:var(--edge)}
.jpf table.lanes td.end{background:var(--badbg);box-shadow:inset 3px 0 var(--bad)}
.jpf tbody.t{scroll-margin-top:3.2em}.jpf tbody.t:focus{outline:2px solid var(--edge);outline-offset:-2px}
.jpf.jpf tbody.t:focus>tr>td{background:var(--chosen)}
.jpf h2:focus{outline:2px solid var(--edge);outline-offset:2px}
.jpf .data{color:var(--part);white-space:pre-wrap}.jpf .data.about{background:var(--mark);font-weight:600}
.jpf .out{border-left:3px solid var(--edge);padding-left:.5em;white-space:pre-wrap}
.jpf .choice,.jpf .at{color:var(--soft)}.jpf .choice b{color:var(--fg)}.jpf .src{white-space:pre-wrap}
.jpf i.bar{position:absolute;top:0;bottom:0;width:4px;background:var(--c);left:calc(6px + var(--slot)*8px)}
.jpf i.bar.from{top:.75em;border-radius:3px 3px 0 0}.jpf i.bar.to{bottom:auto;height:.9em;border-radius:0 0 3px 3px}
.jpf i.bar.both{top:.3em;bottom:auto;height:.9em;border-radius:3px}
.jpf .lock{display:inline-block;border:1px solid var(--c,var(--part));color:var(--c,var(--part));border-radius:3px;
padding:0 .35em;margin:.1em .3em .1em 0;background:var(--bg)}
.jpf .lock.wait{border-style:dashed;border-color:var(--bad);color:var(--bad)}
.jpf tr.fold label{color:var(--soft);cursor:pointer}.jpf tbody.t:not(:has(input:checked))>tr.more{display:none}
.jpf svg.cycle{max-width:100%;height:auto}
.jpf svg.cycle text{font:12px system-ui,sans-serif;fill:var(--fg);paint-order:stroke;stroke:var(--bg);stroke-width:4px}
.jpf svg.cycle rect+text{stroke:none}.jpf svg.cycle rect{fill:var(--badbg);stroke:var(--bad)}
.jpf svg.cycle path{stroke:var(--bad);fill:none;stroke-width:1.5}.jpf svg.cycle marker path{fill:var(--bad);stroke:none}
@media print{.jpf table.lanes th{position:static}.jpf .scroll{max-height:none}}
"""
    + "".join(f".jpf .l{i}{{--c:var(--l{i})}}" for i in range(LOCK_COLOURS))
)

KEYS = (
    "keys: <b>j</b> and <b>k</b> (or the arrows) step through the transitions, "
    "<b>n</b> and <b>p</b> through the errors"
)

SCRIPT = """
document.addEventListener('keydown',function(e){if(e.ctrlKey||e.metaKey||e.altKey||/INPUT|TEXTAREA/.test(e.target.tagName)
&&e.target.type!='checkbox')return;
var way={j:1,ArrowDown:1,n:1,k:-1,ArrowUp:-1,p:-1}[e.key],errors=e.key=='n'||e.key=='p';if(!way)return;
var at=document.activeElement;if(e.key.length>1&&!(at.matches&&at.matches('.jpf tbody.t')))return;
var all=[].slice.call(document.querySelectorAll(errors?'.jpf h2.bad':'.jpf tbody.t'));if(!all.length)return;
var i=all.indexOf(at);if(i<0&&!errors&&at.matches&&at.matches('.jpf h2.bad'))
i=all.findIndex(function(t){return at.compareDocumentPosition(t)&4})-(way>0?1:0);
else i=i<0?(way>0?-1:0):i;i=(i+way+all.length)%all.length;
all[i].focus({preventScroll:true});all[i].scrollIntoView({block:'nearest'});
var lane=all[i].querySelector('td.step,td.end');if(lane)lane.scrollIntoView({block:'nearest',inline:'nearest'});
e.preventDefault()});
"""
