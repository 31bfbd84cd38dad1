import { requireSetting } from '../settings.ts';
import type { WalletPayment } from './gourde-wallet.ts';
import { type MoncashAccount, requestToken, TIMEOUT_MS } from './moncash-token.ts';

/** Tokens are valid for 59 seconds; one that is used has to arrive in time. */
const TOKEN_MARGIN_MS = 9_000;

interface Token {
  value: string;
  until: number;
}
const tokens = new Map<string, Token>();

/** Opens a payment: the token of its page. An order number can be used once. */
export async function createPayment(orderId: string, gourdes: number): Promise<string> {
  const answer = await call('/Api/v1/CreatePayment', { amount: gourdes, orderId });
  const token = (answer as { payment_token?: { token?: unknown } } | undefined)?.payment_token?.token;
  if (typeof token !== 'string' || token === '') throw new Error('MonCash opened no payment page');
  return token;
}

/** Undefined: MonCash does not know such a payment (yet). */
export const findPaymentOfOrder = (orderId: string) =>
  findPayment('/Api/v1/RetrieveOrderPayment', { orderId });

export const findPaymentOfTransaction = (transactionId: string) =>
  findPayment('/Api/v1/RetrieveTransactionPayment', { transactionId });

export function pageUrl(token: string): string {
  const base = process.env.MONCASH_PAGE_URL ?? requireSetting('MONCASH_URL');
  return `${base}/Moncash-middleware/Payment/Redirect?token=${encodeURIComponent(token)}`;
}

async function findPayment(path: string, query: object): Promise<WalletPayment | undefined> {
  const answer = (await call(path, query)) as { payment?: Record<string, unknown> } | undefined;
  if (!answer) return undefined;
  const { reference, transaction_id, cost, message, payer } = answer.payment ?? {};
  const payment = {
    reference: textOf(reference),
    transaction_id: textOf(transaction_id),
    cost: Number(cost),
    isSuccessful: textOf(message).toLowerCase() === 'successful',
    message: textOf(message),
    payer: textOf(payer),
  };
  if (!payment.transaction_id || !Number.isFinite(payment.cost))
    throw new Error('MonCash described a payment without number or cost');
  return payment;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Undefined on 404. A token that MonCash no longer takes is replaced once. */
async function call(path: string, body: object): Promise<unknown> {
  let response = await send(path, body, await currentToken());
  if (response.status === 401) {
    tokens.delete(tokenKey(readAccount()));
    response = await send(path, body, await currentToken());
  }
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`MonCash answered ${response.status} to ${path}`);
  return response.json();
}

function send(path: string, body: object, token: string): Promise<Response> {
  return fetch(`${requireSetting('MONCASH_URL')}${path}`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

const readAccount = (): MoncashAccount => ({
  url: requireSetting('MONCASH_URL'),
  clientId: requireSetting('MONCASH_CLIENT_ID'),
  clientSecret: requireSetting('MONCASH_CLIENT_SECRET'),
});
const tokenKey = ({ url, clientId }: MoncashAccount): string => `${url} ${clientId}`;

async function currentToken(): Promise<string> {
  const account = readAccount();
  const known = tokens.get(tokenKey(account));
  if (known && known.until > Date.now()) return known.value;
  const asked = Date.now();
  const { value, seconds } = await requestToken(account);
  tokens.set(tokenKey(account), { value, until: asked + seconds * 1000 - TOKEN_MARGIN_MS });
  return value;
}
