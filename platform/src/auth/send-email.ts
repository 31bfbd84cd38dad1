import type { Context } from 'hono';
import type { Auth } from './auth.ts';
import { AuthError, loggableError } from './errors.ts';
import { languageOf } from './mail/languages.ts';
import type { EmailKind } from './mail/messages/email-texts.ts';
import { renderEmail, renderSms } from './mail/render-email.ts';
import { withinMessageLimits } from './message-limits.ts';
import type { OneTimeToken } from './one-time-tokens.ts';
import { redirectTarget } from './redirect-targets.ts';
import { testCodeOf } from './text-tokens.ts';

/** Per recipient and kind: enough for everything a person does, too few to flood their mailbox. */
const NOTICES = { hits: 20, seconds: 3600 };

/** GoTrue's types of verification. */
export type VerificationType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

export interface OutgoingEmail {
  to: string;
  kind: EmailKind;
  /** Has the user's preferred language. */
  metadata: Record<string, unknown> | null;
  link?: { token: OneTimeToken; type: VerificationType } | undefined;
  /** A plain link, such as the one to the sign-in page. */
  page?: string;
  code?: string;
  newAddress?: string;
}

/**
 * Sends an email, or refuses because too many were sent. Call it before writing to the database, so that nothing has
 * changed when the mail server is down.
 */
export async function sendEmail(auth: Auth, context: Context, email: OutgoingEmail): Promise<void> {
  const link = email.link ? emailedLink(auth, context, email.link) : email.page;
  const code = email.link?.token.code ?? email.code;
  const language = languageOf(email.metadata, context.req.header('accept-language'));
  const written = renderEmail(email.kind, language, {
    ...(link ? { link } : {}),
    ...(code ? { code } : {}),
    ...(email.newAddress ? { newAddress: email.newAddress } : {}),
  });
  await deliver(auth, context, email, () => auth.mail.send({ to: email.to, ...written }));
}

/**
 * Notifies a user of a change to their account. Not counted with other emails, whose limit an attacker could exhaust
 * first. A failure is only logged, because the change has been made.
 */
export async function sendNotice(
  auth: Pick<Auth, 'limits' | 'mail' | 'log' | 'settings'>,
  { to, kind, metadata }: Pick<OutgoingEmail, 'to' | 'kind' | 'metadata'>,
  acceptLanguage?: string,
): Promise<void> {
  const language = languageOf(metadata, acceptLanguage);
  const written = renderEmail(kind, language, { link: `${auth.settings.url}/login` });
  try {
    const [over] = await auth.limits.count({ rule: `notice ${kind}`, who: to, limit: NOTICES });
    if (!over) await auth.mail.send({ to, ...written });
  } catch (error) {
    auth.log.error({ err: loggableError(error) }, 'notice not sent');
  }
}

/** For an address without an account: the same limits and the same time at the mail server, but no email. */
export async function simulateEmail(
  auth: Auth,
  context: Context,
  email: Pick<OutgoingEmail, 'to' | 'kind'>,
): Promise<void> {
  await deliver(auth, context, email, () => auth.mail.checkConnection());
}

/** GoTrue's link, which leads to GET /verify. */
export function verificationLink(
  auth: Auth,
  context: Context,
  { token, type }: { token: OneTimeToken; type: VerificationType },
): string {
  const link = new URL(`${auth.settings.url}/auth/v1/verify`);
  link.searchParams.set('token', token.link);
  link.searchParams.set('type', type);
  link.searchParams.set('redirect_to', requestedRedirect(auth, context));
  return link.href;
}

/**
 * A link to the site leads to its confirmation page, if it has one. The fragment stays in the browser: no server and no
 * log sees the token.
 */
function emailedLink(
  auth: Auth,
  context: Context,
  { token, type }: { token: OneTimeToken; type: VerificationType },
): string {
  const { url, confirmationPage } = auth.settings;
  const target = new URL(requestedRedirect(auth, context));
  if (!confirmationPage || target.origin !== new URL(url).origin) {
    return verificationLink(auth, context, { token, type });
  }
  const link = new URL(confirmationPage, url);
  const next = target.pathname + target.search;
  link.hash = new URLSearchParams({ token_hash: token.link, type, email: token.relatesTo, next }).toString();
  return link.href;
}

/** The requested redirect target if it is allowed, else the site. */
export function requestedRedirect(auth: Auth, context: Context): string {
  const requested = context.req.query('redirect_to') ?? context.req.header('redirect_to');
  return redirectTarget(requested, auth.settings);
}

export async function sendSms(
  auth: Auth,
  context: Context,
  message: { to: string; code: string; metadata: Record<string, unknown> | null },
): Promise<void> {
  const { sms } = auth;
  if (!sms) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  const { to, code, metadata } = message;
  if (code === testCodeOf(auth, to)) return simulateSms(auth, context, to);
  const language = languageOf(metadata, context.req.header('accept-language'));
  await withinMessageLimits(auth, context, { to, by: 'sms', kind: 'texts' }, async () => {
    try {
      await sms.send({ to, text: renderSms(language, code) });
    } catch (error) {
      auth.log.error({ err: loggableError(error) }, 'text message not sent');
      throw new AuthError(422, 'sms_send_failed', 'Error sending confirmation OTP to provider');
    }
  });
}

/** For a number that gets no text message: the same limits. */
export async function simulateSms(auth: Auth, context: Context, to: string): Promise<void> {
  await withinMessageLimits(auth, context, { to, by: 'sms', kind: 'texts' }, async () => {});
}

/** Kinds that must not be distinguishable from outside share one limit. */
const COUNTED_AS: Partial<Record<EmailKind, string>> = { already_registered: 'confirmation' };

const NAMES: Partial<Record<EmailKind, string>> = {
  confirmation: 'confirmation',
  already_registered: 'confirmation',
  invite: 'invite',
  magic_link: 'magic link',
  recovery: 'recovery',
  email_change_new: 'email change',
  email_change_current: 'email change',
  reauthentication: 'reauthentication',
};

async function deliver(
  auth: Auth,
  context: Context,
  { to, kind }: Pick<OutgoingEmail, 'to' | 'kind'>,
  work: () => Promise<void>,
): Promise<void> {
  const message = { to, by: 'email', kind: `mail ${COUNTED_AS[kind] ?? kind}` } as const;
  await withinMessageLimits(auth, context, message, async () => {
    try {
      await work();
    } catch (error) {
      auth.log.error({ err: loggableError(error) }, 'email not sent');
      throw new AuthError(500, 'unexpected_failure', `Error sending ${NAMES[kind] ?? 'notice'} email`);
    }
  });
}
