import { refundPaymentInput } from '@lakou/contract/commerce/inputs';
import { type ErrorKey, isErrorKey } from '@lakou/contract/errors';
import { requireCaller } from '../_shared/caller.ts';
import { makeClaimedRefund } from '../_shared/make-claimed-refund.ts';
import { readInput } from '../_shared/read-input.ts';
import { failureOf, Refusal } from '../_shared/refusal.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';

const statuses: Partial<Record<ErrorKey, number>> = {
  not_authenticated: 401,
  session_ended: 401,
  no_access: 403,
};

/**
 * For accountants and admins: returns what is left of a payment through its provider. The database decides and notes it;
 * a refund that fails here is repeated by reconcile-payments.
 */
export default serveFunction(async (request) => {
  requireMethod(request, 'POST');
  const caller = requireCaller(request);
  const { paymentId, reason } = await readInput(request, refundPaymentInput, {
    status: 400,
    key: 'input_invalid',
  });
  const {
    data: orderId,
    error,
    status,
  } = await caller.client.rpc('request_refund', { payment: paymentId, reason });
  if (error && isErrorKey(error.hint)) throw new Refusal(statuses[error.hint] ?? 409, error.hint);
  if (error) throw failureOf('request_refund', status, error);
  await makeClaimedRefund(orderId).catch((failure: unknown) => console.error(failure));
  return Response.json({ orderId });
});
