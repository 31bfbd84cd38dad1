import { randomBytes } from 'node:crypto';
import { isLanguage, preferredLanguage } from '@lakou/contract/languages';
import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Environment } from '../http/environment.ts';
import { type Reader, renderStatus } from './render-status.ts';
import type { Status } from './status.ts';

/** `/status`, drawn from what this process knows. */
export function mountStatus(read: () => Status): Hono<Environment> {
  const app = new Hono<Environment>();
  app.get('/status', async (context) => {
    const nonce = randomBytes(16).toString('base64');
    const page = await renderStatus(read(), { ...readerOf(context), nonce });
    return context.html(page, 200, {
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-cache',
      vary: 'accept-language, cookie',
    });
  });
  return app;
}

function readerOf(context: Context<Environment>): Omit<Reader, 'nonce'> {
  const asked = [context.req.query('lang'), getCookie(context, 'lakou-language')].find(isLanguage);
  const theme = getCookie(context, 'lakou-theme');
  return {
    language: asked ?? preferredLanguage(context.req.header('accept-language') ?? null),
    theme: theme === 'dark' || theme === 'light' ? theme : 'system',
  };
}
