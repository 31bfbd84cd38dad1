import { factorInput, loginInput } from '@lakou/contract/identity/inputs';
import {
  PLAIN_SIGN_OUT_PATH,
  POSTED_SESSION_PATH,
  type PostedSignIn,
  postedSignInPath,
} from '@lakou/contract/identity/posted-sign-in';
import { returnPath } from '@lakou/contract/identity/return-path';
import { causeOf } from '@lakou/platform';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Environment } from '../../http/environment.ts';
import { serviceBusy } from '../../http/refusals.ts';
import { answerForm, readForm } from '../answer-form.ts';
import { isFromOurPage } from '../from-our-page.ts';
import type { WebServices } from '../mount-web.ts';
import type { Pages } from '../pages.ts';
import type { WebApp } from '../web-app.ts';
import {
  createAuthCalls,
  findApp,
  type IssuedSession,
  isRefusal,
  orRefusal,
  type Refusal,
} from './auth-calls.ts';
import { createSessionCookie } from './session-cookie.ts';

/** An address and a password of the longest that are taken, escaped. */
const MOST_BYTES = 16 * 1024;

type Visitor = Context<Environment>;

/**
 * Sign-in by plain form, for browsers without JavaScript and for those where the app is still on its way. The session is
 * in a cookie until the app takes it over (docs/decisions/0119-sign-in-by-plain-form.md).
 */
export function mountPlainSignIn(web: WebApp, pages: Pages, services: WebServices): Hono<Environment> {
  const { url } = services.settings;
  const auth = createAuthCalls(services);
  const cookie = createSessionCookie(services.sealingSecret, url);
  const app = new Hono<Environment>();

  const show = (visitor: Visitor, posted: PostedSignIn, status?: number) =>
    answerForm({ web, pages }, visitor, postedSignInPath(posted), status);

  const refuse = async (visitor: Visitor, posted: PostedSignIn, refusal: Refusal): Promise<Response> => {
    const { status, code, retryAfter, answer } = refusal;
    if (status >= 500) visitor.error = causeOf(answer);
    const page = await show(visitor, { ...posted, failure: { status, ...(code && { code }) } }, status);
    if (retryAfter !== null) page.headers.set('retry-after', retryAfter);
    return page;
  };

  /** On to where the person was going, or to the second step. */
  const goOn = (visitor: Visitor, issued: IssuedSession, remember: boolean): Response => {
    const { session_id, aal_needed } = claimsOf(issued.access_token);
    const isHalf = aal_needed !== undefined;
    cookie.write(visitor, {
      userId: issued.user.id,
      sessionId: String(session_id),
      refreshToken: issued.refresh_token,
      isHalf,
      remember,
    });
    visitor.header('cache-control', 'no-store');
    const next = returnPath(visitor.req.query('next'), new URL(url).origin);
    return visitor.redirect(isHalf ? loginPath(visitor) : next, 303);
  };

  const signIn = async (visitor: Visitor, form: URLSearchParams): Promise<Response> => {
    const values = {
      email: form.get('email') ?? '',
      password: form.get('password') ?? '',
      remember: form.has('remember'),
    };
    const { email, remember } = values;
    const checked = loginInput.safeParse(values);
    if (!checked.success) return show(visitor, { email, remember, errors: errorsOf(checked.error) }, 422);
    const answer = await auth.signIn(visitor, { email: checked.data.email, password: checked.data.password });
    const issued = await orRefusal<IssuedSession>(answer);
    if (isRefusal(issued)) return refuse(visitor, { email, remember }, issued);
    const before = cookie.read(visitor);
    if (before) await auth.signOut(visitor, before);
    // By this cookie the auth service knows the device again.
    for (const known of answer.headers.getSetCookie()) visitor.header('set-cookie', known, { append: true });
    return goOn(visitor, issued, remember);
  };

  const showCode = async (visitor: Visitor, form: URLSearchParams): Promise<Response> => {
    const session = cookie.read(visitor);
    if (!session?.isHalf) return visitor.redirect(loginPath(visitor), 303);
    const checked = factorInput.safeParse({ code: form.get('code') ?? '' });
    if (!checked.success)
      return show(visitor, { secondFactor: 'code', errors: errorsOf(checked.error) }, 422);
    const issued = await auth.showCode(visitor, session, checked.data.code);
    if (!isRefusal(issued)) return goOn(visitor, issued, session.remember);
    if (!isOver(issued)) return refuse(visitor, { secondFactor: 'code' }, issued);
    cookie.remove(visitor);
    return refuse(visitor, {}, issued);
  };

  app.on('POST', ['/login', POSTED_SESSION_PATH, PLAIN_SIGN_OUT_PATH], async (visitor, next) => {
    // Another site could sign visitors in under its own account, or out of theirs.
    if (!isFromOurPage(visitor, url)) return visitor.text('This form was sent from another site.', 403);
    return next();
  });
  app.post(
    '/login',
    bodyLimit({ maxSize: MOST_BYTES, onError: (visitor) => visitor.text('This is too long.', 413) }),
    async (visitor) => {
      const form = await readForm(visitor);
      return form.has('code') ? showCode(visitor, form) : signIn(visitor, form);
    },
  );
  app.get('/login', async (visitor, next) => {
    if (!cookie.isSent(visitor)) return next();
    const session = cookie.read(visitor);
    const account = session && (await auth.findAccount(visitor, session));
    if (session && account && !isRefusal(account))
      return show(
        visitor,
        session.isHalf
          ? { secondFactor: findApp(account) ? 'code' : 'key' }
          : { member: account.email ?? '' },
      );
    if (account && isRefusal(account) && !isOver(account)) return refuse(visitor, {}, account);
    cookie.remove(visitor);
    return visitor.redirect(loginPath(visitor), 303);
  });
  // The refresh token is exchanged with it. Shown again later it ends the session, as one that was copied.
  app.post(POSTED_SESSION_PATH, async (visitor) => {
    visitor.header('cache-control', 'no-store');
    const session = cookie.read(visitor);
    const issued = session && (await auth.refresh(visitor, session));
    if (issued && !isRefusal(issued)) {
      cookie.remove(visitor, session.isHalf ? undefined : 'in');
      return visitor.json({ ...issued, remember: session.remember });
    }
    if (issued && !isOver(issued)) {
      if (issued.status >= 500) visitor.error = causeOf(issued.answer);
      return serviceBusy(Number(issued.retryAfter ?? 5), visitor.env.incoming);
    }
    cookie.remove(visitor);
    return visitor.body(null, 204);
  });
  app.post(PLAIN_SIGN_OUT_PATH, async (visitor) => {
    visitor.header('cache-control', 'no-store');
    const session = cookie.read(visitor);
    const answer = session && (await auth.signOut(visitor, session));
    if (answer && answer.status >= 500) {
      visitor.error = causeOf(answer);
      return serviceBusy(5, visitor.env.incoming);
    }
    cookie.remove(visitor);
    return visitor.redirect('/login', 303);
  });
  return app;
}

/** The session has ended; otherwise it may be a matter of time. */
function isOver({ status, code }: Refusal): boolean {
  return status < 500 && status !== 429 && !code?.startsWith('mfa_');
}

/** With the way back. */
function loginPath({ req }: Visitor): string {
  const next = req.query('next');
  return next ? `/login?${new URLSearchParams({ next })}` : '/login';
}

function errorsOf({
  issues,
}: {
  issues: { path: PropertyKey[]; message: string }[];
}): Record<string, string> {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
}
