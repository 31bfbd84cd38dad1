import type { Fact, Provider } from './providers/provider.ts';
import { sandboxProvider } from './providers/sandbox.ts';
import { stripeProvider } from './providers/stripe.ts';
import { asService } from './service.ts';

/** Who takes payments here, the first for new orders. Play money only in the demo, and only until real money is set up. */
export function providers(): Provider[] {
  return [
    ...(process.env.STRIPE_SECRET_KEY ? [stripeProvider()] : []),
    ...(process.env.LAKOU_ENV === 'demo' ? [sandboxProvider()] : []),
  ];
}

export const providerNamed = (name: string | null): Provider | undefined =>
  providers().find((provider) => provider.name === name);

/** Books facts, one after the other; each is safe to repeat. */
export async function book(facts: readonly Fact[]): Promise<void> {
  const service = asService();
  for (const fact of facts) {
    const { error } = await service.rpc('book_payment', { event: fact });
    if (error) throw new BookingFailed(fact, error);
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
