// Rows are added and removed in place; without this script the form posts for it.
const rows = document.getElementById("products");
const blank = document.getElementById("product");
const most = 20;
let next = 1 + Math.max(...[...rows.children].map((row) => Number(row.dataset.index)));

document.getElementById("quote").addEventListener("click", (event) => {
  const button = event.target.closest("[data-add], [data-remove]");
  if (!button) return;
  event.preventDefault();
  if ("add" in button.dataset) add();
  else if (rows.children.length > 1) {
    const row = button.closest(".product");
    const beside = row.nextElementSibling || row.previousElementSibling;
    row.remove();
    beside.querySelector("input").focus();
  }
  document.querySelector("[data-add]").hidden = rows.children.length >= most;
});

function add() {
  if (rows.children.length >= most) return;
  const row = blank.content.cloneNode(true);
  const number = String(next++);
  for (const element of row.querySelectorAll("*")) {
    for (const name of ["name", "id", "for", "value", "data-index", "aria-describedby"]) {
      const value = element.getAttribute(name);
      if (value === "0" && name === "data-index") element.setAttribute(name, number);
      else if (/[.:]0$/.test(value)) element.setAttribute(name, value.replace(/0$/, number));
    }
  }
  rows.append(row);
  rows.lastElementChild.querySelector("input").focus();
}
