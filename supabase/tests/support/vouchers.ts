import type { Member } from './people.ts';
import type { As } from './world.ts';

interface BatchInput {
  agent?: string;
  vouchers?: number;
  pass?: string;
  movie?: string;
  price?: number | null;
}

/** Makes this member an agent, as /admin/vouchers does. */
export function makeAgent(
  as: As,
  member: Member = 'solange',
  { limit = 1_000_000, currency = 'USD' } = {},
): Promise<string> {
  return as('admin').value<string>(
    `select create_agent($1, 'Boutik ' || $1, $2, $3)`,
    member,
    currency,
    limit,
  );
}

/** A batch that is not printed yet: ten weeks at 1.49 dollars. */
export function makeBatch(as: As, agent: string, input: BatchInput = {}): Promise<number> {
  const { vouchers = 10, pass = 'week', movie, price = null } = input;
  return as('admin').value<number>(
    'select create_voucher_batch($1, $2, current_date + 30, $3, $4, $5, $6)',
    agent,
    vouchers,
    movie ? null : pass,
    movie ? 'movie' : null,
    movie ?? null,
    price,
  );
}

/** The codes on the sheet of a batch, the first at index 0. */
export async function printCodes(as: As, batch: number): Promise<string[]> {
  const sheet = await as('admin').value<{ vouchers: { number: number; code: string }[] }>(
    'select print_voucher_batch($1)',
    batch,
  );
  return sheet.vouchers.map(({ code }) => code);
}

/** A printed and activated batch of an agent. */
export async function activeBatch(as: As, input: BatchInput = {}) {
  const agent = input.agent ?? (await makeAgent(as));
  const batch = await makeBatch(as, agent, input);
  const codes = await printCodes(as, batch);
  await as('admin').query('select activate_voucher_batch($1)', batch);
  return { agent, batch, codes };
}

interface Books {
  /** What the agent's newest entry says. */
  balance: number;
  entries: number;
  sold: number;
  redeemed: number;
  ledger: number;
  /** What the entitlements of redeemed vouchers are worth. */
  given: number;
}

/** Everything that has to agree, of all agents together, counted each from its own table. */
export async function readBooks(as: As): Promise<Books> {
  const [books] = await as('owner').query<Books>(`
    select
      (select coalesce(sum(private.owed_by(a.id)), 0)::integer from private.agents a) as balance,
      (select coalesce(sum(e.amount_minor), 0)::integer from private.agent_entries e) as entries,
      (select coalesce(sum(b.price_minor), 0)::integer from private.vouchers v join private.voucher_batches b on b.id = v.batch_id
        where v.sold_at is not null) as sold,
      (select coalesce(sum(b.price_minor), 0)::integer from private.vouchers v join private.voucher_batches b on b.id = v.batch_id
        join private.codes c on c.id = v.code_id where c.status = 'redeemed') as redeemed,
      (select coalesce(sum(l.amount_minor), 0)::integer from ledger l where l.provider = 'voucher') as ledger,
      (select coalesce(sum(o.amount_minor), 0)::integer from orders o where o.provider = 'voucher' and o.status = 'paid' and (
        exists (select from private.paid_passes p where p.order_id = o.id and p.is_paid)
        or exists (select from user_purchases u where u.order_id = o.id and u.status = 'completed'))) as given`);
  if (!books) throw new Error('there are no books');
  return books;
}
