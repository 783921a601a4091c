// Elements from data. Text enters the document by text nodes, attributes by their listed names: nothing is ever parsed.

/** @typedef {Node | string | number | null | undefined | false | any[]} Child */

const NAMES = new Set(('class id title href type role for lang dir hidden disabled tabindex value name placeholder rows min max step '
  + 'spellcheck autocapitalize autocomplete autocorrect scope colspan open width height viewBox d cx cy r rx x y x1 y1 x2 y2 points '
  + 'fill stroke stroke-width stroke-dasharray stroke-linecap font-size font-weight text-anchor dominant-baseline transform '
  + 'accept download checked wrap enterkeyhint').split(' '));

const OTHERS = /^(aria|data)-[a-z-]+$/;

/** @param {Element} node @param {Record<string, any>} attributes */
function set(node, attributes) {
  for (const name in attributes) {
    const value = attributes[name];
    if (value === null || value === undefined || value === false) continue;
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (NAMES.has(name) || OTHERS.test(name)) {
      // links stay on this server
      if (name === 'href' && !/^[/#]/.test(String(value))) throw new Error(`a link to ${value}`);
      node.setAttribute(name, value === true ? '' : String(value));
    } else throw new Error(`no attribute ${name}`);
  }
}

/** @param {Node} node @param {Child[]} children */
function add(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) add(node, child);
    else node.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * An element of HTML.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} [attributes] @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  set(node, attributes);
  add(node, children);
  return node;
}

/**
 * An element of SVG.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...Child} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const node = /** @type {SVGElement} */ (document.createElementNS('http://www.w3.org/2000/svg', tag));
  set(node, attributes);
  add(node, children);
  return node;
}

/** A sentence of the program: what stands between backticks is code. @param {string} words @returns {Child[]} */
export const coded = (words) => words.split(/`([^`]+)`/).map((piece, i) => (i % 2 ? h('code', {}, piece) : piece));

/** Replaces what is in `host`. @param {Element} host @param {...Child} children */
export function fill(host, ...children) {
  host.replaceChildren();
  add(host, children);
}

let last = 0;
/** An id that nothing else has. @param {string} stem */
export const fresh = (stem) => `${stem}-${last += 1}`;
