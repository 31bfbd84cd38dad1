import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../contract/src/database-types.ts';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { type LakouProcess, startLakou } from '../support/lakou-process.ts';
import { film } from '../support/shop.ts';
import { deliver, type StripeServer, startStripe } from '../support/stripe-server.ts';
import type { Thing } from '../support/stripe-world.ts';
import { idOf } from '../support/test-server.ts';

const kills = process.env.LONG ? 50 : 3;
/** Ends a test that hangs: a start of the server takes minutes where other work shares the machine. */
const LIMIT_MS = kills * 10 * 60_000;
const ORDERS_EACH = 16;
const LANES = 4;

let parent: string;
let stripe: StripeServer;
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'lakou-kill-money-'));
  stripe = await startStripe();
});
afterAll(async () => {
  await stripe.close();
  rmSync(parent, { recursive: true, force: true });
});

/** Nothing of it takes part in a payment, and each round starts a server. */
const QUICK = { RENDER_THREADS: '1' };
const start = () =>
  startLakou({ ...stripe.settings, DATA_DIR: join(parent, 'data'), LOG_LEVEL: 'fatal', ...QUICK });

/** A payment as a Stripe event. */
const paid = (order_id: string, index: number): Thing => ({
  id: `evt_${index}`,
  object: 'event',
  created: Math.floor(Date.now() / 1000),
  type: 'checkout.session.completed',
  data: {
    object: {
      id: `cs_${index}`,
      object: 'checkout.session',
      mode: 'payment',
      payment_status: 'paid',
      payment_intent: `pi_${index}`,
      subscription: null,
      amount_total: 1299,
      currency: 'usd',
      metadata: { order_id },
    },
  },
});

/**
 * Like Stripe: delivers every event until it is accepted, several at a time, some of them twice. Returns how
 * many deliveries failed. `onTaken` is called with the number of accepted ones.
 */
async function bring(
  lakou: LakouProcess,
  notices: [id: string, notice: Thing][],
  taken: Set<string>,
  onTaken: (count: number) => void = () => {},
): Promise<number> {
  const waiting = notices.filter(([id]) => !taken.has(id) || Math.random() < 0.1);
  let [count, broken] = [0, 0];
  const lane = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const answer = await deliver(lakou.url, next[1]).catch(() => undefined);
      if (!answer) {
        broken += 1;
        return;
      }
      if (answer.ok) taken.add(next[0]);
      count += 1;
      onTaken(count);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return broken;
}

test(
  `${kills} kills in the middle of booking: no payment is lost, none is booked twice`,
  async () => {
    let lakou = await start();
    const keys = await loadSigningKeys({ folder: lakou.dataFolder });
    const service = () =>
      createClient<Database>(lakou.url, keys.serviceKey, { auth: { persistSession: false } });
    const order = {
      user_id: idOf.member,
      transaction_type: 'purchase',
      media_type: 'movie',
      movie_id: film,
      title: 'Wout Mòn Nwa',
      amount_minor: 1299,
    };
    const { data: orders, error } = await service()
      .from('orders')
      .insert(Array.from({ length: kills * ORDERS_EACH }, () => order))
      .select('id');
    expect(error).toBeNull();
    const notices = (orders ?? []).map(({ id }, index): [string, Thing] => [id, paid(id, index)]);
    const ids = notices.map(([id]) => id).toSorted();
    const taken = new Set<string>();
    let broken = 0;

    for (let round = 0; round < kills; round += 1) {
      const killAfter = Math.ceil(Math.random() * (ORDERS_EACH - LANES));
      broken += await bring(lakou, notices.slice(0, (round + 1) * ORDERS_EACH), taken, (count) => {
        if (count === killAfter) setTimeout(() => lakou.child.kill('SIGKILL'), Math.random() * 10);
      });
      await lakou.stop('SIGKILL');
      lakou = await start();
    }
    expect(broken, 'broken off in the middle').toBeGreaterThanOrEqual(kills);
    await bring(lakou, notices, taken);
    expect([...taken].toSorted()).toEqual(ids);

    const books = await service().from('ledger').select('order_id').eq('provider', 'stripe').limit(10_000);
    const rights = await service()
      .from('user_purchases')
      .select('order_id')
      .eq('provider', 'stripe')
      .limit(10_000);
    for (const { data } of [books, rights]) {
      expect(data?.map(({ order_id }) => order_id).toSorted()).toEqual(ids);
    }
    const { count } = await service()
      .from('orders')
      .select('*', { count: 'exact', head: true })
      .eq('status', 'pending');
    expect(count).toBe(0);
    await lakou.stop();
  },
  LIMIT_MS,
);
