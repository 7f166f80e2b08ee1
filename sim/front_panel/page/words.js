// The words around the pads. All of them come from the console, in its language.

// Puts values where a text has their names in braces.
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// Makes an element of a text in which what matters most stands between asterisks.
export function stressed(kind, text) {
  const element = document.createElement(kind);
  text.split("*").forEach((part, index) => {
    if (index % 2) element.append(plain("b", part));
    else element.append(part);
  });
  return element;
}

export function plain(kind, text) {
  const element = document.createElement(kind);
  element.textContent = text;
  return element;
}
