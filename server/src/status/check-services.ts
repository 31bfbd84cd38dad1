import { randomUUID } from 'node:crypto';
import { requestToken } from '../../../supabase/functions/_shared/providers/moncash-token.ts';
import { findPayment } from '../../../supabase/functions/_shared/providers/natcash-client.ts';
import { openStores } from '../backup/stores.ts';
import { checkStripePrices } from '../commerce/check-stripe-prices.ts';
import type { JobContext, JobHandler } from '../jobs/job.ts';
import { log } from '../log.ts';
import type { Part } from './status.ts';

/** Others are asked less often: their limits are for our members. */
const ASK_OTHERS_MS = 5 * 60_000;

/** Whether it works; null: it is not set up here. Throws the reason why it does not. */
type Check = (context: JobContext) => Promise<boolean | null>;

const own = {
  /** Looks for a file that does not exist: the store answers that, or why it does not. */
  async films({ config }) {
    const { streams } = await openStores(config, config.dataFolder);
    await streams.find('00000000-0000-4000-8000-000000000000', 'none');
    return true;
  },
  async encoding({ database }) {
    const [row] = await database.query<{ works: boolean }>(
      `select exists (select from private.media_workers w where w.seen_at > now() - interval '3 minutes' and w.state = 'ready') as works`,
    );
    return row?.works ?? false;
  },
} satisfies Partial<Record<Part, Check>>;

const others = {
  async cards({ config: { stripe, demo }, database }) {
    return stripe ? checkStripePrices(stripe, database) : demo || null;
  },
  async moncash({ config: { moncash, demo } }) {
    if (moncash) await requestToken(moncash);
    return moncash || demo ? true : null;
  },
  async natcash({ config: { natcash } }) {
    if (natcash) await findPayment(natcash, randomUUID());
    return natcash ? true : null;
  },
  /** Connects and signs in; sends nothing. */
  async mail({ config: { mail, demo }, platform }) {
    await platform.mail.checkConnection();
    return demo || mail.smtpUrl !== undefined;
  },
} satisfies Partial<Record<Part, Check>>;

let askedOthersAt = 0;

/** What works, for the status page. */
export const checkServices: JobHandler['run'] = async (_job, context) => {
  await note(context, own);
  if (Date.now() - askedOthersAt < ASK_OTHERS_MS) return;
  askedOthersAt = Date.now();
  await note(context, others);
};

async function note(context: JobContext, checks: Partial<Record<Part, Check>>): Promise<void> {
  for (const [part, check] of Object.entries(checks)) {
    const works = await check(context).catch((error: unknown) => {
      log.warn({ err: error, part }, 'a part of the service does not work');
      return false;
    });
    await context.database.query('select private.note_part($1, $2)', [part, works]);
  }
}
