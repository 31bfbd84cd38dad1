import { slowLine } from '../slow-line.ts';
import { launchBrowser } from '../slow-phone.ts';
import { memberPhone, signIn } from './member-phone.ts';
import { table } from './table.ts';

const BITS_PER_SECOND = 200_000;
/** As in slow-phone.ts. */
const SLOWER = 4;
const VISITS = ['first', 'again'] as const;

/** How long a member with a slow phone waits until an order can be paid: the button is there and can be pressed. */
export async function measurePayment(serverUrl: string): Promise<string> {
  const session = await signIn(serverUrl);
  const order = await createOrder(serverUrl, session);
  const line = await slowLine(serverUrl, BITS_PER_SECOND);
  const browser = await launchBrowser();
  try {
    const phone = await memberPhone(browser, session, line.url);
    const rows: string[][] = [];
    for (const visit of VISITS) {
      const page = await phone.newPage();
      const protocol = await phone.newCDPSession(page);
      await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      const [begun, received] = [performance.now(), line.received()];
      await page.goto(`${line.url}/payment?order=${order}&lang=en`, { waitUntil: 'commit' });
      await page.locator('button:not([aria-disabled])', { hasText: /^Pay / }).waitFor({ timeout: 120_000 });
      const seconds = (performance.now() - begun) / 1000;
      rows.push([visit, seconds.toFixed(1), ((line.received() - received) / 1000).toFixed(0)]);
      await page.close();
    }
    return table(['visit', 'until it can be paid, s', 'over the line until then, KB'], rows);
  } finally {
    await browser.close();
    await line.close();
  }
}

/** An order of the member for the first film that is sold and not theirs. */
async function createOrder(serverUrl: string, session: string): Promise<string> {
  const { access_token } = JSON.parse(session) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  const films = await fetch(
    `${serverUrl}/rest/v1/movies?select=id&is_purchasable=is.true&is_free=is.false&published=is.true&order=id`,
  );
  let reason = '';
  for (const { id: media_id } of (await films.json()) as { id: string }[]) {
    const answer = await fetch(`${serverUrl}/rest/v1/rpc/create_order`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ media_type: 'movie', media_id, transaction_type: 'purchase' }),
    });
    if (answer.ok) return ((await answer.json()) as { id: string }).id;
    reason = await answer.text();
  }
  throw new Error(`the demo sells no film that the member does not have: ${reason}`);
}
