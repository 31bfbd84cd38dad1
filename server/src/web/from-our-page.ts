import type { Context } from 'hono';
import type { Environment } from '../http/environment.ts';

/** Whether a page of ours has sent this form, as far as the browser says; undefined where it does not. */
export function isFromOurPage({ req }: Context<Environment>, url: string): boolean | undefined {
  const site = req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = req.header('origin') ?? 'null';
  // Any site can have its forms say this.
  if (origin === 'null') return undefined;
  const host = URL.canParse(origin) && new URL(origin).host;
  return host === req.header('host') || host === new URL(url).host;
}
