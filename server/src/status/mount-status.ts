import { createHash } from 'node:crypto';
import { isLanguage, preferredLanguage } from '@lakou/contract/languages';
import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Environment } from '../http/environment.ts';
import { type Reader, renderStatus } from './render-status.ts';
import type { Status } from './status.ts';
import { STATUS_STYLES } from './status-styles.ts';

const STYLES_HASH = createHash('sha256').update(STATUS_STYLES).digest('base64');
const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLES_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-cache',
  vary: 'accept-language, cookie',
};

/** `/status`, drawn from what this process knows: once for each language and theme, until it knows more. */
export function mountStatus(read: () => Status): Hono<Environment> {
  const app = new Hono<Environment>();
  let drawn: Status | undefined;
  let pages = new Map<string, Promise<string>>();
  app.get('/status', async (context) => {
    const status = read();
    if (status !== drawn) pages = new Map();
    drawn = status;
    const reader = readerOf(context);
    const key = `${reader.language} ${reader.theme}`;
    const page = pages.get(key) ?? Promise.resolve(renderStatus(status, reader)).then(String);
    pages.set(key, page);
    return context.html(await page, 200, HEADERS);
  });
  return app;
}

function readerOf(context: Context<Environment>): Reader {
  const asked = [context.req.query('lang'), getCookie(context, 'lakou-language')].find(isLanguage);
  const theme = getCookie(context, 'lakou-theme');
  return {
    language: asked ?? preferredLanguage(context.req.header('accept-language') ?? null),
    theme: theme === 'dark' || theme === 'light' ? theme : 'system',
  };
}
