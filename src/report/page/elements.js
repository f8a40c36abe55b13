/** Making elements. Text only ever becomes text: nothing that a model wrote is read as HTML. */

/**
 * @param {string} tag
 * @param {Readonly<Record<string, string>>} attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * The element with this id, which the page is known to have.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * A fraction as the tables print it.
 * @param {number | null | undefined} value
 */
export function fraction(value) {
  if (value === null || value === undefined) return '–';
  return value === 1 ? '1.00' : value.toFixed(2).replace(/^0/, '');
}
