// Codes are suggested while something is typed; arrows choose, Enter opens.
const form = document.querySelector("[data-suggest]");
const box = form.elements.q;
const list = document.getElementById("suggestions");
let turn = 0;
let timer = 0;
let chosen = -1;
for (const [name, value] of Object.entries({ role: "combobox", "aria-controls": list.id, "aria-autocomplete": "list", "aria-expanded": "false", autocomplete: "off" })) box.setAttribute(name, value);

box.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(suggest, 200);
});
async function suggest() {
  const mine = ++turn;
  const words = box.value.trim();
  if (words.length < 2) return show([]);
  const query = new URLSearchParams({ q: words, country_code: form.elements.country_code.value });
  const answer = await fetch(form.dataset.suggest + "?" + query).catch(() => null);
  if (mine === turn) show(answer?.ok ? await answer.json() : []);
}
function show(found) {
  list.replaceChildren(
    ...found.map((one, i) => {
      const option = document.createElement("li");
      option.id = "suggestion-" + i;
      option.setAttribute("role", "option");
      option.dataset.path = one.path;
      const code = document.createElement("span");
      code.className = "code";
      code.textContent = one.code;
      option.append(code, " " + one.title);
      return option;
    }),
  );
  list.hidden = !found.length;
  box.setAttribute("aria-expanded", String(!list.hidden));
  choose(-1);
}
function choose(n) {
  chosen = n;
  [...list.children].forEach((option, i) => option.setAttribute("aria-selected", String(i === n)));
  if (n < 0) return box.removeAttribute("aria-activedescendant");
  box.setAttribute("aria-activedescendant", list.children[n].id);
  list.children[n].scrollIntoView({ block: "nearest" });
}
box.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const count = list.children.length;
  if (step && count) {
    event.preventDefault();
    choose((chosen + step + count + (chosen < 0 && step < 0 ? 1 : 0)) % count);
  } else if (event.key === "Enter" && chosen >= 0) {
    event.preventDefault();
    location.assign(list.children[chosen].dataset.path);
  } else if (event.key === "Escape") show([]);
});
list.addEventListener("mousedown", (event) => {
  const option = event.target.closest("[data-path]");
  if (option) location.assign(option.dataset.path);
});
box.addEventListener("blur", () => show([]));
