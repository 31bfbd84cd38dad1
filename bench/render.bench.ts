import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { startLakou } from '../tests/support/lakou-process.ts';

/*
 * Home pages per second, drawn by the server for visitors and for members, beside a bare handler that sends the same
 * bytes. Visitors share a drawing that is at most a second old; members get one each.
 */
const SECONDS = 4;
const AT_ONCE = 16;

/** Asks from a process of its own, so that the asking does not slow the answering down. */
function perSecond(url: string, cookie: string): Promise<number> {
  const asker = `
    const [url, cookie] = process.argv.slice(1);
    const headers = { 'accept-encoding': 'identity', ...(cookie ? { cookie } : {}) };
    const ask = async () => { const answer = await fetch(url, { headers }); if (!answer.ok) throw new Error(answer.status); await answer.arrayBuffer(); };
    for (let at = 0; at < 20; at += 1) await ask();
    const begun = performance.now(); let done = 0;
    const lane = async () => { while (performance.now() - begun < ${SECONDS * 1000}) { await ask(); done += 1; } };
    await Promise.all(Array.from({ length: ${AT_ONCE} }, lane));
    console.log(done / ((performance.now() - begun) / 1000));`;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', asker, url, cookie]);
    let said = '';
    child.stdout.on('data', (bytes: Buffer) => (said += bytes));
    child.stderr.on('data', (bytes: Buffer) => (said += bytes));
    child.on('close', (code) => (code === 0 ? resolve(Number(said)) : reject(new Error(said))));
  });
}

const lakou = await startLakou({ LOG_LEVEL: 'silent' });
try {
  const html = await (await fetch(lakou.url, { headers: { 'accept-encoding': 'identity' } })).text();
  const bare = new Hono().get('/', (context) => context.html(html));
  const server = createServer(getRequestListener(bare.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bareUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rows = [];
  for (const [who, cookie] of [
    ['visitors', ''],
    ['members', 'lakou-hint=in'],
  ] as const) {
    const ours = await perSecond(lakou.url, cookie);
    const theirs = await perSecond(bareUrl, cookie);
    rows.push(
      `| home page for ${who} | ${Math.round(ours)} | ${Math.round(theirs)} | ${Math.round((100 * ours) / theirs)} % |`,
    );
  }
  server.close();
  console.log(`## Pages drawn by the server

${AT_ONCE} at once for ${SECONDS} s on the embedded database, ${Math.round(html.length / 1024)} KB of HTML each, uncompressed.

| page | ours, per second | a bare handler with the same bytes | ratio |
|---|---:|---:|---:|
${rows.join('\n')}
`);
} finally {
  await lakou.stop();
}
