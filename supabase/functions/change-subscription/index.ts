import { changeSubscriptionInput } from '@lakou/contract/commerce';
import { asCaller, callerClaims } from '../_shared/caller.ts';
import { book, providerNamed } from '../_shared/payments.ts';
import { refusal } from '../_shared/refusal.ts';

/** Lets the caller's subscription end with the time that is paid for, or go on after all. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { sub } = callerClaims(request);
    if (!sub) return refusal(401, 'not_authenticated');
    const wish = changeSubscriptionInput.safeParse(await request.json().catch(() => undefined));
    if (!wish.success) return refusal(400, 'nothing_to_manage');
    const { data: held } = await asCaller(request)
      .from('subscriptions')
      .select('order_id, provider, provider_reference')
      .eq('user_id', sub)
      .in('status', ['active', 'past_due'])
      .not('order_id', 'is', null)
      .order('expires_at', { ascending: false })
      .limit(1)
      .maybeSingle();
    const provider = held && providerNamed(held.provider);
    if (!provider || !held.order_id || !held.provider_reference) return refusal(404, 'nothing_to_manage');
    const { order_id, provider_reference: reference } = held;
    await book(await provider.renewal({ order_id, reference, renews: wish.data.renews }));
    return Response.json({ renews: wish.data.renews });
  },
};
