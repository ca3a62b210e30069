// The queue by keyboard: j and k walk it, c confirms. A code that is typed is another code.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=radio]), textarea, select")) return;
  document.querySelector(`[data-key="${CSS.escape(event.key)}"]`)?.click();
});
const code = document.querySelector("[data-decide] [name=hscode]");
code?.addEventListener("input", () => {
  if (code.value) document.querySelector("[data-decide] [value=other]").checked = true;
});
const current = document.querySelector(".queue-list [aria-current]");
if (current) current.closest(".queue-list").scrollTop = current.offsetTop - 60;
