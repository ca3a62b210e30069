// A photo is kept as soon as it is taken, and what was typed when somebody puts the phone away.
const form = document.querySelector("[data-supplier]");
const photos = document.getElementById("photos");
photos?.addEventListener("change", () => form.requestSubmit(form.querySelector("[value=file]")));
let typed = false;
form?.addEventListener("input", () => (typed = true));
form?.addEventListener("submit", () => (typed = false));
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "hidden" || !typed) return;
  typed = false;
  const answers = new FormData(form);
  answers.delete("files");
  answers.set("action", "save");
  navigator.sendBeacon(form.action, answers);
});
