import { asCaller, callerClaims } from '../_shared/caller.ts';
import { providerNamed } from '../_shared/payments.ts';
import { refusal } from '../_shared/refusal.ts';
import { asService } from '../_shared/service.ts';

/** Where the caller manages the subscription: invoices, card, cancelling. Answers { url }. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { sub } = callerClaims(request);
    if (!sub) return refusal(401, 'not_authenticated');
    // As the caller, so that a missing second factor counts.
    const { data: seen } = await asCaller(request)
      .from('subscriptions')
      .select('id')
      .eq('user_id', sub)
      .limit(1);
    if (!seen?.length) return refusal(404, 'nothing_to_manage');
    const { data, error } = await asService().rpc('billing_customer', { person: sub });
    if (error) throw new Error(`billing_customer: ${error.message}`);
    const found = data as { provider: string; subscription: string; customer: string | null } | null;
    const provider = found ? providerNamed(found.provider) : undefined;
    if (!found || !provider) return refusal(404, 'nothing_to_manage');
    const { subscription, customer } = found;
    const url = await provider.portal({ subscription, ...(customer && { customer }) });
    return Response.json({ url });
  },
};
