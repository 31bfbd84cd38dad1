import { reconcilePaymentsInput } from '@lakou/contract/commerce/inputs';
import { requireServiceRole } from '../_shared/caller.ts';
import { serviceClient } from '../_shared/clients.ts';
import { bookFacts, paymentProviders } from '../_shared/payments.ts';
import { queryProvider } from '../_shared/query-provider.ts';
import { readInput } from '../_shared/read-input.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';

/** As many orders at a time as a provider answers well within a function's time limit. */
const BATCH_SIZE = 10;
const MISSED_EVERY_MINUTES = 10;

/**
 * For the service key, on a schedule: queries the providers about everything left pending, and for webhook calls that
 * did not reach us. Each order is claimed by one caller at a time. A failing one does not stop the others.
 */
export default serveFunction(async (request) => {
  requireMethod(request, 'POST');
  requireServiceRole(request);
  const { missed } = await readInput(request, reconcilePaymentsInput, { status: 400, key: 'input_invalid' });
  const { data: checks, error } = await serviceClient().rpc('claim_payment_checks', {
    how_many: BATCH_SIZE,
  });
  if (error) throw new Error(`claim_payment_checks: ${error.message}`);
  const work = checks.map((check) => queryProvider(check));
  if (missed ?? new Date().getMinutes() % MISSED_EVERY_MINUTES === 0) {
    work.push(
      ...paymentProviders().map(async (provider) => bookFacts(await provider.listUndeliveredFacts())),
    );
  }
  const failures = (await Promise.allSettled(work)).filter((done) => done.status === 'rejected');
  for (const { reason } of failures) console.error(reason);
  return Response.json({ checked: checks.length, failed: failures.length });
});
