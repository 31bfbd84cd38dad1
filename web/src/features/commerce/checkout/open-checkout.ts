import type { Plan } from '#lib/plan-prices.ts';
import { callFunction } from '../call-function.ts';
import type { PaymentItem } from './payment-item.ts';

/** What is to be paid. The server knows the price of each. */
type Wanted = { priceId: Plan; plan: Plan } | { orderId: string } | PaymentItem;

/** The checkout was made, but nobody said where. */
export class NoCheckoutUrl extends Error {}

/**
 * Sends the browser to the provider's page. It ends only when somebody comes back to this very page with the browser's
 * own Back: until then whatever waits for it stays busy, and no second checkout can be asked for.
 */
export async function openCheckout(wanted: Wanted): Promise<void> {
  const { url } = await callFunction<{ url?: string }>('create-checkout', wanted);
  if (!url) throw new NoCheckoutUrl();
  await leaveFor(url);
}

export async function leaveFor(url: string): Promise<void> {
  location.assign(url);
  await new Promise<void>((resolve) => {
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      removeEventListener('pageshow', shown);
      resolve();
    };
    addEventListener('pageshow', shown);
  });
}
