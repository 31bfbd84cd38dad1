import { checkOrderInput } from '@lakou/contract/commerce';
import { asCaller, callerClaims } from '../_shared/caller.ts';
import { queryProvider } from '../_shared/query-provider.ts';
import { refusal } from '../_shared/refusal.ts';
import { asService } from '../_shared/service.ts';

/** How an own order stands. While it is pending, the provider is asked, and what it says is booked. */
export default {
  async fetch(request: Request): Promise<Response> {
    if (!callerClaims(request).sub) return refusal(401, 'not_authenticated');
    const wish = checkOrderInput.safeParse(await request.json().catch(() => undefined));
    if (!wish.success) return refusal(400, 'payment_item_not_found');
    const { orderId } = wish.data;
    const own = () => asCaller(request).from('orders').select('status').eq('id', orderId).maybeSingle();
    const { data: order } = await own();
    if (!order) return refusal(404, 'payment_item_not_found');
    if (order.status !== 'pending') return Response.json({ orderId, status: order.status });
    const { data, error } = await asService().rpc('claim_order_check', { waited_for: orderId });
    if (error) throw new Error(`claim_order_check: ${error.message}`);
    for (const check of data) await queryProvider(check);
    const { data: after } = await own();
    return Response.json({ orderId, status: after?.status ?? order.status });
  },
};
