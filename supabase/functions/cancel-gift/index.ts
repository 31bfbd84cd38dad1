import { cancelGiftInput } from '@lakou/contract/commerce/inputs';
import { isErrorKey } from '@lakou/contract/errors';
import { requireCaller } from '../_shared/caller.ts';
import { makeClaimedRefund } from '../_shared/make-claimed-refund.ts';
import { readInput } from '../_shared/read-input.ts';
import { failureOf, Refusal } from '../_shared/refusal.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';

/** Takes back an own gift that nobody has redeemed, and refunds it. The database decides; a refund that fails is repeated by reconcile-payments. */
export default serveFunction(async (request) => {
  requireMethod(request, 'POST');
  const caller = requireCaller(request);
  const { giftId } = await readInput(request, cancelGiftInput, { status: 400, key: 'no_longer_there' });
  const { data: orderId, error, status } = await caller.client.rpc('cancel_gift', { gift: giftId });
  if (error && isErrorKey(error.hint))
    throw new Refusal(error.hint === 'no_longer_there' ? 404 : 409, error.hint);
  if (error) throw failureOf('cancel_gift', status, error);
  await makeClaimedRefund(orderId).catch((reason: unknown) => console.error(reason));
  return Response.json({ orderId });
});
