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
import { answerForm, readForm } from './answer-form.ts';
import { isFromOurPage } from './from-our-page.ts';
import type { WebServices } from './mount-web.ts';
import type { Pages } from './pages.ts';
import type { WebApp } from './web-app.ts';

/** Four texts of the longest that are taken, in four bytes a character and escaped. */
const MOST_BYTES = 80 * 1024;

/**
 * The contact form of browsers without JavaScript. It is sent to the Data API as the app sends it, so limits and rules
 * are the same; the answer is a page, with what was written where it was not taken.
 */
export function mountContact(
  web: WebApp,
  pages: Pages,
  { settings, callService }: WebServices,
): Hono<Environment> {
  const app = new Hono<Environment>();
  const refuse = (context: Context<Environment>, posted: PostedContact, status: number) =>
    answerForm({ web, pages }, context, postedContactPath(posted), status);
  app.post(
    '/contact',
    bodyLimit({ maxSize: MOST_BYTES, onError: (context) => context.text('The message is too long.', 413) }),
    async (context) => {
      // Older browsers say nothing, because our pages send no referrer. They are let in: the message carries no
      // identity, and its limit counts all the same.
      if (isFromOurPage(context, settings.url) === false)
        return context.text('This form was sent from another site.', 403);
      const values = readFields(await readForm(context));
      const checked = contactInput.safeParse(values);
      if (!checked.success) {
        const errors = Object.fromEntries(
          checked.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
        );
        return refuse(context, { values, errors }, 422);
      }
      const answer = await callService(context, '/rest/v1/contact_messages', { body: checked.data });
      if (answer.ok) return context.redirect(CONTACT_SENT, 303);
      if (answer.status >= 500) context.error = causeOf(answer);
      const { hint } = (await answer.json().catch(() => ({}))) as { hint?: string };
      return refuse(context, { values, errors: {}, failure: hint ?? '' }, answer.status);
    },
  );
  return app;
}

function readFields(sent: URLSearchParams): ContactInput {
  const read = (field: keyof ContactInput) => sent.get(field) ?? '';
  // Forms end lines with two characters.
  const message = read('message').replaceAll('\r\n', '\n');
  return { name: read('name'), email: read('email'), subject: read('subject'), message };
}
