"""Java of the random programs that have threads W with a body each: how main starts and joins them, and what is shown."""

from __future__ import annotations


def worker(bodies: list[str], members: str = "", shows: str = "z", check: str = "") -> str:
    """Class W: a thread whose number says which body is its own; obs(z) there adds to what it has seen (q). members:
    lines, more of the class; shows: what counts of z; check: at the end of each."""
    cases = "\n".join(f"                    case {i}: {body} break;" for i, body in enumerate(bodies))
    return f"""    static class W extends Thread {{
        final int id;
        int q;
{members}
        W(int id) {{ this.id = id; }}
        static void may() throws InterruptedException {{ }}
        void obs(int z) {{ q = q * 5 + {shows} & 255; }}
        @Override public void run() {{
            try {{
                may();
                switch (id) {{
{cases}
                }}
            }} catch (InterruptedException e) {{
                obs(4);
            }}
            {check}
        }}
    }}"""


class Workers:
    """Bodies are statements of W.run; obs(z) there adds to what the thread has seen (q)."""

    name: str
    bodies: list[str]
    between: list[str]  # of main, behind the start of each
    child: bool  # the last one is started by another thread
    joins: str  # all, first or none
    check: str  # at the end of each

    def program(self, imports: str, fields: str, whole: str, made: str = "", ahead: str = "", behind: str = "") -> str:
        """imports, fields: lines; whole: what is shown besides where all have ended; made, ahead, behind: main's
        statements before the threads are there, before they are started, and behind that."""
        n = len(self.bodies)
        starts = "\n".join(
            f"        ts[{i}].start(); {self.between[i].replace('obs(', 'me.obs(')}" for i in range(n - self.child)
        )
        joined = {"all": range(n), "first": range(1), "none": range(0)}[self.joins]
        joins = " ".join(f"ts[{i}].join();" for i in joined)
        every = "true" if self.joins == "all" and not self.child else "false"
        shown = "" if self.joins == "none" else f"show(me, {every});"
        return f"""{imports}
public class {self.name} {{
{fields}
    static int x, y;
    static W[] ts;
{worker(self.bodies, check=self.check)}
    static void show(W me, boolean all) {{
        String out = "R " + me.q + " " + (all ? {whole} : "");
        for (W t : ts) if (all || t == ts[0]) out += " " + t.q;
        System.out.println(out);
    }}
    public static void main(String[] args) throws Exception {{
        W me = new W(9);
{made}
        ts = new W[] {{{", ".join(f"new W({i})" for i in range(n))}}};
        {ahead}
{starts}
        {behind}
        {joins}
        {shown}
    }}
}}
"""
