// The classification's progress as it comes; without this script the form answers when all is done.
const form = document.getElementById("classify");
const panel = document.getElementById("progress");
const bar = panel.querySelector("progress");
const problem = document.getElementById("stream-problem");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!panel.hidden) return; // a second click
  run().catch(() => fail({ title: form.dataset.lost, details: [] }));
});

// Back from the record the page may be a new one, whose form has another name. The entry in the history keeps the name, so
// that the same content sent again is the same classification.
const name = form.elements.namedItem("form");
if (history.state?.form) name.value = history.state.form;

async function run() {
  history.replaceState({ form: name.value }, "");
  const data = new FormData(form);
  busy(true);
  const answer = await fetch(form.dataset.stream, { method: "POST", body: data });
  if (answer.status === 401) return form.submit(); // the session has ended: the sign-in keeps the form
  if (!answer.ok) {
    const why = await answer.json();
    return why.job ? location.assign(why.job) : fail(why);
  }
  let record = "";
  for await (const line of lines(answer.body)) {
    if (line.status === "progress") {
      bar.value = line.progress;
      panel.querySelector("[data-message]").textContent = line.message;
      panel.querySelector("[data-code]").textContent = line.current_hscode;
    } else if (line.status === "final" && line.http_status_code >= 400) {
      return fail({ title: line.data.message, details: line.data.errors || [] });
    } else if (line.status === "record_saved") {
      record = line.classification_record_id;
    }
  }
  if (!record) return fail({ title: form.dataset.lost, details: [] });
  location.assign("/app/records/" + encodeURIComponent(record));
}

async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    rest += value || "";
    const parts = rest.split("\n");
    rest = done ? "" : parts.pop();
    for (const part of parts) if (part.trim()) yield JSON.parse(part);
    if (done) return;
  }
}

function busy(on) {
  form.hidden = on;
  panel.hidden = !on;
  problem.hidden = true;
  bar.value = 0;
  if (on) panel.scrollIntoView({ block: "nearest" });
}

function fail(what) {
  busy(false);
  problem.hidden = false;
  problem.querySelector("strong").textContent = what.title;
  const list = problem.querySelector("ul");
  list.replaceChildren(
    ...(what.details || []).map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }),
  );
  problem.scrollIntoView({ block: "center" });
}

// Back from the record's page: the form as it was.
window.addEventListener("pageshow", () => busy(false));
