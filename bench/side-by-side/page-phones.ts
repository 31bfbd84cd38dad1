import { setTimeout as sleep } from 'node:timers/promises';
import { type NamedTitle, openTitlePath } from '@lakou/contract/catalogue/title-address';
import type { Browser, BrowserContext } from '@playwright/test';
import { type SlowLine, slowLine } from '../slow-line.ts';
import { launchBrowser, newPhone, type Visit, visit } from '../slow-phone.ts';
import { memberPhone, signIn } from './member-phone.ts';
import type { Side, Sides } from './servers.ts';
import { percentile, table } from './table.ts';

const PHONES = Number(process.env.BENCH_PHONES ?? 1);
const PICTURE_TRIES = 20;
/** Slides change, and lists load their pictures, after the page is there. */
const STAY_MS = 5000;

interface PhonePage {
  name: string;
  path: string;
  isMembers: boolean;
}
interface Visits {
  first: Visit[];
  again: Visit[];
}

/** Both sides at the same time, each with a browser, a line and a processor of its own. */
export async function measurePhones({ before, now }: Sides): Promise<string> {
  const measured = await Promise.all([before, now].map(visitAll));
  const [old = [], ours = []] = measured;
  const rows = ours.flatMap(({ page, visits }, index) => {
    const earlier = old[index]?.visits as Visits;
    return [
      [page.name, 'first', ...cells(earlier.first, visits.first)],
      [page.name, 'again', ...cells(earlier.again, visits.again)],
    ];
  });
  const parts = ['first paint', 'largest paint'].flatMap((part) => [`${part} before, s`, 'now']);
  const sizes = ['over the line', 'JavaScript', 'JavaScript until a tap works'].flatMap((part) => [
    `${part} before, KB`,
    'now',
  ]);
  return table(['page', 'visit', ...parts, 'shift before', 'now', ...sizes], rows);
}

async function visitAll(side: Side): Promise<{ page: PhonePage; visits: Visits }[]> {
  const line = await slowLine(side.url);
  const browser = await launchBrowser();
  try {
    const measured: { page: PhonePage; visits: Visits }[] = [];
    const session = await signIn(side.url);
    for (const page of await phonePages(side)) {
      console.error(`  on a phone, ${side.name}: ${page.name}`);
      measured.push({ page, visits: await visitPage({ browser, side, line, session }, page) });
    }
    return measured;
  } finally {
    await browser.close();
    await line.close();
  }
}

async function phonePages({ url }: Side): Promise<PhonePage[]> {
  const newest = async (table: string, filter = ''): Promise<NamedTitle> => {
    const answer = await fetch(
      `${url}/rest/v1/${table}?select=id,title&order=created_at.desc&limit=1${filter}`,
    );
    const [row] = (await answer.json()) as NamedTitle[];
    if (!row) throw new Error(`the demo has no ${table}`);
    return row;
  };
  const newestFilm = await newest('movies', '&published=is.true');
  const film = `/films/${newestFilm.id}`;
  const visitors: [name: string, path: string][] = [
    ...['/', '/login', '/faq', '/categories', '/categories/drama', '/series'].map(
      (path): [string, string] => [path, path],
    ),
    ['/series/{id}', `/series/${(await newest('series', '&published=is.true')).id}`],
    ['/forum', '/forum'],
    ['/forum/topic/{id}', `/forum/topic/${(await newest('forum_topics')).id}`],
    ['/films/{id}, led to sign-in', film],
    ['/titles/{id}', openTitlePath(newestFilm)],
  ];
  const members: [name: string, path: string][] = [
    ['a member: /films/{id}', film],
    ...['/films', '/watchlist', '/subscribe', '/profile'].map((path): [string, string] => [
      `a member: ${path}`,
      path,
    ]),
  ];
  return [
    ...visitors.map(([name, path]) => ({ name, path, isMembers: false })),
    ...members.map(([name, path]) => ({ name, path, isMembers: true })),
  ];
}

interface PhoneWorld {
  browser: Browser;
  side: Side;
  line: SlowLine;
  /** Of a member. */
  session: string;
}

async function visitPage(
  { browser, side, line, session }: PhoneWorld,
  { path, isMembers }: PhonePage,
): Promise<Visits> {
  const open = (url: string) => (isMembers ? memberPhone(browser, session, url) : newPhone(browser));
  await makePictures(open, side.url + path);
  const visits: Visits = { first: [], again: [] };
  for (let count = 0; count < PHONES; count += 1) {
    const phone = await open(line.url);
    visits.first.push(await visit(phone, line, path));
    visits.again.push(await visit(phone, line, path));
    await phone.close();
  }
  return visits;
}

/** Pictures are resized once per size, and until then larger ones are sent; that cost is not part of a visit here. */
async function makePictures(open: (url: string) => Promise<BrowserContext>, url: string): Promise<void> {
  for (let tries = 0; tries < PICTURE_TRIES; tries += 1) {
    const phone = await open(url);
    const page = await phone.newPage();
    let isWaiting = false;
    page.on('response', (response) => {
      // Older versions say it with `no-cache`.
      const { 'x-stand-in': standIn, 'cache-control': caching } = response.headers();
      isWaiting ||= response.url().includes('/render/image/') && (Boolean(standIn) || caching === 'no-cache');
    });
    await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 });
    await sleep(STAY_MS);
    await phone.close();
    if (!isWaiting) return;
  }
  console.error(`  ${url}: some pictures are not made yet, so the second visit reads them again`);
}

function cells(before: Visit[], now: Visit[]): string[] {
  const pair = (part: keyof Visit, show: (value: number) => string) =>
    [before, now].map((visits) =>
      show(
        percentile(
          visits.map((one) => one[part]),
          0.5,
        ),
      ),
    );
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  const kilobytes = (bytes: number) => (bytes / 1024).toFixed(0);
  return [
    ...pair('firstPaint', seconds),
    ...pair('largestPaint', seconds),
    ...pair('shift', (value) => value.toFixed(3)),
    ...pair('bytes', kilobytes),
    ...pair('script', kilobytes),
    ...pair('scriptUntilApp', kilobytes),
  ];
}
