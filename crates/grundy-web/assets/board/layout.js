// Where the vertices of a graph stand: as the program says, until somebody moves one or changes the graph. Then all stay.

/** @typedef {import('./shapes.js').Part} Part */
/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {Map<string, number[]>} Places */

/** Arrows are seen between vertices that stand so far apart at least. */
const SEEN = 2.1;
/** A token stands at the edge of its vertex. */
const ASIDE = [0.4, -0.62];
/** Two vertices are at least so far apart. */
const APART = 1.5;
/** More vertices are left as they come. */
const MOST = 60;

const far = (/** @type {number[]} */ a, /** @type {number[]} */ b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The places in an address: `at=a,1,2.5;b,3,0`. @param {string} search @returns {Places} */
export function readPlaces(search) {
  const found = /[?&]at=([^&]*)/.exec(search), places = new Map();
  for (const one of (found?.[1] || '').split(';').slice(0, MOST)) {
    const [name, x, y] = one.split(','), at = [Number(x), Number(y)];
    try { if (name && x && y && at.every((n) => Math.abs(n) < 1000)) places.set(decodeURIComponent(name), at); } catch { /* no name of ours */ }
  }
  return places;
}

/** The same, written; empty where nothing was moved. @param {Places} places */
export function written(places) {
  const all = [...places].map(([name, at]) => [encodeURIComponent(name), ...at.map((n) => Math.round(n * 100) / 100)].join(','));
  return all.length ? `at=${all.join(';')}` : '';
}

/** The vertices of a scene by their names; null where these are not those of one graph. @param {Scene} scene */
function nodes(scene) {
  const all = scene.parts.filter((p) => p.shape === 'node' && p.text), names = new Set(all.map((p) => p.text));
  return all.length && all.length <= MOST && names.size === all.length && scene.parts.some((p) => p.shape === 'arc') ? all : null;
}

/** A free place near to here. @param {number[]} near @param {number[][]} taken */
function free(near, taken) {
  for (let r = APART; r < 40; r += 0.5) {
    for (let k = 0; k < 12; k++) {
      const at = [near[0] + r * Math.cos((k * Math.PI) / 6), near[1] + r * Math.sin((k * Math.PI) / 6)];
      if (taken.every((t) => far(t, at) >= APART)) return at.map((n) => Math.round(n * 100) / 100);
    }
  }
  return near;
}

/**
 * The scene with its vertices where they are kept; those that are new find a place beside their neighbours.
 * @param {Scene} scene @param {Places} kept moved or fixed by a change of the graph @param {Places} last filled: where each stands now
 * @returns {Scene}
 */
export function arranged(scene, kept, last) {
  const all = nodes(scene);
  if (!all) return scene;
  const now = /** @type {Places} */ (new Map());
  const known = all.some((p) => kept.has(p.text || ''));
  const nearest = Math.min(SEEN, ...all.flatMap((p, i) => all.slice(0, i).map((q) => far(p.at, q.at)))), wider = SEEN / Math.max(nearest, 0.5);
  for (const p of all) {
    const name = p.text || '', held = kept.get(name);
    if (held) now.set(name, held);
    else if (!known) now.set(name, p.at.map((n) => Math.round(n * wider * 100) / 100));
  }
  const vertexAt = (/** @type {number[]} */ at, most = 0.6) => all.find((p) => far(p.at, at) < most);
  for (const p of all) {
    if (now.has(p.text || '')) continue;
    const beside = scene.parts.filter((a) => a.shape === 'arc' && a.to && (far(a.at, p.at) < 0.1 || far(a.to, p.at) < 0.1))
      .map((a) => vertexAt(far(a.at, p.at) < 0.1 ? a.to || a.at : a.at, 0.1)?.text || '').map((n) => now.get(n)).find(Boolean);
    now.set(p.text || '', free(beside || [...now.values()][0] || p.at, [...now.values()]));
  }
  last.clear();
  for (const [name, at] of now) last.set(name, at);
  const to = (/** @type {Part | undefined} */ node) => (node && now.get(node.text || '')) || null;
  const moved = (/** @type {Part} */ p) => {
    if (p.shape === 'node') return { ...p, at: to(p) || p.at };
    if (p.shape === 'arc') return { ...p, at: to(vertexAt(p.at, 0.1)) || p.at, ...(p.to ? { to: to(vertexAt(p.to, 0.1)) || p.to } : {}) };
    if (p.shape !== 'token') return p;
    const node = vertexAt(p.at), at = to(node);
    return node && at ? { ...p, at: [at[0] + ASIDE[0] + (p.at[0] - node.at[0]), at[1] + ASIDE[1]] } : p;
  };
  const parts = scene.parts.map(moved), tokens = parts.filter((p) => p.shape === 'token');
  // a token that comes to another one stands on its other side
  const beside = (/** @type {Part} */ p, /** @type {string[]} */ takes) => (tokens.some((t) => !takes.includes(t.id) && far(t.at, p.at) < 0.3) ? { ...p, at: [p.at[0] - 2 * ASIDE[0], p.at[1]] } : p);
  const points = [...now.values()], least = [0, 1].map((i) => Math.min(...points.map((p) => p[i])) - 1), most = [0, 1].map((i) => Math.max(...points.map((p) => p[i])) + 1);
  return {
    ...scene, parts, box: [least[0], least[1], most[0] - least[0], most[1] - least[1]],
    moves: scene.moves.map((m) => ({ ...m, puts: m.puts.map((p) => (p.shape === 'token' ? beside(moved(p), m.takes) : moved(p))) })),
  };
}
