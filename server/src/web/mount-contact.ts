import { type ContactInput, contactInput } from '@lakou/contract/community/inputs';
import {
  CONTACT_SENT,
  type PostedContact,
  postedContactPath,
} from '@lakou/contract/community/posted-contact';
import { causeOf } from '@lakou/platform';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Environment } from '../http/environment.ts';
import type { WebServices } from './mount-web.ts';
import type { Pages } from './pages.ts';
import type { WebApp } from './web-app.ts';

/** Four texts of the longest that are taken, in four bytes a character and escaped. */
const MOST_BYTES = 80 * 1024;
const FIELDS = ['name', 'email', 'subject', 'message'] as const satisfies (keyof ContactInput)[];

/**
 * The contact form of browsers without JavaScript. It is sent to the Data API as the app sends it, so limits and rules
 * are the same; the answer is a page, with what was written where it was not taken.
 */
export function mountContact(
  web: WebApp,
  pages: Pages,
  { settings, sendContactMessage }: WebServices,
): Hono<Environment> {
  const app = new Hono<Environment>();
  const refuse = async (context: Context<Environment>, posted: PostedContact, status: number) => {
    const variant = await web.variantOf(context.req.raw);
    const page = await pages.answerWith(context, {
      ...variant,
      address: postedContactPath(posted),
      passing: true,
    });
    // A page that could not be rendered keeps its own status.
    return page.ok ? new Response(page.body, { status, headers: page.headers }) : page;
  };
  app.post(
    '/contact',
    bodyLimit({ maxSize: MOST_BYTES, onError: (context) => context.text('The message is too long.', 413) }),
    async (context) => {
      if (!isFromOurPage(context, settings.url))
        return context.text('This form was sent from another site.', 403);
      const values = await readFields(context);
      const checked = contactInput.safeParse(values);
      if (!checked.success) {
        const errors = Object.fromEntries(
          checked.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
        );
        return refuse(context, { values, errors }, 422);
      }
      const answer = await sendContactMessage(checked.data, context.env);
      if (answer.ok) return context.redirect(CONTACT_SENT, 303);
      if (answer.status >= 500) context.error = causeOf(answer);
      const { hint } = (await answer.json().catch(() => ({}))) as { hint?: string };
      return refuse(context, { values, errors: {}, failure: hint ?? '' }, answer.status);
    },
  );
  return app;
}

/**
 * Another site shall not have visitors write to us under their address. Older browsers say nothing or `null`, because our
 * pages send no referrer: those are let in, for the message carries no identity, and its limit counts all the same.
 */
function isFromOurPage({ req }: Context<Environment>, url: string): boolean {
  const site = req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = req.header('origin') ?? 'null';
  if (origin === 'null') return true;
  const host = URL.canParse(origin) && new URL(origin).host;
  return host === req.header('host') || host === new URL(url).host;
}

async function readFields(context: Context<Environment>): Promise<ContactInput> {
  const isForm = context.req.header('content-type')?.startsWith('application/x-www-form-urlencoded');
  const sent = new URLSearchParams(isForm ? await context.req.text() : '');
  const [name, email, subject, message] = FIELDS.map((field) => sent.get(field) ?? '') as [
    string,
    string,
    string,
    string,
  ];
  // Forms end lines with two characters.
  return { name, email, subject, message: message.replaceAll('\r\n', '\n') };
}
