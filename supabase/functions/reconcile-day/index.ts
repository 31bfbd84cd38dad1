import { reconcileDayInput } from '@lakou/contract/commerce/inputs';
import { requireServiceRole } from '../_shared/caller.ts';
import { serviceClient } from '../_shared/clients.ts';
import { bookFacts, findProvider } from '../_shared/payments.ts';
import { isMoney, type MoneyEntry, type Provider } from '../_shared/providers/provider.ts';
import { readInput } from '../_shared/read-input.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';

/** As many as orders_to_look_up() returns. */
const LOOKED_UP = 10;

interface Step {
  name: string;
  day: string;
  cursor: string | null;
}

/**
 * For the service key, from a job: collects what a provider says about a day, one page per call. First what it lists, then
 * the orders that have to be looked up one by one. Answers the cursor of the next call.
 */
export default serveFunction(async (request) => {
  requireMethod(request, 'POST');
  requireServiceRole(request);
  const input = await readInput(request, reconcileDayInput, { status: 400, key: 'input_invalid' });
  const provider = findProvider(input.provider);
  if (!provider) return Response.json({ next: null });
  const [phase = provider.listMoney ? 'list' : 'look', rest] = splitCursor(input.cursor);
  const step = { name: input.provider, day: input.day, cursor: rest || null };
  return Response.json({
    next: phase === 'list' ? await list(provider, step) : await lookUp(provider, step),
  });
});

function splitCursor(cursor: string | null): [phase?: string, rest?: string] {
  const at = cursor?.indexOf(':') ?? -1;
  return cursor && at > 0 ? [cursor.slice(0, at), cursor.slice(at + 1)] : [];
}

async function list(provider: Provider, { name, day, cursor }: Step): Promise<string> {
  const page = await provider.listMoney?.({ day, cursor });
  await save(name, page?.entries ?? []);
  return page?.next ? `list:${page.next}` : 'look:';
}

async function lookUp(provider: Provider, { name, day, cursor }: Step): Promise<string | null> {
  const { data: orders, error } = await serviceClient().rpc('orders_to_look_up', {
    provider: name,
    day,
    ...(cursor && { after: cursor }),
  });
  if (error) throw new Error(`orders_to_look_up: ${error.message}`);
  for (const { order_id, session, subscription } of orders) {
    const facts = await provider.lookUpOrder({ order_id, session, ...(subscription && { subscription }) });
    await save(name, facts.filter(isMoney));
    // What did not arrive is booked now. What cannot be booked is a difference, which the page shows.
    await bookFacts(facts).catch((failure: unknown) => console.error(failure));
  }
  return orders.length === LOOKED_UP ? `look:${orders.at(-1)?.order_id}` : null;
}

async function save(provider: string, entries: MoneyEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const { error } = await serviceClient().rpc('save_provider_entries', {
    provider,
    entries: entries.map(({ kind, reference, amount_minor, currency, occurred_at }) => ({
      kind,
      reference,
      amount_minor,
      currency,
      occurred_at,
    })),
  });
  if (error) throw new Error(`save_provider_entries: ${error.message}`);
}
