import { toRows, toValue } from '../database/values.ts';
import type { Operation } from './auth.ts';
import { AuthError, invalid } from './errors.ts';
import { answer, deviceOf, readBody, readText } from './request.ts';
import { type Aal, NO_INSTANCE, newRefreshToken, sessionAnswer } from './sessions.ts';
import { USER_COLUMNS, type User } from './users.ts';

/** The result of the exchange. */
type Verdict = 'rotated' | 'repeated' | 'reused' | 'banned' | 'expired';

interface Outcome {
  verdict: Verdict;
  session_id: string;
  user_id: string;
  refresh_token: string | null;
}

const REFUSALS: Record<Exclude<Verdict, 'rotated' | 'repeated'>, [code: string, message: string]> = {
  reused: ['refresh_token_already_used', 'Invalid Refresh Token: Already Used'],
  banned: ['user_banned', 'Invalid Refresh Token: User Banned'],
  expired: ['session_expired', 'Invalid Refresh Token: Session Expired'],
};

/** Serializes simultaneous refreshes of one session. */
const LOCK = `select s.id from auth.sessions s
  where s.id = (select t.session_id from auth.refresh_tokens t where t.token = $1) for update`;

/**
 * Exchanges the token for its successor. A used token returns its successor again while that is the newest and only
 * moments old (two tabs at once); later the token must have been copied, and the whole session ends.
 */
const ROTATE = `
  with shown as (
    select t.id, t.token, t.revoked, t.updated_at, t.session_id, s.user_id, s.not_after, u.banned_until, newest.token as newest
    from auth.refresh_tokens t
    join auth.sessions s on s.id = t.session_id
    join auth.users u on u.id = s.user_id and u.deleted_at is null
    left join auth.refresh_tokens newest
      on newest.session_id = t.session_id and not newest.revoked and newest.parent = t.token
    where t.token = $1
  ), judged as (
    select shown.*, case
      when banned_until > now() then 'banned'
      when not_after <= now() then 'expired'
      when not revoked then 'rotated'
      when newest is not null and updated_at > now() - make_interval(secs => $3) then 'repeated'
      else 'reused' end as verdict
    from shown
  ), spent as (
    update auth.refresh_tokens t set revoked = true, updated_at = now() from judged
    where t.id = judged.id and verdict = 'rotated'
  ), fresh as (
    insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    select '${NO_INSTANCE}', $2, user_id::text, false, now(), now(), token, session_id from judged where verdict = 'rotated'
  ), refreshed as (
    update auth.sessions s set refreshed_at = timezone('utc', now()), updated_at = now(),
      user_agent = $4, ip = coalesce($5::inet, ip) from judged
    where s.id = judged.session_id and verdict in ('rotated', 'repeated')
  ), ended as (
    delete from auth.sessions s using judged where s.id = judged.session_id and verdict in ('reused', 'expired')
  )
  select verdict, session_id, user_id, case verdict when 'rotated' then $2 when 'repeated' then newest end as refresh_token
  from judged`;

const READ = `select ${USER_COLUMNS}, s.aal as session_aal,
    (select jsonb_agg(jsonb_build_object('method', a.authentication_method, 'timestamp', extract(epoch from a.updated_at)::integer)
       order by a.updated_at desc) from auth.mfa_amr_claims a where a.session_id = s.id) as session_amr
  from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id join auth.users u on u.id = s.user_id
  where t.token = $1`;

/** POST /token?grant_type=refresh_token */
export const grantRefreshToken: Operation = async (auth, context) => {
  const shown = readText(await readBody(context), 'refresh_token');
  if (shown === '') throw invalid('refresh_token required');
  const device = deviceOf(auth, context);
  await auth.limits.take({ rule: 'refreshes', who: device.network, limit: auth.settings.limits.refreshes });
  const notFound = new AuthError(
    400,
    'refresh_token_not_found',
    'Invalid Refresh Token: Refresh Token Not Found',
  );
  if (!/^[\w-]{10,255}$/.test(shown)) throw notFound;
  const { refreshReuseSeconds } = auth.settings;
  // Three statements in one round trip. Each sees what was committed before it began, so the second sees the changes
  // of the previous holder of the lock.
  const [, rotated, read] = await auth.database.run([
    { text: LOCK, values: [shown], name: 'auth_refresh_lock' },
    {
      text: ROTATE,
      name: 'auth_refresh_rotate',
      values: [shown, newRefreshToken(), refreshReuseSeconds, device.userAgent, device.address].map(toValue),
    },
    { text: READ, values: [shown], name: 'auth_refresh_read' },
  ]);
  const [outcome] = rotated ? toRows<Outcome>(rotated) : [];
  if (!outcome) throw notFound;
  const { verdict } = outcome;
  if (verdict !== 'rotated' && verdict !== 'repeated') {
    if (verdict === 'reused') {
      auth.log.warn({ user_id: outcome.user_id }, 'a used refresh token came back: its session was ended');
    }
    throw new AuthError(400, ...REFUSALS[verdict]);
  }
  type Row = User & { session_aal: Aal; session_amr: { method: string; timestamp: number }[] | null };
  const [row] = read ? toRows<Row>(read) : [];
  if (!row || outcome.refresh_token === null) throw notFound;
  const { session_aal: aal, session_amr: amr, ...user } = row;
  const session = { id: outcome.session_id, aal, amr: amr ?? [], refreshToken: outcome.refresh_token };
  return answer(context, await sessionAnswer(auth, user, session));
};
