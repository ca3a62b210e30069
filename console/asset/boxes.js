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
