import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { StripeWorld, type Thing } from './stripe-world.ts';

const STRIPE_KEY = 'sk_test_lakou';
const STRIPE_SECRET = 'whsec_lakou_test';

export interface StripeServer {
  url: string;
  world: StripeWorld;
  /** Settings for a server that uses it. */
  settings: Record<string, string>;
  /** Requests it has received, such as `POST /v1/checkout/sessions`. */
  requests: string[];
  /** While true, every request is answered 500. */
  broken: boolean;
  close(): Promise<void>;
}

/** A small Stripe with the real HTTP API (forms in, JSON out, keys, idempotency, lists, errors) over a `StripeWorld`. */
export async function startStripe(): Promise<StripeServer> {
  const world = new StripeWorld();
  const requests: string[] = [];
  const answeredByKey = new Map<string, Answer & { requested: string }>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stripe');
    const body = await text(request);
    requests.push(`${request.method} ${url.pathname}`);
    const { status, answer } = handle(request, url, body);
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' });
    response.end(JSON.stringify(answer));
  });

  function handle(request: IncomingMessage, url: URL, body: string): Answer {
    if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`) {
      return failure(401, 'invalid_request_error', 'Invalid API Key provided');
    }
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' && request.method === 'POST' ? answeredByKey.get(key) : undefined;
    if (known) {
      if (known.requested === url.pathname + body) return known;
      return failure(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters',
      );
    }
    const given = decode(request.method === 'GET' ? url.searchParams : new URLSearchParams(body));
    const done = stripe.broken
      ? failure(500, 'api_error', 'Stripe is down')
      : route(world, request.method ?? '', url.pathname, given);
    if (typeof key === 'string') answeredByKey.set(key, { requested: url.pathname + body, ...done });
    return done;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stripe: StripeServer = {
    url,
    world,
    requests,
    broken: false,
    settings: {
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
      STRIPE_PRICE_MONTHLY: 'price_month',
      STRIPE_PRICE_YEARLY: 'price_year',
      STRIPE_API_URL: url,
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return stripe;
}

/** An event as Stripe delivers it: signed over its bytes. */
export async function deliver(
  serverUrl: string,
  event: Thing,
  { secret = STRIPE_SECRET, timestamp, body }: { secret?: string; timestamp?: number; body?: string } = {},
): Promise<Response> {
  const payload = JSON.stringify(event);
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    ...(timestamp && { timestamp }),
  });
  return fetch(`${serverUrl}/functions/v1/payment-webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: body ?? payload,
  });
}

// biome-ignore lint/suspicious/noExplicitAny: form fields of any shape
type Given = Record<string, any>;
interface Answer {
  status: number;
  answer: unknown;
}
const ok = (answer: unknown): Answer => ({ status: 200, answer });
const failure = (status: number, type: string, message: string, code?: string, param?: string): Answer => ({
  status,
  answer: { error: { type, message, ...(code && { code }), ...(param && { param }) } },
});

/** `a[b][0]=c` → { a: { b: ['c'] } }. */
function decode(form: URLSearchParams): Given {
  const root: Given = {};
  for (const [name, value] of form) {
    const path = name.replaceAll(']', '').split('[');
    let place = root;
    for (const [index, step] of path.entries()) {
      const key = step === '' ? Object.keys(place).length : step;
      if (index === path.length - 1) place[key] = value;
      else place = place[key] ??= /^\d*$/.test(path[index + 1] ?? '') ? [] : {};
    }
  }
  return root;
}

function route(world: StripeWorld, method: string, path: string, given: Given): Answer {
  const [, , ...parts] = path.split('/');
  const is = (...wanted: string[]) =>
    wanted[0] === method &&
    wanted.slice(1).join('/') === parts.map((part) => (world.things.has(part) ? ':id' : part)).join('/');
  const thing = () => world.get(parts.find((part) => world.things.has(part)) ?? '');
  const list = (data: Thing[]) => ok({ object: 'list', has_more: false, url: path, data });
  const made = (prefix: string, object: string, fields: Given = {}) =>
    ok(world.keep({ id: world.newId(prefix), object, ...fields }));

  if (is('GET', 'prices', ':id')) return ok(thing());
  if (is('POST', 'customers')) return made('cus', 'customer', given);
  if (is('POST', 'checkout', 'sessions')) return openSession(world, given);
  if (is('GET', 'checkout', 'sessions', ':id')) return ok(expanded(world, thing()));
  if (is('POST', 'checkout', 'sessions', ':id', 'expire')) {
    if (thing().status !== 'open')
      return failure(400, 'invalid_request_error', 'Only open sessions can be expired');
    world.expire(thing().id);
    return ok(thing());
  }
  if (is('GET', 'payment_intents', ':id') || is('GET', 'subscriptions', ':id')) return ok(thing());
  if (is('POST', 'subscriptions', ':id')) {
    if (given.cancel_at !== undefined && given.cancel_at_period_end !== undefined)
      return failure(400, 'invalid_request_error', 'Only one of cancel_at and cancel_at_period_end');
    world.change(thing().id, {
      ...(given.cancel_at === '' && { cancel_at: null }),
      ...(given.cancel_at_period_end && { cancel_at_period_end: given.cancel_at_period_end === 'true' }),
    });
    return ok(thing());
  }
  if (is('DELETE', 'subscriptions', ':id')) {
    world.end(thing().id);
    return ok(thing());
  }
  const onDay = ({ created }: Thing) =>
    created >= Number(given.created?.gte ?? 0) &&
    created < Number(given.created?.lt ?? Number.POSITIVE_INFINITY);
  if (is('GET', 'payment_intents')) return list(world.all('payment_intent').filter(onDay));
  if (is('GET', 'invoices') && given.created)
    return list(world.all('invoice').filter((one) => onDay(one) && one.status === given.status));
  if ((is('GET', 'refunds') || is('GET', 'disputes')) && given.created)
    return list(world.all(path.slice(4, -1)).filter(onDay));
  if (is('GET', 'invoices')) {
    const of = world
      .all('invoice')
      .filter((one) => one.parent.subscription_details.subscription === given.subscription);
    return list(of.filter(({ status }) => !given.status || status === given.status));
  }
  if (is('GET', 'invoice_payments')) {
    const intent = given.payment?.payment_intent;
    const found = world
      .all('invoice_payment')
      .filter((one) => (intent ? one.payment.payment_intent === intent : one.invoice === given.invoice));
    return list(found.map((one) => (given.expand ? { ...one, invoice: world.get(one.invoice) } : one)));
  }
  if (is('GET', 'refunds') || is('GET', 'disputes')) {
    return list(world.all(path.slice(4, -1)).filter((one) => one.payment_intent === given.payment_intent));
  }
  if (is('POST', 'refunds')) {
    const [event] = world.refund(given.payment_intent, Number(given.amount));
    return ok(event?.data.object);
  }
  if (is('GET', 'events')) return list(world.events);
  if (is('GET', 'billing_portal', 'configurations')) return list(world.all('billing_portal.configuration'));
  if (is('POST', 'billing_portal', 'configurations'))
    return made('bpc', 'billing_portal.configuration', given);
  if (is('POST', 'billing_portal', 'sessions')) {
    return made('bps', 'billing_portal.session', {
      ...given,
      url: `https://billing.stripe.test/${given.customer}`,
    });
  }
  return failure(404, 'invalid_request_error', `No such thing: ${path}`, 'resource_missing');
}

function openSession(world: StripeWorld, given: Given): Answer {
  const [item] = given.line_items ?? [];
  const price = item?.price ? world.things.get(item.price) : undefined;
  if (item?.price && !price)
    return failure(400, 'invalid_request_error', 'No such price', 'resource_missing');
  if (!world.things.has(given.customer)) {
    return failure(400, 'invalid_request_error', 'No such customer', 'resource_missing', 'customer');
  }
  const total = price ? price.unit_amount : Number(item.price_data.unit_amount);
  if (total < 50)
    return failure(400, 'invalid_request_error', 'The total must be at least $0.50', 'amount_too_small');
  const id = world.newId('cs_test');
  const { mode, customer, client_reference_id, metadata = {}, success_url, cancel_url } = given;
  const session = {
    ...{
      id,
      object: 'checkout.session',
      mode,
      customer,
      client_reference_id,
      metadata,
      success_url,
      cancel_url,
    },
    amount_total: total,
    currency: 'usd',
    created: Math.floor(Date.now() / 1000),
    expires_at: Number(given.expires_at),
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    subscription: null,
    url: `https://checkout.stripe.test/c/${id}`,
    requested: given,
  };
  return ok(world.keep(session));
}

function expanded(world: StripeWorld, session: Thing): Thing {
  if (!session.payment_intent) return session;
  const intent = world.get(session.payment_intent);
  return { ...session, payment_intent: { ...intent, latest_charge: world.get(intent.latest_charge) } };
}
