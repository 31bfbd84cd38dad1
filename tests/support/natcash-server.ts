import { createHash, createHmac, randomInt, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';

/** A payment page and, once paid, its transaction. */
interface NatcashPage {
  orderNumber: string;
  /** In gourdes. */
  amount: number;
  url: string;
  callbackUrl: string;
  transaction?: {
    transId: string;
    amount: number;
    orderNumber: string;
    responseCode: number;
    /** The number that paid. No public client reads one, so most answers have none. */
    fromPhone?: string;
  };
}

/** How answers are nested: the public clients disagree. */
export type Nesting = 'flat' | 'data' | 'data.data';

export interface NatcashServer {
  url: string;
  /** Settings for a server that uses it. */
  settings: Record<string, string>;
  /** Names of the calls it has received. */
  requests: string[];
  pages: Map<string, NatcashPage>;
  nesting: Nesting;
  /** The name of a transaction's number, and whether numbers are sent as text. */
  transactionField: 'transId' | 'transactionId';
  asText: boolean;
  /** `down`: it answers 503. `silent`: it acts and closes the connection. `slow`: it acts and never answers. */
  mode: 'up' | 'down' | 'silent' | 'slow';
  /** Called before an answer is sent, when the call has been acted on. */
  beforeAnswer: (request: string) => Promise<void> | void;
  createPage(orderNumber: string, amount: number): NatcashPage;
  /** The payer has confirmed; once. */
  pay(orderNumber: string, fields?: Partial<NonNullable<NatcashPage['transaction']>>): string;
  /** The query of the callback that it would send. */
  callback(orderNumber: string, code?: number | string): string;
  close(): Promise<void>;
}

const PAGE_MS = 5 * 60_000;
const PAID = 1;
const UNKNOWN = -3;
const BAD_SIGNATURE = 7;

const account = {
  partnerCode: 'LAKOU',
  username: 'lakou-api',
  password: 'test-password',
  privateKey: 'test-private-key',
};
const functionCode = 'test-function-code';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

type Body = Record<string, unknown>;

/** What the signature of each call covers, after the access key. */
const signedFields: Record<string, readonly string[]> = {
  credential: ['partnerCode', 'username', 'password', 'timestamp', 'requestId', 'orderNumber', 'amount'],
  'merchant/checkTransaction': ['partnerCode', 'username', 'password', 'orderNumber', 'requestId'],
};

function isSigned(call: string, body: Body): boolean {
  const accessKey = sha256(account.privateKey + String(body.requestId));
  const fields = (signedFields[call] ?? []).map((name) => String(body[name]));
  return body.signature === hmac(account.privateKey, accessKey + fields.join(''));
}

const isMerchant = (body: Body): boolean =>
  body.partnerCode === account.partnerCode &&
  body.username === account.username &&
  body.password === account.password;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Why a call for a page is not accepted; undefined when it is. */
function complaint(body: Body): string | undefined {
  if (typeof body.amount !== 'number' || !(body.amount > 0)) return 'amount';
  if (typeof body.timestamp !== 'number' || !Number.isInteger(body.timestamp)) return 'timestamp';
  if (typeof body.requestId !== 'string' || !uuid.test(body.requestId)) return 'requestId';
  if (typeof body.orderNumber !== 'string' || body.orderNumber === '') return 'orderNumber';
  if (!URL.canParse(String(body.callbackUrl))) return 'callbackUrl';
  if (!['ht', 'fr', 'en'].includes(String(body.language))) return 'language';
  if (typeof body.enableFee !== 'boolean' || typeof body.skipPhoneInput !== 'boolean') return 'flags';
  return undefined;
}

/** NatCash as two public clients use it, written from those facts and from nothing of ours. */
export async function startNatcash(): Promise<NatcashServer> {
  const app = new Hono();
  const requestIds = new Set<string>();

  const answer = (context: Context, { status, ...fields }: { status: number } & Body): Response => {
    const written = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        natcash.asText && typeof value === 'number' ? String(value) : value,
      ]),
    );
    const nested = {
      flat: { status, ...written },
      data: { status, data: written },
      'data.data': { status, data: { data: written } },
    };
    return context.json(nested[natcash.nesting]);
  };

  app.use(async (context, next) => {
    const call = context.req.path.slice('/api/online-payment/'.length);
    natcash.requests.push(call);
    if (natcash.mode === 'down') return context.json({ message: 'Service Unavailable' }, 503);
    const body: Body = await context.req.json();
    if (!isMerchant(body) || !isSigned(call, body))
      return context.json({ status: BAD_SIGNATURE, message: 'Invalid signature' });
    if (requestIds.has(String(body.requestId)))
      return context.json({ status: BAD_SIGNATURE, message: 'Repeated request' });
    requestIds.add(String(body.requestId));
    await next();
    await natcash.beforeAnswer(call);
    if (natcash.mode === 'slow') await stopped;
    if (natcash.mode === 'silent')
      (context.env as { incoming: { socket: { destroy(): void } } }).incoming.socket.destroy();
    return undefined;
  });
  app.post('/api/online-payment/credential', async (context) => {
    const body: Body = await context.req.json();
    const problem = complaint(body);
    if (problem) return answer(context, { status: 2, message: `Invalid ${problem}` });
    const orderNumber = String(body.orderNumber);
    if (natcash.pages.has(orderNumber)) return answer(context, { status: 3, message: 'Duplicate order' });
    const page = natcash.createPage(orderNumber, Number(body.amount));
    page.callbackUrl = String(body.callbackUrl);
    return answer(context, { status: 0, url: page.url, expiredAt: Date.now() + PAGE_MS, message: 'Success' });
  });
  app.post('/api/online-payment/merchant/checkTransaction', async (context) => {
    const { orderNumber } = (await context.req.json()) as Body;
    const { transaction } = natcash.pages.get(String(orderNumber)) ?? {};
    if (!transaction)
      return answer(context, { status: 0, orderNumber, responseCode: UNKNOWN, message: 'Not found' });
    const { transId, ...fields } = transaction;
    return answer(context, {
      ...{ status: 0, ...fields },
      [natcash.transactionField]: transId,
      toPhone: '50940001234',
    });
  });

  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const natcash: NatcashServer = {
    url,
    requests: [],
    pages: new Map(),
    nesting: 'data',
    transactionField: 'transId',
    asText: false,
    mode: 'up',
    beforeAnswer: () => {},
    settings: {
      NATCASH_PARTNER_CODE: account.partnerCode,
      NATCASH_USERNAME: account.username,
      NATCASH_PASSWORD: account.password,
      NATCASH_PRIVATE_KEY: account.privateKey,
      NATCASH_FUNCTION_CODE: functionCode,
      NATCASH_URL: `${url}/api/online-payment/`,
    },
    createPage(orderNumber, amount) {
      const page = { orderNumber, amount, url: `${url}/pay/${randomUUID()}`, callbackUrl: '' };
      natcash.pages.set(orderNumber, page);
      return page;
    },
    pay(orderNumber, fields = {}) {
      const page = natcash.pages.get(orderNumber);
      if (!page) throw new Error(`NatCash has no page for ${orderNumber}`);
      page.transaction ??= {
        transId: String(700_000_000 + randomInt(100_000_000)),
        amount: page.amount,
        orderNumber,
        responseCode: PAID,
        ...fields,
      };
      return page.transaction.transId;
    },
    callback(orderNumber, code = PAID) {
      const accessKey = sha256(functionCode + orderNumber);
      const signature = hmac(functionCode, `${accessKey}${orderNumber}${code}`);
      return `?${new URLSearchParams({ orderNumber, code: String(code), signature })}`;
    },
    async close() {
      stop();
      (server as { closeAllConnections?(): void }).closeAllConnections?.();
      server.close();
    },
  };
  return natcash;
}
