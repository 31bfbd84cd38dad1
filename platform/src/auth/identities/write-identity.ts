import type { Statement } from '../../database/database.ts';
import { toValue } from '../../database/values.ts';
import { insertIdentity } from '../new-user.ts';
import type { User } from '../users.ts';

/** Keeps the email or phone identity equal to the address; creates it where there is none. */
export function writeIdentity(
  user: User,
  provider: 'email' | 'phone',
  value: string,
  confirmed: boolean,
): Statement[] {
  const data = { [provider]: value, [`${provider}_verified`]: confirmed };
  if (!user.identities.some((identity) => identity.provider === provider)) {
    return [insertIdentity(user.id, provider, { sub: user.id, ...data })];
  }
  return [
    {
      text: `update auth.identities set identity_data = identity_data || $3::jsonb, updated_at = now()
        where user_id = $1 and provider = $2`,
      values: [user.id, provider, data].map(toValue),
    },
  ];
}

/** To be run after the identities of a user have changed. */
export function updateProviders(id: string): Statement {
  return {
    text: `update auth.users set raw_app_meta_data = jsonb_build_object('provider', 'email') || coalesce(raw_app_meta_data, '{}')
        || jsonb_build_object('providers', (select jsonb_agg(distinct provider) from auth.identities where user_id = $1))
      where id = $1`,
    values: [id],
  };
}
