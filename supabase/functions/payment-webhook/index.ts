import { BookingFailed, bookFacts, paymentProviders } from '../_shared/payments.ts';
import { type Fact, type Provider, SignatureInvalid } from '../_shared/providers/provider.ts';
import { Refusal } from '../_shared/refusal.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';

/**
 * Where payment providers report what happened. It needs no token; the signature over the raw body authenticates. A
 * call that could not be booked is answered with an error, so that the provider repeats it.
 */
export default serveFunction(async (request) => {
  requireMethod(request, 'POST');
  const provider = findSigner(request);
  const facts = await readSignedFacts(provider, request);
  await bookFacts(facts).catch((error: unknown) => {
    if (error instanceof BookingFailed && error.key === 'order_unknown') {
      throw new Refusal(404, 'order_unknown');
    }
    throw error;
  });
  return Response.json({ received: true });
});

function findSigner(request: Request): Provider {
  const provider = paymentProviders().find(
    ({ signatureHeader }) => signatureHeader !== null && request.headers.has(signatureHeader),
  );
  if (!provider) throw new Refusal(400, 'signature_missing');
  return provider;
}

async function readSignedFacts(provider: Provider, request: Request): Promise<Fact[]> {
  const signature = request.headers.get(provider.signatureHeader ?? '') ?? '';
  try {
    return await provider.readWebhook({ body: await request.text(), signature });
  } catch (error) {
    if (error instanceof SignatureInvalid) throw new Refusal(400, 'signature_invalid');
    throw error;
  }
}
