import type { Asks } from '../auth.ts';

/** Which providers an account has, written where its tokens carry it. `provider` is the one it began with. */
export async function recountProviders(asks: Asks, userId: string): Promise<void> {
  await asks.query(
    `update auth.users u set updated_at = now(), raw_app_meta_data = coalesce(raw_app_meta_data, '{}')
       || jsonb_build_object('providers', had.names, 'provider',
            case when had.names ? (raw_app_meta_data ->> 'provider') then raw_app_meta_data -> 'provider' else had.names -> 0 end)
     from (select jsonb_agg(provider order by first) as names
           from (select provider, min(created_at) as first from auth.identities where user_id = $1 group by provider) i) had
     where u.id = $1 and had.names is not null`,
    [userId],
  );
}
