// Load on `grundy web`, over the loopback alone: `node benches/load.mjs PROGRAM [SECONDS] [RATE]`.
//
// RATE small questions a second (500) for SECONDS (10), while 1000 connections are open; then ten heavy requests, and how
// long small questions take beside them. The program's processor time is read from /proc, so that a generator on the same
// machine does not count. Bounded: at most 60 seconds and 2000 requests a second.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';

const [program, seconds = '10', rate = '500'] = process.argv.slice(2);
const SECONDS = Math.min(60, Number(seconds)), RATE = Math.min(2000, Number(rate));
const QUESTIONS = [
  ['solve', { text: 'nim(3,5,7)' }], ['solve', { text: 'take[1,3,4](21, 17) + kayles(9)' }], ['solve', { text: 'wythoff(40,70)' }], ['explain', { text: 'nim(13,12,8)' }],
  ['moves', { text: 'kayles(9)' }], ['table', { text: 'take[1,3,4]', to: 40 }], ['period', { text: 'take[1,3,4]' }], ['scene', { text: 'kayles(9)' }], ['solve', { text: 'nim(3,5,?)' }], ['solve', { text: 'kayls(3)' }],
];

const server = spawn(program, ['web', '--port', '0', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
const port = await new Promise((done) => server.stdout.once('data', (line) => done(JSON.parse(String(line)).port)));
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
/** Sends a question; resolves to its status and milliseconds. */
const ask = (verb, body) => new Promise((done) => {
  const begun = performance.now(), text = JSON.stringify(body);
  const request = http.request({ agent, host: '127.0.0.1', port, path: `/api/v1/${verb}`, method: 'POST', headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) } }, (answer) => {
    answer.resume();
    answer.on('end', () => done([answer.statusCode, performance.now() - begun]));
  });
  request.on('error', () => done([0, performance.now() - begun]));
  request.end(text);
});
const processor = () => { const f = fs.readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' '); return (Number(f[11]) + Number(f[12])) * 10; };
const resident = () => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024;
const at = (times, part) => times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(1);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

for (const [verb, body] of QUESTIONS) await ask(verb, body);
const before = processor(), held = resident(), times = [], statuses = new Map(), sent = [];
const idle = Array.from({ length: 1000 }, () => net.connect(port, '127.0.0.1').on('error', () => {}));
const start = performance.now();
for (let n = 0; n < SECONDS * RATE; n++) {
  const late = start + (1000 * n) / RATE - performance.now();
  if (late > 1) await wait(late);
  const [verb, body] = QUESTIONS[n % QUESTIONS.length];
  sent.push(ask(verb, body).then(([status, ms]) => { times.push(ms); statuses.set(status, (statuses.get(status) || 0) + 1); }));
}
await Promise.all(sent);
const spent = (performance.now() - start) / 1000, cpu = processor() - before;
console.log(`${times.length} small questions, ${(times.length / spent).toFixed(0)} a second, statuses ${[...statuses].map(([s, n]) => `${s}: ${n}`).join(', ')}`);
console.log(`median ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms, processor ${(cpu / times.length).toFixed(2)} ms a request`);
idle.forEach((socket) => socket.destroy());
const heavy = Array.from({ length: 10 }, () => ask('period', { text: '0.007', to: 1000000000 }));
await wait(500);
const beside = [];
for (let n = 0; n < 60; n++) { beside.push((await ask(...QUESTIONS[n % QUESTIONS.length]))[1]); await wait(20); }
console.log(`beside ten heavy ones: median ${at(beside, 0.5)} ms, slowest ${at(beside, 1)} ms; heavy: ${(await Promise.all(heavy)).map((h) => h[0]).join(' ')}`);
console.log(`memory ${held.toFixed(0)} MiB before, ${resident().toFixed(0)} MiB after`);
agent.destroy();
server.kill();
