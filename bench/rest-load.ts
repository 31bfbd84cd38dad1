import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Runs in its own process, so that the client does not compete with the server for one event loop. */
interface Orders {
  base: string;
  /** One of these is picked at random each time. */
  paths: string[];
  headers: Record<string, string>;
  seconds: number;
  connections: number;
}
const { base, paths, headers, seconds, connections } = JSON.parse(await text(process.stdin)) as Orders;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const until = performance.now() + seconds * 1000;
let answered = 0;
let bytes = 0;

function get(): Promise<void> {
  const path = paths[Math.floor(Math.random() * paths.length)] ?? '/';
  return new Promise((resolve, reject) => {
    const sent = request(`${base}${path}`, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', resolve);
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function keepAsking(): Promise<void> {
  while (performance.now() < until) {
    await get();
    answered += 1;
  }
}

const started = performance.now();
await Promise.all(Array.from({ length: connections }, keepAsking));
const took = (performance.now() - started) / 1000;
agent.destroy();
console.log(JSON.stringify({ perSecond: answered / took, bytesEach: Math.round(bytes / answered) }));
