import { randomUUID } from 'node:crypto';
import { natcashPage, natcashPayment, natcashResult, natcashState } from '@lakou/contract/commerce/natcash';
import type { WalletPayment } from './gourde-wallet.ts';
import { signRequest } from './natcash-signature.ts';

/** What Natcom gives a merchant. */
export interface NatcashAccount {
  url: string;
  partnerCode: string;
  username: string;
  password: string;
  privateKey: string;
}

/** One answer fits into the ten seconds that a function has. */
const TIMEOUT_MS = 8_000;
const OK = 0;
const PAID = 1;
/** Not paid, failed, or an order that NatCash does not know. */
const NOT_PAID = [-1, -3];

/** Opens a payment page. `expires` is in milliseconds, where NatCash says it in a form that we understand. */
export async function openPage(
  account: NatcashAccount,
  order: { orderNumber: string; gourdes: number; callbackUrl: string },
): Promise<{ url: string; expires: number | undefined }> {
  const { partnerCode, username, password, privateKey } = account;
  const { orderNumber, gourdes: amount, callbackUrl } = order;
  const [requestId, timestamp] = [randomUUID(), Date.now()];
  const signed = { partnerCode, username, password, timestamp, requestId, orderNumber, amount };
  const answer = await call(account, 'credential', {
    ...signed,
    callbackUrl,
    enableFee: false,
    skipPhoneInput: false,
    language: 'ht',
    signature: signRequest(privateKey, requestId, Object.values(signed)),
  });
  requireOk(answer);
  const { url, expiredAt } = natcashPage.parse(answer);
  return { url, expires: expiredAt && expiredAt > Date.now() ? expiredAt : undefined };
}

/** Undefined: NatCash knows no payment for this order (yet). */
export async function findPayment(
  account: NatcashAccount,
  orderNumber: string,
): Promise<WalletPayment | undefined> {
  const { partnerCode, username, password, privateKey } = account;
  const requestId = randomUUID();
  const signed = { partnerCode, username, password, orderNumber, requestId };
  const answer = await call(account, 'merchant/checkTransaction', {
    ...signed,
    signature: signRequest(privateKey, requestId, Object.values(signed)),
  });
  const known = natcashResult.safeParse(answer);
  if (known.success && NOT_PAID.includes(known.data.responseCode)) return undefined;
  // Anything else that is not clearly paid is no answer: an order must not expire because of it.
  requireOk(answer);
  const { responseCode } = natcashResult.parse(answer);
  const found = natcashPayment.parse({ ...answer, transId: answer.transId ?? answer.transactionId });
  return {
    reference: found.orderNumber,
    transaction_id: found.transId,
    cost: found.amount,
    isSuccessful: responseCode === PAID,
    message: String(responseCode),
    ...(found.fromPhone && { payer: found.fromPhone }),
  };
}

type Fields = Record<string, unknown>;

/** The fields of the answer; some answers nest them under `data`, or twice. */
async function call(account: NatcashAccount, path: string, body: object): Promise<Fields> {
  const response = await fetch(`${account.url}/${path}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // The password goes to this address only.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`NatCash answered ${response.status} to ${path}`);
  const outer = fieldsOf(await response.json());
  const middle = fieldsOf(outer.data);
  return { ...outer, ...middle, ...fieldsOf(middle.data) };
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

function requireOk(answer: Fields): void {
  const { status, message } = natcashState.parse(answer);
  if (status !== OK) throw new Error(`NatCash refused with status ${status}: ${message.slice(0, 200)}`);
}
