import type { Pass, PaymentMethod, Plan } from '@lakou/contract/commerce/limits';
import { answerOf, callFunction } from '#lib/call-function.ts';
import { openExternalPage } from './open-external-page.ts';
import type { PaymentItem } from './payment-item.ts';

/** What to pay for. The server looks up the price. */
type CheckoutRequest =
  | { priceId: Plan; plan: Plan }
  | { pass: Pass; method: PaymentMethod }
  | (({ orderId: string } | PaymentItem) & { method?: PaymentMethod });

/** The server created a checkout but returned no address for it. */
export class NoCheckoutUrl extends Error {}

/**
 * Sends the browser to the payment provider's page. Resolves only when the user returns here with the browser's Back
 * button, so the calling button stays busy and no second checkout can be started.
 */
export async function openCheckout(request: CheckoutRequest): Promise<void> {
  const { url } = await callFunction('create-checkout', request);
  if (!url) throw new NoCheckoutUrl();
  await openExternalPage(url);
}

/** Of a checkout that the page's script has started: where there was an address, it has opened that page too. */
export async function awaitCheckout(answer: Promise<Response>): Promise<void> {
  const { url } = await answerOf('create-checkout', await answer);
  if (!url) throw new NoCheckoutUrl();
}
