// Modals: forms that the bot opens.

import { el } from "./dom.js";
import { everything } from "./components.js";
import { markdown } from "./markdown.js";

/** Show a modal; `send(values)` is called with the filled form and returns an error or null. */
export function openModal(modal, names, send) {
  const dialog = document.getElementById("modal");
  const readers = {};
  const problem = el("p", { class: "problem", role: "alert" });
  const form = el("form", { method: "dialog" }, el("h2", { id: "modal-title" }, modal.title));
  for (const top of modal.components) form.append(field(top, readers, names));
  form.append(problem, el("div", { class: "row" },
    el("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel"),
    el("button", { type: "submit", class: "button primary" }, "Submit")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(Object.entries(readers).map(([id, read]) => [id, read()]));
    const error = await send(values);
    if (error) problem.textContent = error;
    else dialog.close();
  });
  dialog.replaceChildren(form);
  dialog.showModal();
}

function field(component, readers, names, label, description) {
  if (component.type === 10) return el("div", { class: "text" }, markdown(component.content, names));
  if (component.type === 1) {
    return el("div", {}, ...component.components.map((child) => field(child, readers, names, child.label)));
  }
  if (component.type === 18) return field(component.component, readers, names, component.label, component.description);
  const id = `field-${component.custom_id}`;
  const required = component.required !== false;
  const title = (label || component.custom_id) + (required ? "" : " (optional)");
  const hintId = `hint-${component.custom_id}`;
  const hint = description ? el("span", { class: "small", id: hintId }, description) : null;
  const described = hint ? hintId : null;
  if (component.type === 4) {
    const input = el(component.style === 2 ? "textarea" : "input", {
      id, required, "aria-describedby": described, placeholder: component.placeholder,
      minlength: component.min_length ? String(component.min_length) : null,
      maxlength: String(component.max_length || 4000),
    });
    input.value = component.value || "";
    readers[component.custom_id] = () => input.value;
    return el("div", { class: "field" }, el("label", { for: id }, title), hint, input);
  }
  if (component.type === 23) {
    const box = el("input", { id, type: "checkbox", "aria-describedby": described, checked: Boolean(component.default) });
    readers[component.custom_id] = () => box.checked;
    return el("div", { class: "field" }, el("label", { for: id }, box, " ", title), hint);
  }
  if (component.type === 21 || component.type === 22) {
    const type = component.type === 21 ? "radio" : "checkbox";
    const boxes = component.options.map((option) =>
      el("input", { type, name: id, value: option.value, checked: Boolean(option.default) }));
    readers[component.custom_id] = () => {
      const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
      return type === "radio" ? chosen[0] ?? null : chosen;
    };
    return el("fieldset", { class: "field", "aria-describedby": described }, el("legend", {}, title), hint,
      ...component.options.map((option, i) => el("label", {}, boxes[i], " ", option.label,
        option.description ? el("span", { class: "small" }, " " + option.description) : null)));
  }
  if (component.type === 19) return el("p", { class: "small" }, `${title}: files cannot be sent from here.`);
  const options = component.options || everything(component.type, names);
  const many = (component.max_values ?? 1) > 1;
  const list = el("select", { id, multiple: many, required, "aria-describedby": described });
  if (!many) list.append(el("option", { value: "" }, component.placeholder || "Choose"));
  for (const option of options) {
    list.append(el("option", { value: option.value, selected: Boolean(option.default) }, option.label));
  }
  readers[component.custom_id] = () => [...list.selectedOptions].map((option) => option.value).filter(Boolean);
  return el("div", { class: "field" }, el("label", { for: id }, title), hint, list);
}
