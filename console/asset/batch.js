// The preview of a workbook and the progress of its upload, and the rows of a batch while it runs.
// A request is made by XMLHttpRequest: fetch tells nothing of what has been sent, and reads no pages.
const form = document.querySelector("[data-upload]");
const preview = form?.querySelector("[data-preview]");
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter;
  const start = button?.value === "start";
  const shown = form.querySelector("[data-progress]");
  const bar = shown.querySelector("progress");
  const percent = shown.querySelector("[data-percent]");
  const data = new FormData(form);
  data.set("do", start ? "start" : "preview");
  data.set("scripted", "true");
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.responseType = "document";
  request.upload.addEventListener("progress", (sent) => {
    bar.value = (100 * sent.loaded) / sent.total;
    percent.textContent = `${Math.floor(bar.value)} %`;
  });
  request.addEventListener("loadend", () => {
    if (start && request.status === 200) return location.assign(request.responseURL);
    shown.hidden = true;
    if (button) button.disabled = false;
    form.querySelector("[data-lost]").hidden = request.status !== 0; // the network is away, and the form stays as it is
    if (request.status) show(request.response);
  });
  shown.hidden = false;
  if (button) button.disabled = true;
  request.send(data);
});

// show takes from an answered page the preview, or why there is none.
function show(page) {
  const [found, refused] = [page?.querySelector("[data-preview] #f-sheet:is(select)"), page?.querySelector(".problem-summary")];
  if (!found && !refused) return form.submit(); // such as the sign-in, which keeps the form
  document.querySelector(".problem-summary")?.remove();
  if (refused) document.querySelector("main").prepend(document.adoptNode(refused));
  if (found) preview.replaceChildren(...document.adoptNode(page.querySelector("[data-preview]")).childNodes);
  (refused || preview).focus();
}
form?.addEventListener("change", (event) => {
  if (event.target.name === "file") preview.querySelector("[value=start]")?.remove(); // it was of another file
  if (event.target.matches("[data-again], [data-preview] [name=header_row]")) form.requestSubmit(form.querySelector("[value=preview]"));
});

const live = document.querySelector("[data-live]");
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
async function follow() {
  let done = "";
  for (let failures = 0; failures < 20; ) {
    try {
      const answer = await fetch(live.dataset.live, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(answer.status);
      const state = await answer.json();
      failures = 0;
      if (state.ended) return location.reload();
      live.querySelector("[data-live-progress]").value = state.progress;
      for (const place of live.querySelectorAll("[data-live-text]")) place.textContent = state[place.dataset.liveText];
      live.querySelector("[data-live-status]").textContent = `${state.status}: ${state.progress} %`;
      if (done !== state.completed) rows();
      done = state.completed;
      await pause(1000);
    } catch {
      failures++;
      await pause(Math.min(30000, 1000 * 2 ** failures));
    }
  }
}

// rows shows those that are done by now, unless somebody is in them.
function rows() {
  const request = new XMLHttpRequest();
  request.open("GET", location.href);
  request.responseType = "document";
  request.addEventListener("load", () => {
    const [old, now] = [document.querySelector("[data-rows]"), request.response?.querySelector("[data-rows]")];
    if (now && !old.contains(document.activeElement)) old.replaceWith(document.adoptNode(now));
  });
  request.send();
}
if (live) follow();
