// Messages and what they are made of.

import { el, emoji, hue } from "./dom.js";
import { markdown } from "./markdown.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary", 6: "secondary" };
const CHOOSERS = { 3: "Choose", 5: "A member", 6: "A role", 7: "A member or role", 8: "A channel" };

/** A whole message as a list item. `act` has press(message, custom_id), select(...) and dismiss(message). */
export function messageItem(message, names, act, previous) {
  const joined =
    previous && previous.author.id === message.author.id && !message.only_you && !previous.only_you &&
    Date.parse(message.timestamp) - Date.parse(previous.timestamp) < 300000;
  const classes = ["message", joined && "joined", message.only_you && "only-you",
    message.mentions.some((user) => user.id === names.me) && "to-me"];
  const item = el("li", { class: classes.filter(Boolean).join(" "), "data-id": message.id });
  const face = el("span", { class: "face", "aria-hidden": "true" }, message.author_name.slice(0, 1));
  face.style.setProperty("--hue", hue(message.author_name));
  const when = new Date(message.timestamp);
  item.append(face, el("div", { class: "author" },
    el("strong", {}, message.author_name),
    message.bot ? el("span", { class: "badge" }, "APP") : null,
    el("time", { datetime: message.timestamp },
      new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(when))));
  const body = el("div", { class: "body" });
  item.append(body);
  if (message.interaction_metadata?.name) {
    const who = names.users[message.interaction_metadata.user.id] || "somebody";
    body.append(el("p", { class: "small" }, `${who} used /${message.interaction_metadata.name}`));
  }
  if (message.loading) {
    body.append(el("p", { class: "thinking" }, `${message.author_name} is thinking…`));
  }
  if (message.content) body.append(el("div", { class: "text" }, markdown(message.content, names)));
  for (const embed of message.embeds) body.append(embedBox(embed, names));
  const shown = new Set();
  for (const component of message.components) body.append(render(component, message, names, act, shown));
  for (const file of message.attachments) if (!shown.has(file.url)) body.append(attachment(file));
  if (message.edited_timestamp) body.append(el("span", { class: "small" }, "(edited)"));
  if (message.only_you) {
    body.append(el("p", { class: "small private" }, "Only you can see this · ",
      el("button", { type: "button", class: "link", onclick: () => act.dismiss(message) }, "Dismiss message")));
  }
  return item;
}

function render(component, message, names, act, shown) {
  const inside = (list) => list.map((child) => render(child, message, names, act, shown));
  switch (component.type) {
    case 1:
      return el("div", { class: "row" }, ...inside(component.components));
    case 2:
      return button(component, message, act);
    case 3: case 5: case 6: case 7: case 8:
      return select(component, message, names, act);
    case 9:
      return el("div", { class: "section" },
        el("div", {}, ...inside(component.components)), render(component.accessory, message, names, act, shown));
    case 10:
      return el("div", { class: "text" }, markdown(component.content, names));
    case 11:
      return picture(component.media, component.description, shown, "thumbnail");
    case 12:
      return el("div", { class: "gallery" },
        ...component.items.map((item) => picture(item.media, item.description, shown, "")));
    case 13:
      shown.add(component.file.url);
      return el("p", { class: "file" }, el("a", { href: component.file.url, download: component.name }, component.name));
    case 14:
      return el("hr", { class: `${component.divider ? "" : "invisible"} ${component.spacing === 2 ? "wide" : ""}` });
    case 17: {
      const box = el("div", { class: "container" }, ...inside(component.components));
      if (component.accent_color !== undefined && component.accent_color !== null) {
        box.style.setProperty("--accent", "#" + component.accent_color.toString(16).padStart(6, "0"));
      }
      return box;
    }
    default:
      return el("p", { class: "small" }, `(a component of kind ${component.type})`);
  }
}

function button(component, message, act) {
  const words = [emoji(component.emoji), component.label || null];
  if (component.url) {
    return el("a", { class: "button secondary", href: component.url, target: "_blank", rel: "noopener noreferrer" },
      ...words, el("span", { "aria-hidden": "true" }, " ↗"));
  }
  return el("button", {
    type: "button",
    class: `button ${STYLES[component.style]}`,
    disabled: Boolean(component.disabled),
    "data-custom-id": component.custom_id,
    onclick: (event) => act.press(message, component.custom_id, event.currentTarget),
  }, ...words);
}

function select(component, message, names, act) {
  const options = component.type === 3 ? component.options : everything(component.type, names);
  const least = component.min_values ?? 1;
  const most = component.max_values ?? 1;
  const label = component.placeholder || CHOOSERS[component.type];
  if (most === 1) {
    const list = el("select", {
      "aria-label": label,
      disabled: Boolean(component.disabled),
      onchange: (event) => {
        const chosen = event.currentTarget.value;
        act.select(message, component.custom_id, chosen === "" ? [] : [chosen]);
      },
    });
    const none = options.some((option) => option.default) ? null : el("option", { value: "", selected: true }, label);
    if (none && least > 0) none.disabled = none.hidden = true;
    if (none) list.append(none);
    for (const option of options) {
      const words = option.description ? `${option.label} (${option.description})` : option.label;
      list.append(el("option", { value: option.value, selected: Boolean(option.default) }, words));
    }
    return list;
  }
  const boxes = options.map((option) => el("input", {
    type: "checkbox", value: option.value, checked: Boolean(option.default), disabled: Boolean(component.disabled) }));
  return el("details", { class: "many" }, el("summary", {}, `${label} (${least} to ${most})`),
    ...options.map((option, i) => el("label", {}, boxes[i], " ", option.label,
      option.description ? el("span", { class: "small" }, " " + option.description) : null)),
    el("button", {
      type: "button", class: "button primary", disabled: Boolean(component.disabled),
      onclick: () => act.select(message, component.custom_id,
        boxes.filter((box) => box.checked).map((box) => box.value)),
    }, "Choose"));
}

/** Members, roles or channels as options. */
export function everything(kind, names) {
  const sources = { 5: [names.users], 6: [names.roles], 7: [names.users, names.roles], 8: [names.channels] }[kind];
  return sources.flatMap((source) => Object.entries(source).map(([value, label]) => ({ value, label })));
}

function picture(media, description, shown, kind) {
  shown.add(media.url);
  const own = media.url.startsWith(location.origin) || media.url.startsWith("data:");
  if (!own) return el("p", { class: "file" }, el("a", { href: media.url, rel: "noopener noreferrer" }, description || media.url));
  return el("img", { class: `picture ${kind}`, src: media.url, alt: description || "", loading: "lazy" });
}

function attachment(file) {
  if ((file.content_type || "").startsWith("image/")) return picture(file, file.description, new Set(), "");
  return el("p", { class: "file" }, el("a", { href: file.url, download: file.filename }, file.filename),
    el("span", { class: "small" }, ` ${file.size} bytes`));
}

function embedBox(embed, names) {
  const box = el("div", { class: "container" },
    embed.title ? el("strong", {}, embed.title) : null,
    embed.description ? el("div", { class: "text" }, markdown(embed.description, names)) : null,
    ...(embed.fields || []).map((field) => el("div", {}, el("strong", {}, field.name), markdown(field.value, names))),
    embed.footer?.text ? el("p", { class: "small" }, embed.footer.text) : null);
  if (embed.color !== undefined) box.style.setProperty("--accent", "#" + embed.color.toString(16).padStart(6, "0"));
  return box;
}
