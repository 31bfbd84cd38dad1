import { takesGourdes } from '@lakou/contract/commerce/limits';
import type { PublicSettings } from '@lakou/contract/public-settings';
import { isId } from '#lib/address.ts';
import type { EarlyRead } from '#lib/early-read.ts';
import { freshToken, memberToken, storedUserId } from '#lib/stored-session.ts';
import { orderAddress } from '../order-request.ts';
import type { Order } from '../read-orders.ts';
import { findEarlyElements } from './early-elements.ts';
import type { EarlyPayment } from './early-payment.ts';
import { pressPay } from './press-pay.ts';
import { showEarlyPayment } from './show-early-payment.ts';

/**
 * Requests and shows the order in the address as the app will, with a button that pays. Undefined where the app has to decide what
 * to show: there is no order in the address, nobody is signed in, the token has to be renewed, the second factor is missing.
 */
export function readEarlyPayment(settings: PublicSettings): EarlyRead | undefined {
  const id = new URLSearchParams(location.search).get('order');
  const elements = findEarlyElements();
  const viewer = storedUserId();
  const token = memberToken(freshToken());
  if (!isId(id) || !elements || !viewer || !token) return undefined;
  const headers = { apikey: settings.anonKey, authorization: `Bearer ${token}` };
  const address = orderAddress(id, viewer);
  const response = fetch(location.origin + address, { headers });
  const others = readOthers(settings, viewer, headers);
  const early: EarlyPayment = { order: id, method: undefined, press: undefined };
  globalThis.earlyPayment = early;
  const show = async (): Promise<void> => {
    const answer = await response;
    const [order] = answer.ok ? ((await answer.clone().json()) as Order[]) : [];
    if (!order) return;
    await showEarlyPayment({
      order,
      early,
      elements,
      paymentMethods: settings.paymentMethods,
      ...(await others),
      pay: () => pressPay(early, viewer, settings.anonKey),
    });
  };
  // What fails here is reported by the app, which gets the same response.
  return { viewer, token, address, response, shown: show().catch(() => {}) };
}

/** The rate, the method last used and the credit, as in read-methods.ts. What cannot be read is left out there too. */
async function readOthers(
  { paymentMethods }: PublicSettings,
  viewer: string,
  headers: Record<string, string>,
): Promise<{ rate: number | undefined; last: string | undefined; credit: number }> {
  const read = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer | undefined> => {
    const answer = await fetch(`/rest/v1/${path}`, { ...init, headers: { ...headers, ...init.headers } });
    return answer.ok ? ((await answer.json()) as Answer) : undefined;
  };
  const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const lastOrder = `orders?select=provider&user_id=eq.${viewer}&provider=not.is.null&order=created_at.desc&limit=1`;
  const [rates, orders, credit] = await Promise.all([
    paymentMethods.some(takesGourdes)
      ? read<{ rate: number }[]>('exchange_rates?select=rate&order=id.desc&limit=1')
      : undefined,
    paymentMethods.length > 1 ? read<{ provider: string }[]>(lastOrder) : undefined,
    read<number>('rpc/my_credit', call),
  ]);
  return { rate: rates?.[0]?.rate, last: orders?.[0]?.provider, credit: credit ?? 0 };
}
