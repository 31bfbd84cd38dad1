import { callerClaims } from '../_shared/caller.ts';
import { book, providers } from '../_shared/payments.ts';
import { queryProvider } from '../_shared/query-provider.ts';
import { refusal } from '../_shared/refusal.ts';
import { asService } from '../_shared/service.ts';

/** So many orders at a time: what a provider answers well within the time a function has. */
const AT_A_TIME = 10;
const MISSED_EVERY_MINUTES = 10;

/**
 * For the service key, on a clock: asks the providers about everything left pending, and for notices that did not
 * reach us. Each order is asked about by one caller at a time. One that fails does not keep the others waiting.
 */
export default {
  async fetch(request: Request): Promise<Response> {
    if (callerClaims(request).role !== 'service_role') return refusal(403, 'no_access');
    const { missed } = ((await request.json().catch(() => null)) ?? {}) as { missed?: boolean };
    const { data: checks, error } = await asService().rpc('claim_payment_checks', { how_many: AT_A_TIME });
    if (error) throw new Error(`claim_payment_checks: ${error.message}`);
    const work = checks.map((check) => queryProvider(check));
    if (missed ?? new Date().getMinutes() % MISSED_EVERY_MINUTES === 0) {
      work.push(...providers().map(async (provider) => book(await provider.missed())));
    }
    const failures = (await Promise.allSettled(work)).filter((done) => done.status === 'rejected');
    for (const { reason } of failures) console.error(reason);
    return Response.json({ asked: checks.length, failed: failures.length });
  },
};
