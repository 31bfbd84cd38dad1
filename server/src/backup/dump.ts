import type { Database } from '@lakou/platform/database';

/** The whole database in a file, as of one moment, and the files in the stores that its rows name. */
export interface Dump extends Contents {
  file: string;
  remove(): Promise<void>;
}

export interface Contents {
  migrations: string[];
  objects: { bucket: string; name: string; version: string }[];
  streams: { id: string; playable: boolean }[];
}

/** One statement, so that all of it is from one snapshot. */
export const readContents = `select
  (select jsonb_agg(version order by version) from supabase_migrations.schema_migrations) as migrations,
  (select coalesce(jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name, 'version', version)), '[]')
    from storage.objects where version is not null) as objects,
  (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'playable', status in ('watchable', 'whole'))), '[]')
    from private.streams) as streams`;

export async function contentsOf(database: Database): Promise<Contents> {
  const [contents] = await database.query<Contents>(readContents);
  if (!contents) throw new Error('the database does not say what is in it');
  return contents;
}
