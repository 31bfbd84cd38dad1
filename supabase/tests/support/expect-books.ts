import { expect } from 'vitest';
import type { OpenDeal } from './deals.ts';
import { idOf } from './people.ts';
import { readBooks } from './vouchers.ts';
import type { As } from './world.ts';

export const creditOf = async (as: As): Promise<number> =>
  Number(await as('mimose').value('select my_credit()'));

/** Once all has happened: ledger = providers, entitlements = what was paid. */
export async function expectBooks(
  as: As,
  deals: readonly (OpenDeal & { name: string })[],
  creditBefore: number,
): Promise<void> {
  for (const { name, orders, left, holder, films, isTheirs } of deals) {
    if (orders.length > 0) expect(await balanceOf(as, orders), `the ledger of: ${name}`).toBe(left);
    for (const film of films) {
      const watching = await as('owner').value(
        `select private.can_watch($1, 'movie', $3) = $4 and not private.can_watch($2, 'movie', $3)`,
        idOf[holder],
        idOf[holder === 'tiJo' ? 'mimose' : 'tiJo'],
        film,
        isTheirs,
      );
      expect(watching, `the right of: ${name}`).toBe(true);
    }
  }
  const credits = deals.flatMap((deal) => deal.credits).reduce((sum, amount) => sum + amount, 0);
  expect(await creditOf(as)).toBe(creditBefore + credits);
  const { balance, entries, sold, redeemed, ledger, given } = await readBooks(as);
  expect([balance, entries]).toEqual([sold, sold]);
  expect([redeemed, given]).toEqual([ledger, ledger]);
  expect(redeemed).toBe(sold);
}

const balanceOf = async (as: As, orders: string[]) =>
  Number(
    await as('owner').value(
      'select coalesce(sum(amount_minor), 0) from ledger where order_id = any ($1)',
      orders,
    ),
  );
