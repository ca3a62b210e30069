// The progress of an upload, and the figures of a batch while it runs.
const form = document.querySelector("[data-upload]");
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const shown = form.querySelector("[data-progress]");
  const bar = shown.querySelector("progress");
  const percent = shown.querySelector("[data-percent]");
  const button = form.querySelector("button");
  const request = new XMLHttpRequest(); // fetch tells nothing of what has been sent
  request.open("POST", form.action);
  request.upload.addEventListener("progress", (sent) => {
    bar.value = (100 * sent.loaded) / sent.total;
    percent.textContent = `${Math.floor(bar.value)} %`;
  });
  request.addEventListener("loadend", () => {
    if (request.status === 200) return location.assign(request.responseURL);
    if (request.status) return form.submit(); // refused: the page that says why comes by the ordinary way
    shown.hidden = true;
    button.disabled = false;
    form.querySelector("[data-lost]").hidden = false; // the network is away, and the form stays as it is
  });
  shown.hidden = false;
  button.disabled = true;
  request.send(new FormData(form));
});

const live = document.querySelector("[data-live]");
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
async function follow() {
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
      await pause(300);
    } catch {
      failures++;
      await pause(Math.min(30000, 1000 * 2 ** failures));
    }
  }
}
if (live) follow();
