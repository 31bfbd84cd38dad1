import { createHash } from 'node:crypto';
import type { Asks } from './auth.ts';
import { AuthError } from './errors.ts';
import type { Limit } from './settings.ts';

export interface Counted {
  /** The rule's name. */
  rule: string;
  /** Whom it counts: an address, an account. Undefined: nobody to count. */
  who: string | undefined;
  limit: Limit;
}

/** Counts tries in the database, so that all processes count together. */
export class RateLimits {
  readonly #database: Asks;

  constructor(database: Asks) {
    this.#database = database;
  }

  /** Counts one try under each rule; refuses when one of them is used up. */
  async take(...counted: Counted[]): Promise<void> {
    for (const over of await this.count(...counted)) throw overRequests(over.seconds);
  }

  /** Counts one try under each rule, and says which are used up and for how many seconds more. */
  async count(...counted: Counted[]): Promise<{ rule: string; seconds: number }[]> {
    const active = counted.flatMap(({ rule, who, limit }) =>
      limit && who !== undefined ? [{ rule, limit, key: keyOf(rule, who) }] : [],
    );
    if (active.length === 0) return [];
    // Counting and asking are one statement: of a hundred tries at once, each gets its own number. A window that
    // ends later than a new one would was begun by a clock that has been set back since: nobody waits for that.
    const rows = await this.#database.query<{ key: string; hits: number; seconds: number }>(
      `insert into platform.rate_limits as r (key, hits, ends_at)
         select key, 1, now() + make_interval(secs => seconds)
         from unnest($1::text[], $2::float8[]) as t (key, seconds) order by key
       on conflict (key) do update set
         hits = case when r.ends_at between now() and excluded.ends_at then r.hits + 1 else 1 end,
         ends_at = case when r.ends_at between now() and excluded.ends_at then r.ends_at else excluded.ends_at end
       returning key, hits, ceil(extract(epoch from ends_at - now()))::integer as seconds`,
      [active.map(({ key }) => key), active.map(({ limit }) => limit.seconds)],
    );
    const found = new Map(rows.map((row) => [row.key, row]));
    return active.flatMap(({ rule, limit, key }) => {
      const row = found.get(key);
      return row && row.hits > limit.hits ? [{ rule, seconds: Math.max(row.seconds, 1) }] : [];
    });
  }

  /** Takes a try back: it did not count after all. */
  async giveBack(rule: string, who: string): Promise<void> {
    await this.#database.query(GIVE_BACK, [keyOf(rule, who)]);
  }
}

export const GIVE_BACK = 'update platform.rate_limits set hits = hits - 1 where key = $1 and hits > 0';

export function keyOf(rule: string, who: string): string {
  return createHash('sha256').update(`${rule}\0${who}`).digest('base64url');
}

export function overRequests(seconds: number): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {}, seconds);
}
