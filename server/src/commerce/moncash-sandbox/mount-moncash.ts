import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { log } from '../../log.ts';
import { styles } from '../sandbox/page.ts';
import type { MoncashPage, MoncashWorld } from './moncash-world.ts';
import { mountMoncashApi } from './mount-api.ts';
import { moncashPage, type Problem } from './page.ts';

export const MONCASH_SANDBOX_PATH = '/moncash-sandbox';
/** Longer than the browser needs to return. */
const AFTER_MS = 2_000;

export interface MoncashOptions {
  world: MoncashWorld;
  clientId: string;
  clientSecret: string;
  /** The shop's address that the browser returns to, and the one that is told of a payment. */
  returnUrl: string;
  alertUrl: string;
}

const policy = `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** A MonCash as its document describes it: API, and the hosted page with number, PIN and code. */
export function mountMoncash(options: MoncashOptions): Hono {
  const { world } = options;
  const app = new Hono();
  app.route('/Api', mountMoncashApi(options));
  app.get('/Moncash-middleware/Payment/Redirect', (context) => {
    const page = world.pages.get(context.req.query('token') ?? '');
    return page ? show(context, world, page) : context.text('There is no such payment', 404);
  });
  app.post('/Moncash-middleware/Payment/Redirect', bodyLimit({ maxSize: 10_000 }), async (context) => {
    const page = world.pages.get(context.req.query('token') ?? '');
    if (!page) return context.text('There is no such payment', 404);
    const form = await context.req.parseBody();
    if (form.action === 'cancel') return context.redirect(returnTo(options, { orderId: page.orderId }), 303);
    if (!world.isOpen(page)) return show(context, world, page);
    if (page.code && form.code !== undefined) {
      if (String(form.code).trim() !== page.code) return show(context, world, page, 'code');
      return complete(context, options, page);
    }
    const number = String(form.number ?? '').replace(/\D/g, '');
    if (!/^(509)?[2-5]\d{7}$/.test(number)) return show(context, world, page, 'number');
    if (!/^\d{4}$/.test(String(form.pin ?? ''))) return show(context, world, page, 'pin');
    world.sendCode(page, number.length === 8 ? `509${number}` : number);
    return show(context, world, page);
  });
  return app;
}

function complete(context: Context, options: MoncashOptions, page: MoncashPage): Response {
  const transactionId = options.world.pay(page);
  setTimeout(() => {
    sendAlert(options.alertUrl, transactionId).catch((error: unknown) =>
      log.warn({ err: error }, 'MonCash alert not sent'),
    );
  }, AFTER_MS).unref();
  return context.redirect(returnTo(options, { transactionId }), 303);
}

const returnTo = ({ returnUrl }: MoncashOptions, query: Record<string, string>): string =>
  `${returnUrl}?${new URLSearchParams(query)}`;

/** As a server: nobody reads the page it would get. */
const sendAlert = (alertUrl: string, transactionId: string): Promise<Response> =>
  fetch(alertUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ transactionId }),
    signal: AbortSignal.timeout(10_000),
  });

function show(context: Context, world: MoncashWorld, page: MoncashPage, problem?: Problem): Response {
  context.header('cache-control', 'no-store');
  context.header('content-security-policy', policy);
  context.header('referrer-policy', 'no-referrer');
  const isOpen = world.isOpen(page);
  return context.html(moncashPage(page, isOpen, problem));
}
