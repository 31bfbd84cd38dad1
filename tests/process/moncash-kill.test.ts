import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../contract/src/database-types.ts';
import { openEmbedded } from '../../platform/src/database/embedded.ts';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { type LakouProcess, startLakou } from '../support/lakou-process.ts';
import { type MoncashServer, startMoncash } from '../support/moncash-server.ts';
import { callAs, film } from '../support/shop.ts';

const kills = process.env.LONG ? 50 : 3;
/** Ends a test that hangs: a start of the server takes minutes where other work shares the machine. */
const LIMIT_MS = kills * 10 * 60_000;

let parent: string;
let moncash: MoncashServer;
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'lakou-kill-moncash-'));
  moncash = await startMoncash();
});
afterAll(async () => {
  await moncash.close();
  rmSync(parent, { recursive: true, force: true });
});

/** Nothing of it takes part in a payment, and each round starts a server. */
const QUICK = { RENDER_THREADS: '1' };
const start = () =>
  startLakou({ ...moncash.settings, DATA_DIR: join(parent, 'data'), LOG_LEVEL: 'fatal', ...QUICK });

/** Ends the minute before MonCash is asked about an order again. */
async function endTheWait(): Promise<void> {
  const database = await openEmbedded({ folder: join(parent, 'data/database') });
  await database.query('update private.checkouts set next_check_at = now()');
  await database.close();
}

/** Where the process is killed: when MonCash receives a request, each time another one. */
const MOMENTS = ['/Api/oauth/token', '/Api/v1/CreatePayment', '/Api/v1/RetrieveTransactionPayment'] as const;

test(
  `${kills} kills while MonCash is asked: every payment is booked once, every right is there`,
  async () => {
    let lakou: LakouProcess = await start();
    const keys = await loadSigningKeys({ folder: lakou.dataFolder });
    const connect = () =>
      createClient<Database>(lakou.url, keys.anonKey, { auth: { persistSession: false } });
    const service = () =>
      createClient<Database>(lakou.url, keys.serviceKey, { auth: { persistSession: false } });

    for (let round = 0; round < kills; round += 1) {
      const client = connect();
      const email = `kill-${round}@example.test`;
      const { error } = await client.auth.signUp({ email, password: 'yon-modpas-ki-long' });
      expect(error).toBeNull();
      const moment = MOMENTS[round % MOMENTS.length]!;
      const rent = () =>
        callAs(client, 'create-checkout', {
          id: film,
          mediaType: 'movie',
          type: 'rental',
          method: 'moncash',
        });
      moncash.world.tokens.clear();
      moncash.before = (request) => {
        if (!request.endsWith(moment)) return;
        moncash.before = () => {};
        lakou.child.kill('SIGKILL');
      };
      // Either of them meets the kill; what was answered before it counts.
      await rent().catch(() => undefined);
      const { pages } = moncash.world;
      const opened = [...pages.values()].filter(({ transaction }) => !transaction);
      for (const page of opened) {
        const transactionId = moncash.world.pay(page);
        await fetch(`${lakou.url}/functions/v1/moncash-callback/alert?transactionId=${transactionId}`).catch(
          () => undefined,
        );
      }
      await lakou.stop('SIGKILL');
      if (round === kills - 1) await endTheWait();
      lakou = await start();
    }
    moncash.before = () => {};

    // The schedule finds what no callback could report.
    await expect
      .poll(
        async () => {
          const checked = await callAs(service(), 'reconcile-payments', {});
          expect(checked.status).toBe(200);
          const { data } = await service()
            .from('ledger')
            .select('provider_reference')
            .eq('provider', 'moncash');
          return data?.length;
        },
        { timeout: 5 * 60_000, interval: 2_000 },
      )
      .toBe(moncash.world.pages.size);
    const paid = [...moncash.world.pages.values()].map(({ transaction }) => transaction?.id).toSorted();
    const { data: books } = await service()
      .from('ledger')
      .select('provider_reference, order_id, amount_minor, problem')
      .eq('provider', 'moncash');
    expect(books?.map(({ provider_reference }) => provider_reference).toSorted()).toEqual(paid);
    expect(books?.every(({ problem }) => problem === null)).toBe(true);
    const { data: rights } = await service()
      .from('user_purchases')
      .select('order_id')
      .eq('provider', 'moncash');
    expect(rights?.map(({ order_id }) => order_id).toSorted()).toEqual(
      books?.map(({ order_id }) => order_id).toSorted(),
    );
    await lakou.stop();
  },
  LIMIT_MS,
);
