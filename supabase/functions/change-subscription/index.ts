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
    // As the caller: whose it is, and a missing second factor, the policies know.
    const { data: running, error } = await asCaller(request)
      .from('subscriptions')
      .select('order_id, provider, provider_reference')
      .eq('user_id', sub)
      .eq('status', 'active')
      .gt('expires_at', new Date().toISOString())
      .order('expires_at', { ascending: false })
      .limit(1)
      .maybeSingle();
    if (error) throw new Error(`subscriptions: ${error.message}`);
    const provider = providerNamed(running?.provider ?? null);
    if (!provider || !running?.order_id || !running.provider_reference) {
      return refusal(404, 'nothing_to_manage');
    }
    const { order_id, provider_reference: reference } = running;
    await book(await provider.renew({ order_id, reference, ...wish.data }));
    return Response.json(wish.data);
  },
};
