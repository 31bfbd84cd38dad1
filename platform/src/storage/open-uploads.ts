import type { Database } from '../database/database.ts';
import { service } from './object-rows.ts';
import type { UploadPlan } from './resumable-store.ts';

/** Ours among the rows of the table, which is also for the S3 protocol. */
const SIGNATURE = 'resumable';

/**
 * A row for each unfinished upload, so that the database can limit how many one person has, over all processes. The
 * bytes are with the process that receives them.
 */
export class OpenUploads {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Throws when the database allows no further one. */
  async add(id: string, { bucket, name, version, holder }: UploadPlan): Promise<void> {
    await this.#database.query(
      `insert into storage.s3_multipart_uploads (id, upload_signature, bucket_id, key, version, owner_id)
        values ($1, $2, $3, $4, $5, $6)`,
      [id, SIGNATURE, bucket, name, version, holder ?? null],
      { as: service },
    );
  }

  async remove(id: string): Promise<void> {
    await this.#database.query('delete from storage.s3_multipart_uploads where id = $1', [id], {
      as: service,
    });
  }

  /** Removes the rows that no process has confirmed for so long. `ids`: the uploads that this process has. */
  async confirm(ids: readonly string[], expiresMs: number): Promise<void> {
    await this.#database.query(
      `update storage.s3_multipart_uploads set metadata = jsonb_build_object('confirmed_at', now())
        where id in (select jsonb_array_elements_text($1::jsonb))`,
      [JSON.stringify(ids)],
      { as: service },
    );
    await this.#database.query(
      `delete from storage.s3_multipart_uploads where upload_signature = $1
        and created_at < now() - make_interval(secs => $2)
        and coalesce((metadata ->> 'confirmed_at')::timestamptz, created_at) < now() - make_interval(secs => $2)`,
      [SIGNATURE, expiresMs / 1000],
      { as: service },
    );
  }
}
