import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Deal, type Fact, orderOf, priceOf, standingOf, teller } from './support/money.ts';
import { useWorld } from './support/world.ts';

/*
 * A provider has a story: payments, renewals, refunds, disputes, words about the subscription, in an order of its own.
 * We hear it shuffled, with repetitions. Whatever we hear last, we end where the story in its true order ends, and the
 * books say what the provider's do.
 */
const { onStage } = useWorld();

const begin = Date.UTC(2026, 0, 1);
const moment = (hours: number): string => new Date(begin + hours * 3_600_000).toISOString();

type Step =
  | { deed: 'pay'; cents: number; money: 'usd' | 'htg' }
  | { deed: 'refund'; of: number; share: number; fails: boolean }
  | { deed: 'dispute'; of: number; won: boolean }
  | { deed: 'word'; status: 'active' | 'past_due' | 'canceled'; leaving: boolean; sameTime: boolean }
  | { deed: 'close'; status: 'canceled' | 'expired' | 'failed' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    deed: fc.constant('pay' as const),
    cents: fc.constantFrom(0, 0, 0, -1, 100),
    money: fc.constantFrom('usd' as const, 'usd' as const, 'usd' as const, 'htg' as const),
  }),
  fc.record({
    deed: fc.constant('refund' as const),
    of: fc.nat(9),
    share: fc.constantFrom(1, 1, 2, 3),
    fails: fc.boolean(),
  }),
  fc.record({ deed: fc.constant('dispute' as const), of: fc.nat(9), won: fc.boolean() }),
  fc.record({
    deed: fc.constant('word' as const),
    status: fc.constantFrom('active' as const, 'active' as const, 'past_due' as const, 'canceled' as const),
    leaving: fc.boolean(),
    sameTime: fc.boolean(),
  }),
  fc.record({
    deed: fc.constant('close' as const),
    status: fc.constantFrom('canceled' as const, 'expired' as const, 'failed' as const),
  }),
);

/** The facts that a story of these steps consists of, in their true order. `who` keeps the references of two apart. */
function tell(deal: Deal, steps: Step[], who: string): { facts: Fact[]; balance: number } {
  const facts: Fact[] = [];
  const paid: Fact[] = [];
  let balance = 0;
  let time = 0;
  for (const [index, step] of steps.entries()) {
    time += 24;
    const occurred_at = moment(time);
    if (step.deed === 'pay') {
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
    } else if (step.deed === 'word') {
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
    } else if (step.deed === 'close') {
      facts.push({ kind: 'closed', reference: `${who}-cs`, status: step.status });
    } else {
      const about = paid[step.of % Math.max(paid.length, 1)];
      if (!about) continue;
      const whole = about.amount_minor as number;
      const amount = step.deed === 'refund' ? Math.ceil(whole / step.share) : whole;
      const back: Fact = {
        kind: step.deed,
        reference: `${who}-${step.deed}-${index}`,
        payment_reference: about.reference,
        amount_minor: amount,
        currency: about.currency,
        occurred_at,
      };
      facts.push(back);
      const undone = step.deed === 'refund' ? step.fails : step.won;
      if (undone) facts.push({ ...back, kind: step.deed === 'refund' ? 'refund_failed' : 'dispute_won' });
      else balance -= amount;
    }
  }
  return { facts, balance };
}

const story = fc
  .record({
    deal: fc.constantFrom<Deal>('purchase', 'rental', 'monthly', 'monthly'),
    steps: fc.array(step, { minLength: 1, maxLength: 10 }),
  })
  .chain(({ deal, steps }) => {
    const { facts } = tell(deal, steps, 'heard');
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

test(
  'however a provider’s story is shuffled and repeated, it ends in the same rights and in books that balance',
  onStage(async (as) => {
    await fc.assert(
      fc.asyncProperty(story, async ({ deal, steps, order }) => {
        const [first, second] = [await orderOf(as, deal), await orderOf(as, deal)];
        const told = tell(deal, steps, `${first}`);
        for (const fact of told.facts) await teller(as, first)(fact);
        const heard = tell(deal, steps, `${second}`);
        for (const index of order) await teller(as, second)(heard.facts[index]!);
        const same = (text: unknown, id: string) => JSON.parse(JSON.stringify(text).replaceAll(id, 'it'));
        const [inOrder, shuffled] = [await standingOf(as, first), await standingOf(as, second)];
        expect(same(shuffled, second)).toEqual(same(inOrder, first));
        expect(shuffled.balance).toBe(heard.balance);
      }),
      { numRuns: process.env.LONG ? 500 : 40 },
    );
  }),
  600_000,
);
