// What every page has: times in the visitor's zone, copying, printing, files that are dropped.
document.documentElement.classList.add("js");

const language = document.documentElement.lang;
for (const time of document.querySelectorAll("time[data-local]")) {
  const at = new Date(time.dateTime);
  time.title = time.textContent;
  time.textContent = at.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-print]");
  if (!button) return;
  if ("print" in button.dataset) return window.print();
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
  const said = button.lastChild;
  const before = said.textContent;
  said.textContent = document.body.dataset.copied;
  setTimeout(() => (said.textContent = before), 1500);
});

for (const field of document.querySelectorAll("[data-drop]")) {
  const input = field.querySelector("input");
  const list = field.querySelector(".files");
  const accepts = (file) =>
    input.accept.split(",").some((a) => (a.endsWith("/*") ? file.type.startsWith(a.slice(0, -1)) : file.name.toLowerCase().endsWith(a.trim()) || file.type === a.trim()));
  const show = () => {
    for (const picture of list.querySelectorAll("img")) URL.revokeObjectURL(picture.src);
    list.replaceChildren(
      ...[...input.files].map((file) => {
        const item = document.createElement("li");
        if (file.type.startsWith("image/")) {
          const picture = document.createElement("img");
          picture.alt = "";
          picture.src = URL.createObjectURL(file);
          item.append(picture);
        }
        item.append(`${file.name} (${Math.ceil(file.size / 1024)} KB)`);
        return item;
      }),
    );
  };
  input.addEventListener("change", show);
  field.addEventListener("dragover", (event) => {
    event.preventDefault();
    field.classList.add("over");
  });
  field.addEventListener("dragleave", () => field.classList.remove("over"));
  field.addEventListener("drop", (event) => {
    event.preventDefault();
    field.classList.remove("over");
    const chosen = new DataTransfer();
    if (input.multiple) for (const file of input.files) chosen.items.add(file);
    for (const file of event.dataTransfer.files) if (accepts(file) && (input.multiple || chosen.items.length === 0)) chosen.items.add(file);
    input.files = chosen.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

// What was refused is read first, wherever the page was scrolled to.
document.querySelector(".problem-summary")?.focus();

// "?" shows the keys, "/" leads to the search.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  if (event.key === "?") document.getElementById("keys")?.togglePopover();
  if (event.key !== "/") return;
  event.preventDefault();
  const find = document.querySelector("[data-find]");
  if (find && !find.checkVisibility()) find.closest("[popover]")?.showPopover();
  find?.focus();
});

// A form that is on its way is not sent twice.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || event.defaultPrevented) return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "1";
  form.setAttribute("aria-busy", "true");
});
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) {
    delete form.dataset.sent;
    form.removeAttribute("aria-busy");
  }
});
