import type { Context } from 'hono';
import type { Statement } from '../database/database.ts';
import type { Auth } from './auth.ts';
import { beginFlow } from './flow-states.ts';
import type { EmailKind } from './mail/messages/email-texts.ts';
import { newToken, type OneTimeToken, storeToken } from './one-time-tokens.ts';
import type { Challenge } from './request.ts';
import { sendEmail } from './send-email.ts';
import type { User } from './users.ts';

/** Sends the emails that confirm a new address, and returns the statements to run once they are sent. */
export async function requestEmailChange(
  auth: Auth,
  context: Context,
  user: User,
  newAddress: string,
  challenge?: Challenge,
): Promise<Statement[]> {
  const pkce = challenge !== undefined;
  const emails: { token: OneTimeToken; kind: EmailKind }[] = [
    { token: newToken('email_change_token_new', newAddress, { pkce }), kind: 'email_change_new' },
  ];
  if (auth.settings.secureEmailChange && user.email) {
    const token = newToken('email_change_token_current', user.email, { pkce });
    emails.push({ token, kind: 'email_change_current' });
  }
  for (const { token, kind } of emails) {
    await sendEmail(auth, context, {
      to: token.relatesTo,
      kind,
      metadata: user.raw_user_meta_data,
      link: { token, type: 'email_change' },
      newAddress,
    });
  }
  return [
    {
      text: `update auth.users set email_change = $2, email_change_confirm_status = 0, email_change_token_current = '',
        updated_at = now() where id = $1`,
      values: [user.id, newAddress],
    },
    {
      text: `delete from auth.one_time_tokens where user_id = $1
        and token_type in ('email_change_token_new', 'email_change_token_current')`,
      values: [user.id],
    },
    ...emails.flatMap(({ token }) => storeToken(user.id, token)),
    ...(challenge
      ? emails.map(({ token }) =>
          beginFlow({
            id: token.id,
            userId: user.id,
            provider: 'email_change',
            method: 'email_change',
            challenge,
          }),
        )
      : []),
  ];
}
