import { createHash } from 'node:crypto';

export type Kind =
  | 'film'
  | 'series'
  | 'episode'
  | 'member'
  | 'topic'
  | 'post'
  | 'order'
  | 'session'
  | 'stream'
  | 'sign'
  | 'job'
  | 'message'
  | 'watch';

/** The id of the row with this number: the same in every world, and spread like random ones. */
export function idOf(kind: Kind, number: number): string {
  const digits = createHash('md5').update(`${kind} ${number}`).digest('hex').split('');
  digits[12] = '4';
  digits[16] = '8';
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The same for SQL, with a number between 0 and 1 that depends on its arguments alone. */
export const HELPERS = `
  create or replace function pg_temp.id(kind text, n bigint) returns uuid language sql immutable parallel safe
    return overlay(overlay(md5(kind || ' ' || n::text) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid;
  create or replace function pg_temp.part(n bigint, seed integer) returns double precision language sql immutable parallel safe
    return (hashint8extended(n, seed) & 1048575) / 1048576::double precision;
  -- Few are popular: an eighth of the numbers gets half of the picks.
  create or replace function pg_temp.popular(n bigint, seed integer, many bigint) returns bigint language sql immutable parallel safe
    return floor(many * power(pg_temp.part(n, seed), 3))::bigint`;

/** The hot topic: a tenth of all replies, and the most followers. */
export const HOT_TOPIC = idOf('topic', 0);
/** A topic with the same replies, and no followers. */
export const QUIET_TOPIC = idOf('topic', 1);
/** Has started thousands of titles, follows the hot topic and subscribes. */
export const BUSIEST_MEMBER = idOf('member', 0);
/** Nothing out of the ordinary. */
