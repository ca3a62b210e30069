// A value and its box light up together, by mouse and by keyboard.
const all = document.querySelectorAll("[data-leaf]");
const partners = (element) => document.querySelectorAll(`[data-leaf="${element.dataset.leaf}"]`);
let current = null;

function light(element) {
  for (const lit of document.querySelectorAll(".lit")) lit.classList.remove("lit");
  current = element;
  if (!element) return;
  for (const partner of partners(element)) {
    partner.classList.add("lit");
    if (partner !== element) reveal(partner);
  }
}

// The page of the document scrolls within its own column, never the column that is being read.
function reveal(element) {
  const frame = element.closest(".sheets");
  if (!frame || frame.scrollHeight <= frame.clientHeight) return;
  const box = element.getBoundingClientRect();
  const within = frame.getBoundingClientRect();
  if (box.top < within.top || box.bottom > within.bottom) frame.scrollTop += box.top - within.top - frame.clientHeight / 3;
}

for (const element of all) {
  element.addEventListener("mouseenter", () => light(element));
  element.addEventListener("focusin", () => light(element));
  element.addEventListener("mouseleave", () => element.contains(document.activeElement) || light(null));
}

// A link to the partner moves the focus there and back, so that the keyboard goes both ways.
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#v-"], a[href^="#b-"]');
  if (!link) return;
  const target = document.getElementById(link.getAttribute("href").slice(1));
  if (!target) return;
  event.preventDefault();
  const focusable = target.matches("a") ? target : target.querySelector("a");
  (focusable || target).focus({ preventScroll: true });
  target.scrollIntoView({ block: "nearest" });
  light(target);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && current) light(null);
});

// Pages are enlarged and moved, and the columns widened, without loading the page anew.
const sheets = document.querySelector(".sheets");
sheets?.addEventListener("click", (event) => {
  const link = event.target.closest("[data-zoom]");
  if (!link) return;
  event.preventDefault();
  sheets.className = "sheets no-print z" + link.dataset.zoom;
  for (const other of sheets.querySelectorAll("[data-zoom]")) other.toggleAttribute("aria-current", other === link);
  link.setAttribute("aria-current", "true");
});
for (const paper of document.querySelectorAll(".paper")) {
  paper.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.target.closest("a")) return;
    event.preventDefault();
    paper.setPointerCapture(event.pointerId);
    const move = (moved) => paper.scrollBy(-moved.movementX, -moved.movementY);
    paper.addEventListener("pointermove", move);
    paper.addEventListener("pointerup", () => paper.removeEventListener("pointermove", move), { once: true });
  });
}
const split = document.querySelector("[data-split]");
const divider = split?.querySelector(".divider");
function divide(percent) {
  const share = Math.round(Math.min(75, Math.max(25, percent)));
  split.style.setProperty("--values", share + "%");
  divider.setAttribute("aria-valuenow", share);
}
divider?.addEventListener("pointerdown", (event) => {
  event.preventDefault();
  divider.setPointerCapture(event.pointerId);
  const box = split.getBoundingClientRect();
  const move = (moved) => divide((100 * (moved.clientX - box.left)) / box.width);
  divider.addEventListener("pointermove", move);
  divider.addEventListener("pointerup", () => divider.removeEventListener("pointermove", move), { once: true });
});
divider?.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -5, ArrowRight: 5 }[event.key];
  if (!step) return;
  event.preventDefault();
  divide(Number(divider.getAttribute("aria-valuenow")) + step);
});
