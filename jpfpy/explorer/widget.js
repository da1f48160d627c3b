// The explorer in a notebook. All text comes as HTML that Python has escaped; the shadow root keeps styles apart.
const order = (model, what, value) => {
  model.set("busy", true);
  model.send({ do: what, with: value });
};

function render({ model, el }) {
  const root = (el.shadowRoot || el.attachShadow({ mode: "open" }));
  root.innerHTML = `<style></style><div class="jpf-ex" tabindex="-1">
    <div id="head"></div><div id="error"></div>
    <div class="two"><div class="left">
      <div id="threads"></div>
      <div class="choices" id="choices" role="group" aria-label="choices"></div>
      <div class="bar"><button id="back" title="to the state before">&#8592; back</button>
        <input id="slider" type="range" min="0" step="1" aria-label="transition of the path"><span id="place" class="soft"></span></div>
      <form class="bar" id="run"><input id="until" size="28" placeholder="Account.java:20, error, end, x > 1" aria-label="run until">
        <button>run until</button></form>
      <form class="bar" id="watch"><input id="expression" size="28" placeholder="main.account.balance" aria-label="expression">
        <button>watch</button><span id="watched"></span></form>
      <div id="message" class="bad" role="status"></div>
      <div id="values"></div><div id="path"></div>
    </div><div class="right" id="graph"></div></div></div>`;
  // the page that stands for the widget where no script runs
  const mark = model.get("mark");
  if (mark) for (const e of document.querySelectorAll(`[data-jpf="${mark}"]`)) e.style.display = "none";
  const at = (id) => root.getElementById(id);
  const button = (html, click) => {
    const b = document.createElement("button");
    b.innerHTML = html;
    b.onclick = click;
    return b;
  };
  const show = () => {
    const v = model.get("view");
    if (!v.style) return;
    const scrolled = at("graph").scrollTop;
    root.querySelector("style").textContent = v.style;
    for (const id of ["head", "error", "threads", "values", "path", "graph"]) at(id).innerHTML = v[id];
    at("choices").replaceChildren(...v.choices.map(([n, html]) => button(html, () => order(model, "step", n))));
    at("watched").replaceChildren(
      ...v.watched.map((text) => {
        const b = button("", () => order(model, "unwatch", text));
        b.textContent = `${text} \u00d7`;
        b.title = "watch it no more";
        return b;
      }),
    );
    at("slider").max = v.moves - 1;
    at("slider").value = v.at;
    at("place").textContent = `${v.at + 1} of ${v.moves} transitions`;
    at("back").disabled = v.at === 0;
    at("message").textContent = v.message;
    const row = root.querySelector("tr.now");
    if (row) {
      const box = row.closest(".scroll");
      box.scrollTop = row.offsetTop - box.clientHeight / 2;
    }
    at("graph").scrollTop = scrolled;
    for (const g of root.querySelectorAll("#graph [data-id]")) {
      g.style.cursor = "pointer";
      g.onclick = () => order(model, "goto", +g.dataset.id);
    }
    for (const r of root.querySelectorAll("#path tr[data-n]")) {
      r.style.cursor = "pointer";
      r.onclick = () => order(model, "at", +r.dataset.n);
    }
  };
  const busy = () => (root.querySelector(".jpf-ex").style.cursor = model.get("busy") ? "progress" : "");
  const form = (id, field, what) => {
    at(id).onsubmit = (e) => {
      e.preventDefault();
      order(model, what, at(field).value);
      if (what === "watch") at(field).value = "";
    };
  };
  at("back").onclick = () => order(model, "back");
  at("slider").onchange = (e) => order(model, "at", +e.target.value);
  form("run", "until", "run");
  form("watch", "expression", "watch");
  for (const kind of ["keydown", "keyup", "keypress"]) root.addEventListener(kind, (e) => e.stopPropagation());
  model.on("change:view", show);
  model.on("change:busy", busy);
  show();
  return () => {
    model.off("change:view", show);
    model.off("change:busy", busy);
  };
}

export default { render };
