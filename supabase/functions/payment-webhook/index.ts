import { BookingFailed, book, providers } from '../_shared/payments.ts';
import { NoticeRefused } from '../_shared/providers/provider.ts';

/**
 * Where payment providers tell what happened. Open to everybody; the signature over the raw body decides. A notice
 * that could not be booked is answered with an error, so that the provider brings it again.
 */
export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
    const body = await request.text();
    const provider = providers().find(({ signatureHeader }) => request.headers.has(signatureHeader));
    if (!provider) return refused(400, 'This notice is not signed');
    try {
      const signature = request.headers.get(provider.signatureHeader) ?? '';
      await book(await provider.read({ body, signature }));
    } catch (error) {
      if (error instanceof NoticeRefused) return refused(400, 'The signature of this notice is not good');
      if (error instanceof BookingFailed && error.key === 'order_unknown') {
        return refused(404, 'The order of this notice is not known');
      }
      throw error;
    }
    return Response.json({ received: true });
  },
};

const refused = (status: number, message: string): Response =>
  Response.json({ error: message, message }, { status });
