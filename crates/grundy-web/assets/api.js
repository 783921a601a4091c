// The server: an object for a question, or a stream of them. Whoever stops listening stops the work.

import { say } from './words.js';

/** The server does not answer. */
export class Gone extends Error {}
/** The server refused: `error` is the object of the error, `status` its status. */
export class Refused extends Error {
  /** @param {number} status @param {any} error */
  constructor(status, error) {
    super(say(error?.say) || error?.message || String(status));
    this.status = status;
    this.error = error || { kind: 'io', message: String(status), span: null, suggestion: null };
  }
}

/** @param {string} verb @param {any} body @param {AbortSignal} [signal] @param {string} [accept] */
async function post(verb, body, signal, accept = 'application/json') {
  let response;
  try {
    response = await fetch(`/api/v1/${verb}`, {
      method: 'POST', headers: { 'Content-Type': 'application/json', Accept: accept }, body: JSON.stringify(body), signal,
    });
  } catch (fault) {
    if (/** @type {Error} */ (fault).name === 'AbortError') throw fault;
    throw new Gone();
  }
  if (!response.ok) {
    let object = null;
    try { object = (await response.json()).error; } catch { /* no object came */ }
    throw new Refused(response.status, object);
  }
  return response;
}

/**
 * The object of a verb. It is asked for as a stream, in which a fault of the text is an answer like any other.
 * @param {string} verb @param {any} body @param {AbortSignal} [signal] @returns {Promise<any>}
 */
export async function ask(verb, body, signal) {
  /** @type {any} */
  let answer = null;
  await stream(verb, body, signal, (name, object) => {
    if (name === 'answer') answer = object;
    if (name === 'error') throw new Refused(422, object.error);
  });
  if (!answer) throw new Gone();
  return answer;
}

/** A table as numbers. @param {any} body @param {AbortSignal} [signal] @returns {Promise<Uint32Array>} */
export async function numbers(body, signal) {
  const bytes = await (await post('table', body, signal, 'application/octet-stream')).arrayBuffer();
  const view = new DataView(bytes), out = new Uint32Array(bytes.byteLength / 4);
  for (let i = 0; i < out.length; i++) out[i] = view.getUint32(4 * i, true);
  return out;
}

/** An object of the server. @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function get(path, signal) {
  let response;
  try { response = await fetch(`/api/v1/${path}`, { signal }); } catch (fault) {
    if (/** @type {Error} */ (fault).name === 'AbortError') throw fault;
    throw new Gone();
  }
  if (!response.ok) throw new Refused(response.status, (await response.json()).error);
  return response.json();
}

/**
 * The events of a stream, one after the other.
 * @param {string} verb @param {any} body @param {AbortSignal | undefined} signal @param {(name: string, object: any) => void} told
 */
export async function stream(verb, body, signal, told) {
  const response = await post(verb, body, signal, 'text/event-stream');
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader(), decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    let piece;
    try { piece = await reader.read(); } catch (fault) {
      if (signal?.aborted) throw fault;
      throw new Gone();
    }
    if (piece.done) return;
    rest += decoder.decode(piece.value, { stream: true });
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const found = /^event: (\S+)\ndata: (.*)$/s.exec(rest.slice(0, end));
      rest = rest.slice(end + 2);
      if (found) told(found[1], JSON.parse(found[2]));
    }
  }
}
