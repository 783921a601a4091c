// Why: the columns of a sum, the mex of a single heap, the law that answers; every step on request.
import { fresh, h } from '../dom.js';
import { columns, columnsInWords, everyStep, stepNode } from '../steps.js';
import { conclusion, t } from '../words.js';

/** @param {any} explanation */
export function why(explanation) {
  const steps = explanation.steps.filter((/** @type {any} */ s) => s.kind !== 'say'), id = fresh('steps');
  const rows = steps.find((/** @type {any} */ s) => s.kind === 'columns')?.rows.length || 0;
  let body;
  const theorem = steps.find((/** @type {any} */ s) => s.kind === 'theorem');
  // the columns of misère Nim mean what its theorem says
  if (rows > 1 && rows <= 16 && theorem && /^misere/.test(explanation.query)) body = [stepNode(theorem), columns(steps)];
  else if (rows > 1 && rows <= 16) body = [columns(steps), columnsInWords(explanation)];
  else {
    // the law that answers, or the one step that shows most
    const told = ['ones', 'mex', 'loopy', 'outcomes'].map((kind) => steps.find((/** @type {any} */ s) => s.kind === kind)).find(Boolean);
    const law = theorem;
    body = [law && !(told && told.kind === 'mex') ? stepNode(law) : null, told ? stepNode(told, true) : null,
      !law && !told ? h('p', { class: 'note' }, conclusion(explanation)) : null];
  }
  const all = h('div', { id, hidden: true, class: 'above4' });
  const button = h('button', {
    class: 'push small soft link', type: 'button', 'aria-expanded': 'false', 'aria-controls': id,
    on: { click: () => {
      all.hidden = !all.hidden;
      if (!all.firstChild) all.append(everyStep(explanation));
      button.setAttribute('aria-expanded', String(!all.hidden));
    } },
  }, t('every_step'));
  return h('section', { class: 'pod', 'data-pod': 'why' }, h('header', {}, h('h2', {}, t('why')), button), h('div', { class: 'note' }, body), all);
}
