import type { Context } from 'hono';
import { countOnAccount } from './account-limits.ts';
import type { Auth } from './auth.ts';
import { AuthError } from './errors.ts';
import { keyOf } from './rate-limits.ts';
import { deviceOf } from './request.ts';

interface Message {
  to: string;
  by: 'email' | 'sms';
  /** Messages of one kind to one recipient have a pause between them. */
  kind: string;
}

/**
 * Sends a message within the limits: a pause between two of one kind, so many a day for one recipient, so many an hour
 * for one client address. The recipient need not have an account, so that the limits do not reveal who has one. A
 * message that could not be sent does not count.
 */
export async function withinMessageLimits(
  auth: Auth,
  context: Context,
  message: Message,
  send: () => Promise<void>,
): Promise<void> {
  const counted: string[] = [];
  try {
    counted.push(await countPause(auth, message));
    counted.push(...(await countRecipient(auth, context, message)));
    if (message.by === 'email') await countAddress(auth, context, message);
    await send();
  } catch (error) {
    await auth.limits.giveBackKeys(counted);
    throw error;
  }
}

async function countPause(auth: Auth, { to, by, kind }: Message): Promise<string> {
  const seconds = auth.settings.limits.pauseBetweenMessages;
  const limit = seconds > 0 ? { hits: 1, seconds } : null;
  const [over] = await auth.limits.count({ rule: kind, who: to, limit });
  if (!over) return keyOf(kind, to);
  const message = `For security purposes, you can only request this after ${over.seconds} seconds.`;
  throw tooMany(by, message, over.seconds);
}

async function countRecipient(auth: Auth, context: Context, { to, by }: Message): Promise<string[]> {
  const { messagesPerAddress, messagesPerRecipient } = auth.settings.limits;
  const { over, keys } = await countOnAccount(auth, context, {
    rule: 'messages',
    account: to,
    perDevice: messagesPerAddress,
    perAddress: messagesPerAddress,
    perAccount: messagesPerRecipient,
  });
  if (over === undefined) return keys;
  throw tooMany(by, `${by} rate limit exceeded`, over);
}

async function countAddress(auth: Auth, context: Context, { by }: Message): Promise<void> {
  const { network } = deviceOf(auth, context);
  const [over] = await auth.limits.count({ rule: 'mails', who: network, limit: auth.settings.limits.mails });
  if (over) throw tooMany(by, 'email rate limit exceeded', over.seconds);
}

function tooMany(by: Message['by'], message: string, seconds: number): AuthError {
  return new AuthError(429, `over_${by}_send_rate_limit`, message, {}, seconds);
}
