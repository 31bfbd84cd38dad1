import type { Context } from 'hono';
import type { Auth } from './auth.ts';
import { AuthError, loggableError } from './errors.ts';
import type { EmailKind } from './mail/email-messages.ts';
import { languageOf } from './mail/languages.ts';
import { renderEmail, renderSms } from './mail/render-email.ts';
import type { OneTimeToken } from './one-time-tokens.ts';
import { redirectTarget } from './redirect-targets.ts';
import { deviceOf } from './request.ts';

const ONE_MINUTE = 60;

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
  const link = email.link ? verificationLink(auth, context, email.link) : email.page;
  const code = email.link?.token.code ?? email.code;
  const language = languageOf(email.metadata, context.req.header('accept-language'));
  const written = renderEmail(email.kind, language, {
    ...(link ? { link } : {}),
    ...(code ? { code } : {}),
    ...(email.newAddress ? { newAddress: email.newAddress } : {}),
  });
  await withRateLimit(auth, context, email, () => auth.mail.send({ to: email.to, ...written }));
}

/**
 * Notifies a user of a change to their account. Not counted with other emails, whose limit an attacker could exhaust
 * first. A failure is only logged, because the change has been made.
 */
export async function sendNotice(
  auth: Auth,
  context: Context,
  { to, kind, metadata }: Pick<OutgoingEmail, 'to' | 'kind' | 'metadata'>,
): Promise<void> {
  const language = languageOf(metadata, context.req.header('accept-language'));
  const written = renderEmail(kind, language, { link: `${auth.settings.url}/login` });
  try {
    const once = { hits: 1, seconds: ONE_MINUTE };
    const [over] = await auth.limits.count({ rule: `notice ${kind}`, who: to, limit: once });
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
  await withRateLimit(auth, context, email, () => auth.mail.checkConnection());
}

/** The link in the email, which leads to GET /verify. */
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
  const language = languageOf(message.metadata, context.req.header('accept-language'));
  const rule = 'texts';
  await enforcePause(auth, rule, message.to, 'over_sms_send_rate_limit');
  try {
    await sms.send({ to: message.to, text: renderSms(language, message.code) });
  } catch (error) {
    await auth.limits.giveBack(rule, message.to);
    auth.log.error({ err: loggableError(error) }, 'text message not sent');
    throw new AuthError(422, 'sms_send_failed', 'Error sending confirmation OTP to provider');
  }
}

/** Kinds that must not be distinguishable from outside share one limit. */
const COUNTED_AS: Partial<Record<EmailKind, string>> = { already_registered: 'confirmation' };

const NAMES: Record<EmailKind, string> = {
  confirmation: 'confirmation',
  already_registered: 'confirmation',
  invite: 'invite',
  magic_link: 'magic link',
  recovery: 'recovery',
  email_change_new: 'email change',
  email_change_current: 'email change',
  reauthentication: 'reauthentication',
  password_changed: 'notice',
};

async function withRateLimit(
  auth: Auth,
  context: Context,
  { to, kind }: Pick<OutgoingEmail, 'to' | 'kind'>,
  work: () => Promise<void>,
): Promise<void> {
  const rule = `mail ${COUNTED_AS[kind] ?? kind}`;
  await enforcePause(auth, rule, to, 'over_email_send_rate_limit');
  const [over] = await auth.limits.count({
    rule: 'mails',
    who: deviceOf(auth, context).network,
    limit: auth.settings.limits.mails,
  });
  if (over) {
    await auth.limits.giveBack(rule, to);
    throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded', {}, over.seconds);
  }
  try {
    await work();
  } catch (error) {
    // Nothing was sent, so the user can try again at once.
    await auth.limits.giveBack(rule, to);
    auth.log.error({ err: loggableError(error) }, 'email not sent');
    throw new AuthError(500, 'unexpected_failure', `Error sending ${NAMES[kind]} email`);
  }
}

async function enforcePause(auth: Auth, rule: string, to: string, code: string): Promise<void> {
  const seconds = auth.settings.limits.pauseBetweenMessages;
  if (seconds <= 0) return;
  const [over] = await auth.limits.count({ rule, who: to, limit: { hits: 1, seconds } });
  if (!over) return;
  throw new AuthError(
    429,
    code,
    `For security purposes, you can only request this after ${over.seconds} seconds.`,
    {},
    over.seconds,
  );
}
