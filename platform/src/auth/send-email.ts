import type { Context } from 'hono';
import type { Auth } from './auth.ts';
import { AuthError, loggable } from './errors.ts';
import { languageOf } from './mail/languages.ts';
import { renderEmail, writeText } from './mail/render-email.ts';
import type { EmailKind } from './mail/sentences.ts';
import type { OneTimeToken } from './one-time-tokens.ts';
import { redirectTarget } from './redirect-targets.ts';
import { deviceOf } from './request.ts';

const A_MINUTE = 60;

/** What a link claims to be for; GoTrue's words. */
export type VerificationType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

export interface Letter {
  to: string;
  kind: EmailKind;
  /** Where the person said which language they speak. */
  metadata: Record<string, unknown> | null;
  link?: { token: OneTimeToken; type: VerificationType } | undefined;
  /** A link that proves nothing, such as the one to the sign-in page. */
  page?: string;
  code?: string;
  newAddress?: string;
}

/**
 * Sends a letter, or refuses because too many were sent. Called before anything is written: when the mail server
 * is down, nothing has happened.
 */
export async function sendEmail(auth: Auth, context: Context, letter: Letter): Promise<void> {
  const link = letter.link ? linkTo(auth, context, letter.link) : letter.page;
  const code = letter.link?.token.code ?? letter.code;
  const language = languageOf(letter.metadata, context.req.header('accept-language'));
  const written = renderEmail(letter.kind, language, {
    ...(link ? { link } : {}),
    ...(code ? { code } : {}),
    ...(letter.newAddress ? { newAddress: letter.newAddress } : {}),
  });
  await counted(auth, context, letter, () => auth.mail.send({ to: letter.to, ...written }));
}

/**
 * Tells somebody what has just happened to their account. Not counted with other mail, which a thief could use up
 * first; and no reason to fail: it has happened.
 */
export async function sendNotice(
  auth: Auth,
  context: Context,
  { to, kind, metadata }: Pick<Letter, 'to' | 'kind' | 'metadata'>,
): Promise<void> {
  const language = languageOf(metadata, context.req.header('accept-language'));
  const written = renderEmail(kind, language, { link: `${auth.settings.url}/login` });
  try {
    const once = { hits: 1, seconds: A_MINUTE };
    const [told] = await auth.limits.count({ rule: `notice ${kind}`, who: to, limit: once });
    if (!told) await auth.mail.send({ to, ...written });
  } catch (error) {
    auth.log.error({ err: loggable(error) }, 'a notice could not be sent');
  }
}

/** For an address without an account: the same counts, the same way to the mail server, no letter. */
export async function sendNothing(
  auth: Auth,
  context: Context,
  letter: Pick<Letter, 'to' | 'kind'>,
): Promise<void> {
  await counted(auth, context, letter, () => auth.mail.reach());
}

/** The address in the letter, which GET /verify answers. */
export function linkTo(
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

/** Where the request wants the person to end up, if that is allowed. */
export function requestedRedirect(auth: Auth, context: Context): string {
  const wish = context.req.query('redirect_to') ?? context.req.header('redirect_to');
  return redirectTarget(wish, auth.settings);
}

export async function sendText(
  auth: Auth,
  context: Context,
  message: { to: string; code: string; metadata: Record<string, unknown> | null },
): Promise<void> {
  const { sms } = auth;
  if (!sms) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  const language = languageOf(message.metadata, context.req.header('accept-language'));
  const rule = 'texts';
  await pause(auth, rule, message.to, 'over_sms_send_rate_limit');
  try {
    await sms.send({ to: message.to, text: writeText(language, message.code) });
  } catch (error) {
    await auth.limits.giveBack(rule, message.to);
    auth.log.error({ err: loggable(error) }, 'a text message could not be sent');
    throw new AuthError(422, 'sms_send_failed', 'Error sending confirmation OTP to provider');
  }
}

/** Kinds that must look alike from outside share one count. */
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

async function counted(
  auth: Auth,
  context: Context,
  { to, kind }: Pick<Letter, 'to' | 'kind'>,
  work: () => Promise<void>,
): Promise<void> {
  const rule = `mail ${COUNTED_AS[kind] ?? kind}`;
  await pause(auth, rule, to, 'over_email_send_rate_limit');
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
    // Nothing was sent, so nobody has to wait before trying again.
    await auth.limits.giveBack(rule, to);
    auth.log.error({ err: loggable(error) }, 'a letter could not be sent');
    throw new AuthError(500, 'unexpected_failure', `Error sending ${NAMES[kind]} email`);
  }
}

async function pause(auth: Auth, rule: string, to: string, code: string): Promise<void> {
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
