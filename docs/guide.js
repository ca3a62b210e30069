// Each program has a button that copies it, and the tabs of a page follow the language that was chosen.
const spanish = document.documentElement.lang === "es";
for (const code of document.querySelectorAll("pre > code")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = spanish ? "Copiar" : "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = spanish ? "Copiado" : "Copied";
    setTimeout(() => (button.textContent = spanish ? "Copiar" : "Copy"), 1500);
  });
  const frame = code.closest(".snippet") || code.parentElement;
  frame.append(button);
}
const key = "guide-language";
function choose(language) {
  for (const tab of document.querySelectorAll(`.tabs > input[value="${CSS.escape(language)}"]`)) tab.checked = true;
}
document.addEventListener("change", (event) => {
  if (!event.target.matches(".tabs > input")) return;
  choose(event.target.value);
  localStorage.setItem(key, event.target.value);
});
choose(localStorage.getItem(key) || "");
