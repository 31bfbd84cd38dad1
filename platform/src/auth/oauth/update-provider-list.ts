import type { Queryable } from '../auth.ts';

/** Writes the account's providers into app_metadata, which is part of its tokens. `provider` is the first one. */
export async function updateProviderList(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `update auth.users u set updated_at = now(), raw_app_meta_data = coalesce(raw_app_meta_data, '{}')
       || jsonb_build_object('providers', had.names, 'provider',
            case when had.names ? (raw_app_meta_data ->> 'provider') then raw_app_meta_data -> 'provider' else had.names -> 0 end)
     from (select jsonb_agg(provider order by first) as names
           from (select provider, min(created_at) as first from auth.identities where user_id = $1 group by provider) i) had
     where u.id = $1 and had.names is not null`,
    [userId],
  );
}
