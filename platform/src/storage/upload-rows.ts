import type { Database, Statement } from '../database/database.ts';
import type { ObjectKey } from './object-store.ts';
import type { UnfinishedUpload } from './upload-bytes.ts';

/** Ours among the rows of `s3_multipart_uploads`, which is also for the S3 protocol. */
const SIGNATURE = 'resumable';

export interface UploadRecord extends UnfinishedUpload {
  /** As the client sent it, for its answers. */
  metadata: Record<string, string | null> | undefined;
}

interface FoundUpload {
  record: UploadRecord;
  isFinished: boolean;
  changedAt: Date;
}

/**
 * What uploads are to become, for all processes. An unfinished one also has a row in `s3_multipart_uploads`, where the
 * database limits how many one person has, and removes those of a deleted account: without it an upload is over.
 */
export class UploadRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Throws when the database allows no further one. */
  async add(record: UploadRecord): Promise<void> {
    const { bucket, name, version, holder } = record.plan;
    await this.#database.query(
      `with counted as (
          insert into storage.s3_multipart_uploads (id, upload_signature, bucket_id, key, version, owner_id)
            values ($1::text, $2, $3, $4, $5, $6))
        insert into platform.uploads (id, bucket_id, name, version, record)
          values ($1::text::uuid, $3, $4, $5, $7::json)`,
      [record.id, SIGNATURE, bucket, name, version, holder ?? null, JSON.stringify(record)],
    );
  }

  async find(id: string): Promise<FoundUpload | undefined> {
    const [row] = await this.#database.query<{ record: UploadRecord; state: string; changed_at: string }>(
      `select u.record, u.state, u.changed_at from platform.uploads u
        where u.id = $1 and (u.state = 'finished'
          or u.state = 'open' and exists (select from storage.s3_multipart_uploads m where m.id = u.id::text))`,
      [id],
    );
    if (!row) return undefined;
    return { record: row.record, isFinished: row.state === 'finished', changedAt: new Date(row.changed_at) };
  }

  async change(record: UploadRecord): Promise<void> {
    await this.#database.query(`update platform.uploads set record = $2::json where id = $1`, [
      record.id,
      JSON.stringify(record),
    ]);
  }

  /** Expiry counts from here. */
  async noteBytes(id: string): Promise<void> {
    await this.#database.query(`update platform.uploads set changed_at = now() where id = $1`, [id]);
  }

  /** For the transaction that writes the object: returns no row when the upload is over. */
  finishing(id: string): Statement {
    return {
      text: `with counted as (delete from storage.s3_multipart_uploads where id = $1::text returning id)
        update platform.uploads u set state = 'finished', changed_at = now() from counted c
          where u.id = c.id::uuid and u.state = 'open' returning u.id`,
      values: [id],
    };
  }

  /** Ends an unfinished upload: nobody can continue it, and its bytes can be removed. */
  async end(id: string): Promise<UploadRecord | undefined> {
    const [row] = await this.#database.query<{ record: UploadRecord }>(
      `with counted as (delete from storage.s3_multipart_uploads where id = $1::text)
        update platform.uploads set state = 'ended' where id = $1::text::uuid and state <> 'finished' returning record`,
      [id],
    );
    return row?.record;
  }

  async remove(id: string): Promise<void> {
    await this.#database.query('delete from platform.uploads where id = $1', [id]);
  }

  /**
   * Ends a batch of uploads that have expired or whose account is gone, and returns it with those that were ended
   * before. `held`: what this process works on; what others work on is theirs.
   */
  async endExpired(expiresMs: number, held: readonly string[], limit: number): Promise<UploadRecord[]> {
    const rows = await this.#database.query<{ record: UploadRecord }>(
      `with due as (
          select u.id from platform.uploads u
          where u.state <> 'finished' and u.id <> all ($2::uuid[]) and (u.held_until is null or u.held_until < now())
            and (u.state = 'ended' or u.changed_at < now() - make_interval(secs => $1)
              or not exists (select from storage.s3_multipart_uploads m where m.id = u.id::text))
          order by u.changed_at limit $3 for update skip locked),
        counted as (delete from storage.s3_multipart_uploads m using due d where m.id = d.id::text)
        update platform.uploads u set state = 'ended' from due d where u.id = d.id returning u.record`,
      [expiresMs / 1000, held, limit],
    );
    return rows.map(({ record }) => record);
  }

  /** What is left when no bytes are: finished uploads, and rows of a server that kept uploads on its disk. */
  async removeOld(expiresMs: number): Promise<void> {
    await this.#database.query(
      `delete from platform.uploads where id in (
        select id from platform.uploads where state = 'finished' and changed_at < now() - make_interval(secs => $1)
          order by changed_at limit 1000)`,
      [expiresMs / 1000],
    );
    await this.#database.query(
      `delete from storage.s3_multipart_uploads m where m.upload_signature = $1
        and m.created_at < now() - make_interval(secs => $2)
        and not exists (select from platform.uploads u where u.id::text = m.id)`,
      [SIGNATURE, expiresMs / 1000],
    );
  }
}

/** The keys that no unfinished upload is to become. */
export async function withoutUpload<Key extends ObjectKey>(
  database: Database,
  keys: readonly Key[],
): Promise<Key[]> {
  const rows = await database.query<ObjectKey>(
    `select bucket_id as bucket, name, version from platform.uploads
      where state <> 'finished' and (bucket_id, name) in (select * from unnest($1::text[], $2::text[]))`,
    [keys.map(({ bucket }) => bucket), keys.map(({ name }) => name)],
  );
  const uploads = new Set(rows.map(({ version }) => version));
  return keys.filter(({ version }) => !uploads.has(version));
}
