import { type Context, Hono } from 'hono';
import { type MoncashPage, TOKEN_SECONDS } from './moncash-world.ts';
import type { MoncashOptions } from './mount-moncash.ts';

/** Tokens, payments and look-ups, with the status codes and fields of Digicel's document. */
export function mountMoncashApi({ world, clientId, clientSecret }: MoncashOptions): Hono {
  const app = new Hono();
  app.post('/oauth/token', async (context) => {
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const form = await context.req.parseBody();
    if (context.req.header('authorization') !== `Basic ${credentials}`)
      return context.json({ error: 'unauthorized' }, 401);
    if (form.grant_type !== 'client_credentials') return context.json({ error: 'invalid_request' }, 400);
    return context.json({
      access_token: world.giveToken(),
      token_type: 'bearer',
      expires_in: TOKEN_SECONDS,
      scope: 'read,write',
    });
  });
  app.use('/v1/*', async (context, next) => {
    const [, token = ''] = /^bearer (\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    if (!world.isTokenValid(token)) return context.json({ error: 'invalid_token' }, 401);
    return next();
  });
  app.post('/v1/CreatePayment', async (context) => {
    const { amount, orderId } = await readJson(context);
    if (typeof orderId !== 'string' || orderId === '' || typeof amount !== 'number' || !(amount > 0))
      return failure(context, 400, 'Bad request');
    if (amount > 100_000) return failure(context, 403, 'Maximum Account Balance');
    const page = world.createPage(orderId, amount);
    if (!page) return failure(context, 403, 'The order number has been used');
    const payment_token = {
      expired: new Date(page.expires).toISOString(),
      created: new Date(page.created).toISOString(),
      token: page.token,
    };
    return context.json({ path: context.req.path, payment_token, timestamp: world.now(), status: 202 }, 202);
  });
  app.post('/v1/RetrieveTransactionPayment', async (context) => {
    const { transactionId } = await readJson(context);
    return present(context, world.pageOfTransaction(String(transactionId)), world.now());
  });
  app.post('/v1/RetrieveOrderPayment', async (context) => {
    const { orderId } = await readJson(context);
    return present(context, world.pageOfOrder(String(orderId)), world.now());
  });
  return app;
}

function present(context: Context, page: MoncashPage | undefined, timestamp: number): Response {
  if (!page?.transaction) return failure(context, 404, "Can't find this transaction");
  const { id, cost, message, payer } = page.transaction;
  const payment = { reference: page.orderId, transaction_id: id, cost, message, payer };
  return context.json({ path: context.req.path, payment, timestamp, status: 200 });
}

const failure = (context: Context, status: 400 | 403 | 404, message: string): Response =>
  context.json({ path: context.req.path, error: message, message, status }, status);

async function readJson(context: Context): Promise<Record<string, unknown>> {
  const body: unknown = await context.req.json().catch(() => undefined);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
