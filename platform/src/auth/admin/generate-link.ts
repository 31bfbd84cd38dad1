import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { Statement } from '../../database/database.ts';
import { toValue } from '../../database/values.ts';
import { auditEntry } from '../audit.ts';
import type { Auth } from '../auth.ts';
import { AuthError, invalid } from '../errors.ts';
import { insertUser } from '../new-user.ts';
import { newToken, type OneTimeToken, storeToken } from '../one-time-tokens.ts';
import { requireStrong } from '../password-rules.ts';
import { redirectTarget } from '../redirect-targets.ts';
import { answer, type Body, deviceOf, readBody, readEmail, readMetadata, readText } from '../request.ts';
import { requestedRedirect, type VerificationType, verificationLink } from '../send-email.ts';
import { findUser, findUserByEmail, presentUser, type User } from '../users.ts';
import { forAdmins } from './for-admins.ts';
import { markInvited, requireUnconfirmed } from './invite-user.ts';
import { writeAccount } from './write-account.ts';

interface Input {
  email: string;
  body: Body;
  user: User | undefined;
  id: string;
}

/** The token and the statements that make the link work. */
interface Plan {
  type: VerificationType;
  token: OneTimeToken;
  statements: Statement[];
}

type Planner = (auth: Auth, input: Input) => Promise<Plan> | Plan;

/** POST /admin/generate_link: the link that an email would contain, for services that send their own. */
export const generateLink = forAdmins(async (auth, context) => {
  const body = await readBody(context);
  const email = readEmail(body);
  if (email === '') throw invalid('An email address is required');
  const user = await findUserByEmail(auth.database, email);
  let requestedType = readText(body, 'type');
  // There is no account to sign in to yet.
  if (requestedType === 'magiclink' && !user) requestedType = 'signup';
  const planner = planners.get(requestedType);
  if (!planner) throw invalid(`Invalid email action link type requested: ${requestedType.slice(0, 40)}`);
  const input = { email, body, user, id: user?.id ?? randomUUID() };
  const { type, token, statements } = await planner(auth, input);
  const traits = { user_id: input.id, link_type: requestedType };
  const device = deviceOf(auth, context);
  const entry = auditEntry({ action: 'user_recovery_requested', traits, device });
  await writeAccount(auth, 'updating', () =>
    auth.database.run([...statements, ...storeToken(input.id, token), entry]),
  );
  const now = await findUser(auth.database, input.id);
  if (!now) throw new AuthError(404, 'user_not_found', 'User not found');
  const redirect_to = whereTo(auth, context, body);
  const link = new URL(verificationLink(auth, context, { token, type }));
  link.searchParams.set('redirect_to', redirect_to);
  return answer(context, {
    ...presentUser(now),
    action_link: link.href,
    email_otp: token.code,
    hashed_token: token.link,
    verification_type: requestedType,
    redirect_to,
  });
});

function whereTo(auth: Auth, context: Context, body: Body): string {
  const input = readText(body, 'redirect_to') || readText(body, 'redirectTo');
  return input === '' ? requestedRedirect(auth, context) : redirectTarget(input, auth.settings);
}

const planners = new Map<string, Planner>([
  ['signup', planSignUp],
  ['invite', planInvite],
  ['magiclink', (_auth, input) => planSignIn(input, 'magiclink')],
  ['recovery', (_auth, input) => planSignIn(input, 'recovery')],
  ['email_change_current', planEmailChange],
  ['email_change_new', planEmailChange],
]);

async function planSignUp(auth: Auth, { email, body, user, id }: Input): Promise<Plan> {
  requireUnconfirmed(user);
  const data = readMetadata(body) ?? {};
  const password = readText(body, 'password');
  if (password !== '') requireStrong(password, auth.settings.passwordMinLength);
  const passwordHash = password === '' ? '' : await auth.passwords.hash(password);
  const write: Statement[] = user
    ? [
        {
          text: `update auth.users set encrypted_password = $2, raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $3::jsonb
            where id = $1 and confirmed_at is null`,
          values: [id, passwordHash, data].map(toValue),
        },
      ]
    : insertUser({ id, email, passwordHash, data });
  return { type: 'signup', token: newToken('confirmation_token', email), statements: write };
}

function planInvite(_auth: Auth, { email, body, user, id }: Input): Plan {
  requireUnconfirmed(user);
  const data = readMetadata(body) ?? {};
  const write = user ? [] : insertUser({ id, email, data });
  return {
    type: 'invite',
    token: newToken('confirmation_token', email),
    statements: [...write, markInvited(id)],
  };
}

function planSignIn({ email, user }: Input, type: 'magiclink' | 'recovery'): Plan {
  if (!user) throw new AuthError(404, 'user_not_found', 'User with this email not found');
  return { type, token: newToken('recovery_token', email), statements: [] };
}

/** Both links of one change are requested one after the other; the second must not invalidate the first. */
async function planEmailChange(auth: Auth, { email, body, user }: Input): Promise<Plan> {
  if (!user) throw new AuthError(404, 'user_not_found', 'User with this email not found');
  const current = readText(body, 'type') === 'email_change_current';
  if (current && !auth.settings.secureEmailChange) {
    throw invalid('Enable secure email change to generate link for current email');
  }
  const newEmail = readEmail(body, 'new_email');
  if (newEmail === '') throw invalid('A new email address is required');
  requireFree(await findUserByEmail(auth.database, newEmail));
  return {
    type: 'email_change',
    token: current
      ? newToken('email_change_token_current', email)
      : newToken('email_change_token_new', newEmail),
    statements: [
      {
        text: `delete from auth.one_time_tokens where user_id = $1 and $2::text <> (select email_change from auth.users where id = $1)
          and token_type in ('email_change_token_new', 'email_change_token_current')`,
        values: [user.id, newEmail],
      },
      {
        text: `update auth.users set email_change = $2::text, email_change_confirm_status =
            case when email_change = $2::text then email_change_confirm_status else 0 end where id = $1`,
        values: [user.id, newEmail],
      },
    ],
  };
}

function requireFree(existing: User | undefined): void {
  if (!existing) return;
  throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}
