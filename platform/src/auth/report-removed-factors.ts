import type { Auth } from './auth.ts';
import { RateLimits } from './rate-limits.ts';
import { sendNotice } from './send-email.ts';
import { findUser } from './users.ts';

/** Every process hears of it, one reports it. */
const ONCE = { hits: 1, seconds: 3600 };

/** Reports factors that the database removed by itself, as for a recovery code. Returns a function that stops it. */
export function reportRemovedFactors(
  options: Pick<Auth, 'database' | 'mail' | 'log' | 'settings'>,
): Promise<() => Promise<void>> {
  const limits = new RateLimits(options.database);
  return options.database.listen('removed_factors', (payload) => {
    void report(payload).catch((error: Error) =>
      options.log.error({ message: error.message }, 'removed factor not reported'),
    );
  });

  async function report(payload: string): Promise<void> {
    const [seen] = await limits.count({ rule: 'removed factors', who: payload, limit: ONCE });
    const user = seen ? undefined : await findUser(options.database, payload.split(' ')[0] ?? '');
    if (!user?.email) return;
    const { email: to, raw_user_meta_data: metadata } = user;
    await sendNotice({ ...options, limits }, { to, kind: 'factor_removed', metadata });
  }
}
