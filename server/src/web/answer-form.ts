import type { Context } from 'hono';
import type { Environment } from '../http/environment.ts';
import type { Pages } from './pages.ts';
import type { WebApp } from './web-app.ts';

/** Answers with a page for one reader, made for an address that only we write. It is kept nowhere. */
export async function answerForm(
  { web, pages }: { web: WebApp; pages: Pages },
  context: Context<Environment>,
  address: string,
  status = 200,
): Promise<Response> {
  const variant = await web.variantOf(context.req.raw);
  const page = await pages.answerWith(context, { ...variant, address, passing: true });
  // A page that could not be rendered keeps its own status.
  const answer = new Response(page.body, { status: page.ok ? status : page.status, headers: page.headers });
  answer.headers.set('cache-control', 'no-store');
  return answer;
}

/** The fields of a plain form; none where something else was sent. */
export async function readForm({ req }: Context<Environment>): Promise<URLSearchParams> {
  const isForm = req.header('content-type')?.startsWith('application/x-www-form-urlencoded');
  return new URLSearchParams(isForm ? await req.text() : '');
}
