import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FATES, type OpenDeal, openDeal, WAYS } from './support/deals.ts';
import { creditOf, expectBooks } from './support/expect-books.ts';
import { kill, openKillableWorld } from './support/kills.ts';
import { type Deal, eventBooker, type Fact, orderOf, priceOf, standingOf } from './support/money.ts';
import { type As, useWorld } from './support/world.ts';

/*
 * Generates events of a provider (payments, renewals, refunds, disputes, subscription states) in their true order, books
 * them shuffled and repeated, and expects the same entitlements and the same balance as in the true order. Then the same with
 * transactions that are killed in the middle.
 */
const world = useWorld();
const { inTransaction } = world;

/** The functions are the same on both databases. */
const shortRuns = (): number => (world.database.kind === 'embedded' ? 4 : 20);

const begin = Date.UTC(2026, 0, 1);
const moment = (hours: number): string => new Date(begin + hours * 3_600_000).toISOString();

type Step =
  | { action: 'pay'; cents: number; money: 'usd' | 'htg' }
  | { action: 'refund'; of: number; share: number; fails: boolean }
  | { action: 'dispute'; of: number; won: boolean }
  | { action: 'word'; status: 'active' | 'past_due' | 'canceled'; leaving: boolean; sameTime: boolean }
  | { action: 'close'; status: 'canceled' | 'expired' | 'failed' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    action: fc.constant('pay' as const),
    cents: fc.constantFrom(0, 0, 0, -1, 100),
    money: fc.constantFrom('usd' as const, 'usd' as const, 'usd' as const, 'htg' as const),
  }),
  fc.record({
    action: fc.constant('refund' as const),
    of: fc.nat(9),
    share: fc.constantFrom(1, 1, 2, 3),
    fails: fc.boolean(),
  }),
  fc.record({ action: fc.constant('dispute' as const), of: fc.nat(9), won: fc.boolean() }),
  fc.record({
    action: fc.constant('word' as const),
    status: fc.constantFrom('active' as const, 'active' as const, 'past_due' as const, 'canceled' as const),
    leaving: fc.boolean(),
    sameTime: fc.boolean(),
  }),
  fc.record({
    action: fc.constant('close' as const),
    status: fc.constantFrom('canceled' as const, 'expired' as const, 'failed' as const),
  }),
);

/** The events of these steps in their true order. `who` makes the references of two orders different. */
function generateEvents(deal: Deal, steps: Step[], who: string): { facts: Fact[]; balance: number } {
  const facts: Fact[] = [];
  const paid: Fact[] = [];
  let balance = 0;
  let time = 0;
  for (const [index, step] of steps.entries()) {
    time += 24;
    const occurred_at = moment(time);
    if (step.action === 'pay') {
      const fact: Fact = {
        kind: 'payment',
        reference: `${who}-pay-${index}`,
        amount_minor: priceOf[deal] + step.cents,
        currency: step.money,
        occurred_at,
        ...(deal === 'monthly' && {
          period_end: moment(24 * 30 * (paid.length + 1)),
          subscription: `${who}-sub`,
        }),
      };
      facts.push(fact);
      paid.push(fact);
      balance += priceOf[deal] + step.cents;
    } else if (step.action === 'word') {
      if (deal !== 'monthly') continue;
      facts.push({
        kind: 'subscription',
        reference: `${who}-sub`,
        status: step.status,
        cancel_at_period_end: step.leaving,
        period_end: moment(24 * 30 * (paid.length + 1)),
        ended_at: step.status === 'canceled' ? occurred_at : null,
        as_of: step.sameTime ? moment(0) : occurred_at,
      });
    } else if (step.action === 'close') {
      facts.push({ kind: 'closed', reference: `${who}-cs`, status: step.status });
    } else {
      const about = paid[step.of % Math.max(paid.length, 1)];
      if (!about) continue;
      const whole = about.amount_minor as number;
      const amount = step.action === 'refund' ? Math.ceil(whole / step.share) : whole;
      const back: Fact = {
        kind: step.action,
        reference: `${who}-${step.action}-${index}`,
        payment_reference: about.reference,
        amount_minor: amount,
        currency: about.currency,
        occurred_at,
      };
      facts.push(back);
      const undone = step.action === 'refund' ? step.fails : step.won;
      if (undone) facts.push({ ...back, kind: step.action === 'refund' ? 'refund_failed' : 'dispute_won' });
      else balance -= amount;
    }
  }
  return { facts, balance };
}

const story = fc
  .record({
    deal: fc.constantFrom<Deal>('purchase', 'discounted', 'rental', 'bundle', 'monthly', 'monthly'),
    steps: fc.array(step, { minLength: 1, maxLength: 10 }),
  })
  .chain(({ deal, steps }) => {
    const { facts } = generateEvents(deal, steps, 'heard');
    const everything = facts.map((_, index) => index);
    const again =
      everything.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...everything), { maxLength: 8 });
    return again
      .chain((more) =>
        fc.shuffledSubarray([...everything, ...more], {
          minLength: everything.length + more.length,
          maxLength: everything.length + more.length,
        }),
      )
      .map((order) => ({ deal, steps, order }));
  });

const same = (text: unknown, id: string) => JSON.parse(JSON.stringify(text).replaceAll(id, 'it'));

test(
  'events of a provider, shuffled and repeated, give the same entitlements and a ledger that balances',
  inTransaction(async (as) => {
    await fc.assert(
      fc.asyncProperty(story, async ({ deal, steps, order }) => {
        const [first, second] = [await orderOf(as, deal), await orderOf(as, deal)];
        const events = generateEvents(deal, steps, `${first}`);
        for (const fact of events.facts) await eventBooker(as, first)(fact);
        const heard = generateEvents(deal, steps, `${second}`);
        for (const index of order) await eventBooker(as, second)(heard.facts[index]!);
        const [inOrder, shuffled] = [await standingOf(as, first), await standingOf(as, second)];
        expect(same(shuffled, second)).toEqual(same(inOrder, first));
        expect(shuffled.balance).toBe(heard.balance);
      }),
      { numRuns: process.env.LONG ? 500 : shortRuns() },
    );
  }),
  600_000,
);

/** Everything once or more, in any order: each deal has at most three happenings. */
const market = fc.array(
  fc.record({
    way: fc.constantFrom(...WAYS),
    fate: fc.constantFrom(...FATES),
    order: fc.array(fc.nat(99), { maxLength: 8 }),
  }),
  { minLength: 1, maxLength: 6 },
);

/** Like somebody who comes back later: what is refused now leaves nothing behind. */
async function attempt(as: As, happen: () => Promise<unknown>): Promise<void> {
  await as('owner').query('savepoint attempt');
  try {
    await happen();
  } catch {
    await as('owner').query('rollback to savepoint attempt');
  }
}

test(
  'cards, wallets, credit, promotions, gifts, bundles and vouchers in any order: ledger = providers, entitlements = what was paid',
  inTransaction(async (as) => {
    await fc.assert(
      fc.asyncProperty(market, async (wanted) => {
        const creditBefore = await creditOf(as);
        const deals = [];
        for (const { way, fate, order } of wanted)
          deals.push({ ...(await openDeal(as, way, fate)), order, name: `${way} ${fate}` });
        // Shuffled across all deals and repeated; then everything once more, as providers and people do.
        const shuffled = deals
          .flatMap(({ happenings, order }) =>
            order.map((key) => ({ key, happen: happenings[key % happenings.length]! })),
          )
          .toSorted((one, other) => one.key - other.key);
        for (const { happen } of shuffled) await attempt(as, happen);
        for (const { happenings } of deals) for (const happen of happenings) await attempt(as, happen);

        await expectBooks(as, deals, creditBefore);
      }),
      { numRuns: process.env.LONG ? 300 : shortRuns() },
    );
  }),
  600_000,
);

/** Each kill of the embedded database is a start of it. */
const killRuns = (): number => {
  if (world.database.kind === 'embedded') return process.env.LONG ? 30 : 1;
  return process.env.LONG ? 300 : 8;
};

/** A booking or a redemption writes fewer rows. */
const MOST_ROWS = 50;

test('killed at any row that it writes, a payment leaves nothing behind, and is booked once when it comes again', async () => {
  const { as, commit, attempt } = await openKillableWorld(world);
  const isEmbedded = world.database.kind === 'embedded';
  for (const way of isEmbedded ? WAYS.slice(0, 1) : WAYS) {
    const creditBefore = await commit(() => creditOf(as));
    const deal = await commit(() => openDeal(as, way, 'won'));
    const [pay] = deal.happenings;
    const written = () => commit(() => as('owner').query(WRITTEN, deal.orders, deal.films));
    const before = await written();
    expect([way, await attempt(pay!, { at: 'commit' })]).toEqual([way, 'killed']);
    expect(await written(), `${way}, killed before the commit`).toEqual(before);
    if (!isEmbedded) {
      let rows = 0;
      while (rows < MOST_ROWS && (await attempt(pay!, { at: 'row', rows })) === 'killed') {
        expect(await written(), `${way}, killed at row ${rows}`).toEqual(before);
        rows += 1;
      }
      expect(rows, `rows of: ${way}`).toBeGreaterThan(1);
      expect(rows, `rows of: ${way}`).toBeLessThan(MOST_ROWS);
    }
    for (const happen of deal.happenings) await attempt(happen);
    await commit(() => expectBooks(as, [{ ...deal, name: way }], creditBefore));
  }
}, 600_000);

const WRITTEN = `select
  (select jsonb_agg(o order by o.id) from orders o where o.id = any ($1::uuid[])) as orders,
  (select jsonb_agg(l order by l.id) from ledger l where l.order_id = any ($1::uuid[])) as ledger,
  (select jsonb_agg(p order by p.id) from user_purchases p where p.movie_id = any ($2::uuid[])) as purchases,
  (select count(*) from ledger) as entries, (select count(*) from user_purchases) as rights`;

test('events of a provider, shuffled, repeated and killed in the middle, give the same entitlements and a ledger that balances', async () => {
  const { as, commit, attempt } = await openKillableWorld(world);
  const killed = story.chain((told) =>
    fc
      .array(fc.option(kill), { minLength: told.order.length, maxLength: told.order.length })
      .map((kills) => ({ ...told, kills })),
  );
  await fc.assert(
    fc.asyncProperty(killed, async ({ deal, steps, order, kills }) => {
      const [first, second] = await commit(async () => [await orderOf(as, deal), await orderOf(as, deal)]);
      const events = generateEvents(deal, steps, `${first}`);
      for (const fact of events.facts) await attempt(() => eventBooker(as, first!)(fact));
      const heard = generateEvents(deal, steps, `${second}`);
      const deliver = (index: number) => () => eventBooker(as, second!)(heard.facts[index]!);
      for (const [at, index] of order.entries()) await attempt(deliver(index), kills[at]);
      // Providers deliver again what was not answered.
      for (const [at, index] of order.entries()) if (kills[at]) await attempt(deliver(index));
      const [inOrder, shuffled] = await commit(async () => [
        await standingOf(as, first!),
        await standingOf(as, second!),
      ]);
      expect(same(shuffled, second!)).toEqual(same(inOrder, first!));
      expect(shuffled!.balance).toBe(heard.balance);
    }),
    { numRuns: killRuns() },
  );
}, 3_600_000);

const killedMarket = fc.array(
  fc.record({
    way: fc.constantFrom(...WAYS),
    fate: fc.constantFrom(...FATES),
    order: fc.array(fc.record({ key: fc.nat(99), kill: fc.option(kill) }), { maxLength: 8 }),
  }),
  { minLength: 1, maxLength: 6 },
);

test('cards, wallets, credit, promotions, gifts, bundles and vouchers in any order, killed in the middle: ledger = providers, entitlements = what was paid', async () => {
  const { as, commit, attempt } = await openKillableWorld(world);
  await fc.assert(
    fc.asyncProperty(killedMarket, async (wanted) => {
      const creditBefore = await commit(() => creditOf(as));
      const deals: (OpenDeal & (typeof wanted)[number] & { name: string })[] = [];
      for (const deal of wanted) {
        const { way, fate } = deal;
        const opened = await commit(() => openDeal(as, way, fate));
        deals.push({ ...deal, ...opened, name: `${way} ${fate}` });
      }
      const shuffled = deals
        .flatMap(({ happenings, order }) =>
          order.map(({ key, kill }) => ({ key, kill, happen: happenings[key % happenings.length]! })),
        )
        .toSorted((one, other) => one.key - other.key);
      for (const { happen, kill } of shuffled) await attempt(happen, kill);
      for (const { happenings } of deals) for (const happen of happenings) await attempt(happen);
      await commit(() => expectBooks(as, deals, creditBefore));
    }),
    { numRuns: killRuns() },
  );
}, 3_600_000);
