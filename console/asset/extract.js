// Schemas are written and judged without leaving the page; without this script the form posts for it.
const form = document.getElementById("extract");
const text = form.elements.json_response;
const verdict = document.getElementById("check");
const kind = form.elements.schema;
let turn = 0;
let timer = 0;

kind.addEventListener("change", () => {
  document.getElementById("own").open = !kind.value;
  text.disabled = Boolean(kind.value && text.value); // it is kept, and not sent
});
form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  event.preventDefault();
  step(button.value, button);
});
text.addEventListener("input", () => {
  if (text.value.trim()) kind.value = ""; // a schema of one's own is no kind that is ready
  clearTimeout(timer);
  timer = setTimeout(() => (text.value.trim() ? step("check") : show([], "")), 500);
});

async function step(what, button) {
  const mine = ++turn;
  const data = new FormData(form);
  data.delete("file_path");
  if (what !== "workbook") data.delete("workbook");
  data.set("do", what);
  if (button) button.disabled = true;
  try {
    const answer = await fetch(form.dataset.schema, { method: "POST", body: data });
    if (answer.status === 401) return form.submit(); // the session has ended: the sign-in keeps the form
    const said = await answer.json();
    if (mine !== turn) return; // a later step has its own answer
    if (!answer.ok) return show([said.title, ...(said.details || [])], "bad");
    if (what !== "check") [text.value, text.disabled, kind.value] = [said.schema, false, ""];
    show(said.good ? [verdict.dataset.good] : said.problems, said.good ? "good" : "bad");
  } finally {
    if (button) button.disabled = false;
  }
}

function show(lines, kind) {
  const list = document.createElement("ul");
  list.className = "details verdict " + kind;
  list.append(
    ...lines.map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }),
  );
  verdict.replaceChildren(...(lines.length ? [list] : []));
}
