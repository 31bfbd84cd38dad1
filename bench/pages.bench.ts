import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startLakou } from '../tests/support/lakou-process.ts';
import { slowLine } from './slow-line.ts';
import { launchBrowser, newPhone, type Visit, visit } from './slow-phone.ts';

/*
 * What the pages cost on a slow phone: 400 kbit/s, 150 ms, a processor four times slower than this machine's, 360 px.
 * Each page is visited for the first time and then again, by three phones; the medians are shown. Then: how many home
 * and forum pages are drawn in a second, beside a bare handler that sends the very same bytes.
 */
const PHONES = 3;
const LANES = 8;
const ROUND_MS = 3000;
const ROUNDS = 3;

const webBuild: Record<string, string> = process.env.WEB_BUILD ? { WEB_BUILD: process.env.WEB_BUILD } : {};
const lakou = await startLakou({ LOG_LEVEL: 'warn', ...webBuild }, { measured: true });
const line = await slowLine(lakou.url);
const browser = await launchBrowser();
try {
  console.log('## Pages on a slow phone\n');
  console.log('400 kbit/s, 150 ms, processor slowed down four times, 360 px; as a visitor.\n');
  console.log(
    '| page | visit | first paint, s | largest paint, s | shift | over the line, KB | JavaScript, KB |',
  );
  console.log('|---|---|---:|---:|---:|---:|---:|');
  for (const [name, path] of await pages()) {
    console.error(`  ${name}`);
    const visits: { first: Visit; again: Visit }[] = [];
    for (let phone = 0; phone < PHONES; phone += 1) visits.push(await twoVisits(path));
    console.log(
      row(
        name,
        'first',
        visits.map(({ first }) => first),
      ),
    );
    console.log(
      row(
        name,
        'again',
        visits.map(({ again }) => again),
      ),
    );
  }
  console.log('\n| what | ours, per second | beside | per second | ours / rival |\n|---|---:|---|---:|---:|');
  await measureDrawing('home', '/');
  await measureDrawing('forum', '/forum');
} finally {
  await browser.close();
  await line.close();
  await lakou.stop();
}

async function pages(): Promise<[name: string, path: string][]> {
  const newest = async (table: string): Promise<string> => {
    const answer = await fetch(
      `${lakou.url}/rest/v1/${table}?select=id&published=is.true&order=created_at.desc&limit=1`,
    );
    const [row] = (await answer.json()) as { id: string }[];
    if (!row) throw new Error(`the demo has no ${table}`);
    return row.id;
  };
  const standing = ['/', '/login', '/faq', '/categories', '/categories/drama', '/series'];
  return [
    ...standing.map((path): [string, string] => [path, path]),
    ['/series/{id}', `/series/${await newest('series')}`],
    ['/films/{id}, led to sign-in', `/films/${await newest('movies')}`],
  ];
}

async function twoVisits(path: string): Promise<{ first: Visit; again: Visit }> {
  // Images are resized once per size; that cost is not part of a visit here.
  const early = await newPhone(browser);
  const page = await early.newPage();
  await page.goto(lakou.url + path, { waitUntil: 'networkidle' });
  await early.close();
  const phone = await newPhone(browser);
  const first = await visit(phone, line, path);
  const again = await visit(phone, line, path);
  await phone.close();
  return { first, again };
}

function row(page: string, when: string, visits: Visit[]): string {
  const of = (part: keyof Visit) => median(visits.map((one) => one[part]));
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  const kilobytes = (bytes: number) => (bytes / 1024).toFixed(0);
  const cells = [
    seconds(of('firstPaint')),
    seconds(of('largestPaint')),
    of('shift').toFixed(3),
    kilobytes(of('bytes')),
    kilobytes(of('script')),
  ];
  return `| ${page} | ${when} | ${cells.join(' | ')} |`;
}

async function measureDrawing(name: string, path: string): Promise<void> {
  const headers = { 'accept-encoding': 'br' };
  const bytes = Buffer.from(await (await fetch(lakou.url + path)).arrayBuffer());
  const bare = createServer((_, response) => response.end(bytes)).listen(0, '127.0.0.1');
  await new Promise((resolve) => bare.once('listening', resolve));
  const rival = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`;
  const speeds = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    speeds.ours.push(await perSecond(lakou.url + path, headers));
    speeds.bare.push(await perSecond(rival, headers));
  }
  bare.close();
  // The first round warms up.
  const [ours, theirs] = [median(speeds.ours.slice(1)), median(speeds.bare.slice(1))];
  const ratio = `${Math.round((100 * ours) / theirs)} %`;
  console.log(
    `| ${name} pages drawn and compressed | ${Math.round(ours)} | the same bytes, sent | ${Math.round(theirs)} | ${ratio} |`,
  );
}

async function perSecond(url: string, headers: Record<string, string>): Promise<number> {
  const begun = performance.now();
  let done = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() - begun < ROUND_MS) {
      const answer = await fetch(url, { headers });
      if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`);
      await answer.arrayBuffer();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return done / ((performance.now() - begun) / 1000);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
