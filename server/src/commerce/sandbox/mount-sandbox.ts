import { createHash } from 'node:crypto';
import type { Database } from '@lakou/platform/database';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { log } from '../../log.ts';
import { noSuchPage, sandboxPage, styles, WEBHOOK_TIMES, type WebhookTime } from './page.ts';
import { ACTIONS, type Action, findSession, performAction } from './perform-action.ts';
import { sendWebhook } from './send-webhook.ts';

/** Longer than the browser needs to return. */
const AFTER_MS = 2_000;

const policy = `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * The demo's payment provider: /sandbox-pay/{session} is its payment page and, once paid, its dashboard. It calls our
 * webhook before the browser returns, after, twice or never.
 */
export function mountSandbox({
  database,
  ownUrl,
  secret,
}: {
  database: Database;
  ownUrl: string;
  secret: string;
}): Hono {
  const app = new Hono();
  app.get('/sandbox-pay/:session', async (context) => {
    const session = await findSession(database, context.req.param('session'));
    if (!session) return show(context, noSuchPage(), 404);
    return show(context, sandboxPage(session, timeOf(context.req.query('webhook'))));
  });
  app.post('/sandbox-pay/:session', bodyLimit({ maxSize: 10_000 }), async (context) => {
    const session = await findSession(database, context.req.param('session'));
    if (!session) return show(context, noSuchPage(), 404);
    const form = await context.req.parseBody();
    const action = ACTIONS.find((known) => known === form.action);
    if (!action) return show(context, sandboxPage(session, 'before'), 400);
    const time = timeOf(form.webhook);
    const facts = await performAction(database, session.id, action);
    const send = () => sendWebhook(ownUrl, secret, facts);
    if (time === 'before' || time === 'twice') await send();
    if (time === 'twice') await send();
    if (time === 'after') {
      setTimeout(() => {
        send().catch((error: unknown) => log.warn({ err: error }, 'sandbox webhook not sent'));
      }, AFTER_MS).unref();
    }
    context.header('cache-control', 'no-store');
    return context.redirect(destination(action, session), 303);
  });
  return app;
}

function destination(
  action: Action,
  session: { id: string; success_url: string; cancel_url: string },
): string {
  if (action === 'pay' || action === 'fail') return session.success_url;
  return action === 'cancel' ? session.cancel_url : `/sandbox-pay/${session.id}`;
}

const timeOf = (given: unknown): WebhookTime => WEBHOOK_TIMES.find((time) => time === given) ?? 'before';

function show(context: Context, html: string, status: 200 | 400 | 404 = 200): Response {
  context.header('cache-control', 'no-store');
  context.header('content-security-policy', policy);
  context.header('referrer-policy', 'no-referrer');
  return context.html(html, status);
}
