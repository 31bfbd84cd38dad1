import type { GourdeWallet } from '@lakou/contract/commerce/limits';
import { successPath } from '@lakou/contract/commerce/payment-item';
import { callerAddress } from './caller.ts';
import { serviceClient } from './clients.ts';
import { BookingFailed, bookFacts, findProvider } from './payments.ts';
import {
  factsOf,
  isOrderId,
  reportProblem,
  type Wallet,
  type WalletPayment,
} from './providers/gourde-wallet.ts';
import { Refusal } from './refusal.ts';
import { requireMethod, serveFunction } from './serve-function.ts';
import { requireSetting } from './settings.ts';

/** What a wallet's callback is about. */
export interface WalletCallback {
  /** As the caller names it; nobody has looked it up. */
  orderId: string | undefined;
  /** Looks the payment up and books it. The order it is for; undefined when we have none. */
  settle(): Promise<string | undefined>;
}

/**
 * The address that a wallet's server calls after a payment, and to which the browser returns. Whatever it carries is only
 * a reason to look the payment up; what the wallet answers to us is booked, once.
 */
export const serveWalletCallback = (
  name: GourdeWallet,
  read: (request: Request) => Promise<WalletCallback>,
) =>
  serveFunction(async (request) => {
    requireMethod(request, 'GET', 'POST');
    if (!findProvider(name)) throw new Refusal(404, 'order_unknown');
    const callback = await read(request);
    if (!isBrowser(request)) {
      if (!(await callback.settle())) throw new Refusal(404, 'order_unknown');
      return Response.json({ received: true }, noStore);
    }
    // Whatever the wallet answers, the person sees a page of ours, which goes on looking.
    const orderId = await callback.settle().catch((error: unknown) => {
      if (!(error instanceof Refusal)) console.error(error);
      return callback.orderId;
    });
    const location = `${requireSetting('PUBLIC_URL')}${await pathFor(orderId)}`;
    return new Response(null, { status: 303, headers: { ...noStore.headers, location } });
  });

/** Anybody can name a transaction or an order, or repeat what was signed: the wallet is asked only so often. */
export async function claimQuery(
  request: Request,
  provider: GourdeWallet,
  transaction_id: string,
): Promise<void> {
  const { data: isAllowed, error } = await serviceClient().rpc('claim_transaction_query', {
    provider,
    transaction_id,
    address: callerAddress(request),
  });
  if (error) throw new Error(`claim_transaction_query: ${error.message}`);
  if (!isAllowed) throw new Refusal(429, 'too_many_tries');
}

/** Books a payment that the wallet told us of. Undefined, and shown to accountants, when the order is none of its orders here. */
export async function settlePayment(
  wallet: Wallet,
  payment: WalletPayment,
  orderId: string,
): Promise<string | undefined> {
  const isBooked = isOrderId(orderId) && (await bookKnown(await factsOf(wallet, payment, orderId)));
  if (isBooked) return orderId;
  await reportProblem(wallet, payment, { order_id: orderId, reason: 'order_unknown' });
  return undefined;
}

/** False when the database does not know the order. */
async function bookKnown(facts: Parameters<typeof bookFacts>[0]): Promise<boolean> {
  try {
    await bookFacts(facts);
    return true;
  } catch (failure) {
    if (failure instanceof BookingFailed && failure.key === 'order_unknown') return false;
    throw failure;
  }
}

const noStore = { headers: { 'cache-control': 'no-store' } };

const isBrowser = (request: Request): boolean => (request.headers.get('accept') ?? '').includes('text/html');

/** Where the person goes on: the result of this order, else what they have bought. */
async function pathFor(orderId: string | undefined): Promise<string> {
  if (!orderId || !isOrderId(orderId)) return '/purchases';
  const { data } = await serviceClient()
    .from('orders')
    .select('id, media_type, movie_id, series_id, transaction_type')
    .eq('id', orderId)
    .maybeSingle();
  return data ? successPath(data) : '/purchases';
}
