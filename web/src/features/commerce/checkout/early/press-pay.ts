import { freshToken, memberToken, storedUserId } from '#lib/stored-session.ts';
import { openExternalPage } from '../open-external-page.ts';
import type { EarlyPayment } from './early-payment.ts';

/** As in lib/call-function.ts. */
const TIMEOUT_MS = 20_000;

/** Sends the app's own request, once. Refusals and failures wait for the app, which shows them. */
export function pressPay(early: EarlyPayment, viewer: string, anonKey: string): void {
  if (early.press) return;
  const { order, method } = early;
  const token = storedUserId() === viewer ? memberToken(freshToken()) : undefined;
  const press: EarlyPayment['press'] = { method, checkout: undefined };
  early.press = press;
  if (!token) return;
  press.checkout = openCheckout();
  // Until the app takes it over.
  press.checkout.catch(() => {});

  async function openCheckout(): Promise<Response> {
    const response = await fetch('/functions/v1/create-checkout', {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: anonKey, authorization: `Bearer ${token}` },
      body: JSON.stringify({ orderId: order, ...(method && { method }) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = response.ok
      ? await response
          .clone()
          .json()
          .catch(() => ({}))
      : {};
    const { url } = answer as { url?: string };
    if (!url) return response;
    await openExternalPage(url);
    // Back here without the app: what it was loading may have been given up.
    if (early.press === press) location.reload();
    return response;
  }
}
