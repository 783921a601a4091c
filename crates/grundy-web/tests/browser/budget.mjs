// What the page may take: its own work in the browser, measured, with room for a machine that is busy with other things.

/** Figures of PAGE.md times this are the limit here, for a test machine does other work too. */
const ROOM = 6;
const least = (all) => Math.min(...all);

export async function budgets({ visit, leave, rest, answered, check }) {
  const told = [];
  const measured = (name, figure, limit, unit = 'ms') => { told.push(`${name} ${figure.toFixed(1)} ${unit}`); check(figure <= limit, `${name}: ${figure.toFixed(1)} ${unit}, at most ${limit}`); };
  const page = await visit('/#nim(3%2C5%2C7)');
  await answered(page);
  const paints = [];
  for (let k = 0; k < 5; k++) {
    await page.reload();
    await answered(page);
    paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0));
  }
  measured('first paint', least(paints), 100 * ROOM);
  const answers = [];
  for (const text of ['nim(3,5,6)', 'nim(9,5,1)', 'kayles(12)', 'nim(1,1)', 'wythoff(4,7)', 'nim(4,4)']) {
    answers.push(await page.evaluate((typed) => new Promise((done) => {
      const area = document.querySelector('[data-box]'), before = document.querySelector('[data-pod="verdict"]'), began = performance.now();
      const seen = new MutationObserver(() => {
        const now = document.querySelector('[data-pod="verdict"]');
        if (now && now !== before) { seen.disconnect(); requestAnimationFrame(() => done(performance.now() - began)); }
      });
      seen.observe(document.querySelector('.pods'), { childList: true });
      area.value = typed;
      area.dispatchEvent(new Event('input'));
    }), text));
    await rest(page);
  }
  measured('answer on the screen', least(answers), 100 * ROOM);
  measured('board of 600 parts', least(await page.evaluate(async () => {
    const { drawScene } = await import('/board/scene.js');
    const body = JSON.stringify({ text: `nim(${Array(10).fill(59).join(',')})` });
    const scene = await (await fetch('/api/v1/scene', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).json();
    if (scene.parts.length < 600) throw new Error(`${scene.parts.length} parts`);
    const host = document.createElement('div'), times = [];
    document.querySelector('main').append(host);
    for (let k = 0; k < 30; k++) { const began = performance.now(); drawScene(host, scene, { play() {} }); times.push(performance.now() - began); await new Promise((done) => setTimeout(done, 5)); }
    host.remove();
    return times;
  })), 8 * ROOM);
  const [first, frame] = await page.evaluate(async () => {
    const { heatMap } = await import('/heat.js');
    const side = 1000, values = new Uint32Array(side * side).map((_, i) => (i * 2654435761) >>> 22), starts = [], frames = [];
    const data = { rows: side, columns: side, values, moved() {} };
    const make = () => { const canvas = document.createElement('canvas'); canvas.style.width = '560px'; document.querySelector('main').append(canvas); return canvas; };
    for (let k = 0; k < 5; k++) { const canvas = make(), began = performance.now(); heatMap(canvas, data); starts.push(performance.now() - began); canvas.remove(); }
    const canvas = make(), ask = globalThis.requestAnimationFrame;
    heatMap(canvas, data);
    let waiting = null;
    globalThis.requestAnimationFrame = (draw) => { waiting = draw; return 1; };
    for (const key of ['+', '+', '+', '+', 'ArrowDown', 'ArrowRight', '+', '+', '+', '-', '-', '-', 'ArrowUp']) {
      canvas.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: true }));
      if (waiting) { const began = performance.now(); waiting(); frames.push(performance.now() - began); waiting = null; }
    }
    globalThis.requestAnimationFrame = ask;
    canvas.remove();
    return [Math.min(...starts), frames.sort((a, b) => a - b)[frames.length >> 1]];
  });
  measured('map of a million cells', first, 150 * ROOM);
  measured('a frame of it', frame, 16 * ROOM);
  await page.goto(`${page.base}/explore?to=1000,1000#wythoff`);
  await page.waitForSelector('#map', { timeout: 60000 });
  measured('memory', await page.evaluate(() => performance.memory.usedJSHeapSize / 1e6), 60, 'MB');
  await leave(page);
  console.log(`  ${told.join(', ')}`);
}
