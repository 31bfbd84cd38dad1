import { createHash } from 'node:crypto';
import type { Queryable } from './auth.ts';
import { AuthError } from './errors.ts';
import type { Limit } from './settings.ts';

export interface RateLimitHit {
  /** The rule's name. */
  rule: string;
  /** What it counts by: an address, an account. Undefined: not counted. */
  who: string | undefined;
  limit: Limit;
}

/** Counts attempts in the database, so that all processes share the counts. */
export class RateLimits {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  /** Counts one attempt under each rule; throws when one of them is exceeded. */
  async take(...hits: RateLimitHit[]): Promise<void> {
    for (const over of await this.count(...hits)) throw overRequestRateLimit(over.seconds);
  }

  /** Counts one attempt under each rule, and returns the exceeded ones with the seconds left. */
  async count(...hits: RateLimitHit[]): Promise<{ rule: string; seconds: number }[]> {
    const active = hits.flatMap(({ rule, who, limit }) =>
      limit && who !== undefined ? [{ rule, limit, key: keyOf(rule, who) }] : [],
    );
    if (active.length === 0) return [];
    // One statement counts and reads, so simultaneous attempts get different numbers. A window that ends much later than
    // a new one would was begun before the clock was set back; it is replaced. Not one that ends a little later: of two
    // attempts at once, the one that began first can come second.
    const rows = await this.#database.query<{ key: string; hits: number; seconds: number }>(
      `insert into platform.rate_limits as r (key, hits, ends_at)
         select key, 1, now() + make_interval(secs => seconds)
         from unnest($1::text[], $2::float8[]) as t (key, seconds) order by key
       on conflict (key) do update set
         hits = case when r.ends_at between now() and excluded.ends_at + interval '1 minute' then r.hits + 1 else 1 end,
         ends_at = case when r.ends_at between now() and excluded.ends_at + interval '1 minute' then r.ends_at
           else excluded.ends_at end
       returning key, hits, ceil(extract(epoch from ends_at - now()))::integer as seconds`,
      [active.map(({ key }) => key), active.map(({ limit }) => limit.seconds)],
    );
    const found = new Map(rows.map((row) => [row.key, row]));
    return active.flatMap(({ rule, limit, key }) => {
      const row = found.get(key);
      return row && row.hits > limit.hits ? [{ rule, seconds: Math.max(row.seconds, 1) }] : [];
    });
  }

  /** Uncounts an attempt. */
  async giveBack(rule: string, who: string): Promise<void> {
    await this.giveBackKeys([keyOf(rule, who)]);
  }

  async giveBackKeys(keys: readonly string[]): Promise<void> {
    await this.#database.query(GIVE_BACK, [keys]);
  }
}

export const GIVE_BACK =
  'update platform.rate_limits set hits = hits - 1 where key = any ($1::text[]) and hits > 0';

export function keyOf(rule: string, who: string): string {
  return createHash('sha256').update(`${rule}\0${who}`).digest('base64url');
}

export function overRequestRateLimit(seconds: number): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {}, seconds);
}
