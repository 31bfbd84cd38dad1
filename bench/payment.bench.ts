import { startLakou } from '../tests/support/lakou-process.ts';
import { memberPhone, signIn } from './side-by-side/member-phone.ts';
import { table } from './side-by-side/table.ts';
import { type SlowLine, slowLine } from './slow-line.ts';
import { launchBrowser } from './slow-phone.ts';

/*
 * How long a member with a slow phone waits until an order can be paid: the button is there and can be pressed. BENCH_PHONES is
 * how many phones open the page, each with nothing cached and then again.
 */
const BITS_PER_SECOND = 200_000;
/** As in slow-phone.ts. */
const SLOWER = 4;
const PHONES = Number(process.env.BENCH_PHONES ?? 3);
const VISITS = ['first', 'again'] as const;

interface Wait {
  seconds: number;
  kilobytes: number;
}

const lakou = await startLakou({ INGEST: 'off', LOG_LEVEL: 'warn' }, { measured: true });
const line = await slowLine(lakou.url, BITS_PER_SECOND);
const browser = await launchBrowser();
try {
  const session = await signIn(lakou.url);
  const path = `/payment?order=${await createOrder(session)}&lang=en`;
  const waits: Record<(typeof VISITS)[number], Wait[]> = { first: [], again: [] };
  for (let at = 0; at < PHONES; at += 1) {
    const phone = await memberPhone(browser, session, line.url);
    for (const visit of VISITS) waits[visit].push(await openPage(phone, line, path));
    await phone.close();
  }
  const rows = VISITS.map((visit) => {
    const seconds = waits[visit].map((wait) => wait.seconds).toSorted((one, other) => one - other);
    const kilobytes = Math.max(...waits[visit].map((wait) => wait.kilobytes));
    const middle = seconds[Math.floor(seconds.length / 2)]!;
    return [visit, middle.toFixed(1), seconds.at(-1)!.toFixed(1), kilobytes.toFixed(0)];
  });
  console.log(`## The payment page on a slow phone

A member opens an order at 200 kbit/s, 150 ms, processor slowed down four times, 360 px: ${PHONES} phones, each with nothing cached and
again. It should take less than ten seconds. \`npm run bench -- payment\`

${table(['visit', 'until it can be paid, s', 'slowest, s', 'over the line until then, KB'], rows)}`);
} finally {
  await browser.close();
  await line.close();
  await lakou.stop();
}

async function openPage(
  phone: Awaited<ReturnType<typeof memberPhone>>,
  { url, received }: SlowLine,
  path: string,
): Promise<Wait> {
  const page = await phone.newPage();
  const protocol = await phone.newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const [begun, before] = [performance.now(), received()];
  await page.goto(url + path, { waitUntil: 'commit' });
  await page.getByRole('button', { name: /^Pay /, disabled: false }).waitFor({ timeout: 120_000 });
  const wait = {
    seconds: (performance.now() - begun) / 1000,
    kilobytes: (received() - before) / 1000,
  };
  // The second visit finds what a phone has once the first page is complete.
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'yes', null, {
    timeout: 120_000,
  });
  await page.waitForLoadState('networkidle', { timeout: 120_000 });
  await page.close();
  return wait;
}

/** An order of the member for the first film that is sold and not theirs. */
async function createOrder(session: string): Promise<string> {
  const { access_token } = JSON.parse(session) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  const films = await fetch(
    `${lakou.url}/rest/v1/movies?select=id&is_purchasable=is.true&is_free=is.false&published=is.true&order=id`,
  );
  let reason = '';
  for (const { id: media_id } of (await films.json()) as { id: string }[]) {
    const answer = await fetch(`${lakou.url}/rest/v1/rpc/create_order`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ media_type: 'movie', media_id, transaction_type: 'purchase' }),
    });
    if (answer.ok) return ((await answer.json()) as { id: string }).id;
    reason = await answer.text();
  }
  throw new Error(`the demo sells no film that the member does not have: ${reason}`);
}
