import { serviceClient } from './clients.ts';
import { walletProvider } from './providers/gourde-wallet.ts';
import { moncash } from './providers/moncash.ts';
import { natcash } from './providers/natcash.ts';
import type { Fact, Provider } from './providers/provider.ts';
import { sandboxProvider } from './providers/sandbox.ts';
import { stripeProvider } from './providers/stripe.ts';

/** The first takes orders that name no method. Play money exists in the demo only, and comes after real money. */
export function paymentProviders(): Provider[] {
  return [
    ...(process.env.STRIPE_SECRET_KEY ? [stripeProvider()] : []),
    ...(process.env.LAKOU_ENV === 'demo' ? [sandboxProvider()] : []),
    ...(process.env.MONCASH_CLIENT_ID ? [walletProvider(moncash)] : []),
    ...(process.env.NATCASH_PARTNER_CODE ? [walletProvider(natcash)] : []),
  ];
}

export const findProvider = (name: string | null): Provider | undefined =>
  paymentProviders().find((provider) => provider.name === name);

/** One after the other; each is safe to repeat. */
export async function bookFacts(facts: readonly Fact[]): Promise<void> {
  const service = serviceClient();
  for (const fact of facts) {
    const { payer, ...event } = { payer: undefined, ...fact };
    const { error } = await service.rpc('book_payment', { event });
    if (error) throw new BookingFailed(fact, error);
    if (payer) await service.rpc('save_payer', { order_id: fact.order_id, phone: payer });
  }
}

export class BookingFailed extends Error {
  /** The error key, where the database gave one. */
  readonly key: string;

  constructor(fact: Fact, error: { message: string; hint: string }) {
    super(`${fact.kind} ${fact.reference} of order ${fact.order_id}: ${error.message}`);
    this.key = error.hint;
  }
}
