import { describe, expect, test } from 'vitest';
import type { Database } from '../../platform/src/database/database.ts';
import { DatabaseError } from '../../platform/src/database/errors.ts';
import { identityOf, type Person } from './support/people.ts';
import { type Probe, probes } from './support/probes.ts';
import { useWorld } from './support/world.ts';

/*
 * For every table, every kind of person and every action: who can and who cannot.
 *
 *   yes    it happens                        no     refused: permission denied
 *   none   no error, and no row is touched   12345  refused with this code
 *   ·      the row belongs to nobody
 *
 * "owner" acts on a row of their own (or one they paid for); everybody else acts on that same row, in that person's name.
 */
const matrix = `
row                           | action | visitor | owner | member | subscriber | editor | moderator | accountant | admin | service
admin_users                   | select | no      | yes   | none   | none       | none   | yes       | none       | yes   | yes
                              | insert | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | no    | no     | no         | no     | no        | no         | no    | yes
terms_versions                | select | yes     | ·     | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | insert | no      | ·     | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | ·     | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | ·     | no     | no         | no     | no        | no         | no    | yes
terms_acceptances             | select | no      | yes   | none   | none       | none   | none      | none       | yes   | yes
                              | insert | no      | yes   | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | no    | no     | no         | no     | no        | no         | no    | yes
profiles: public              | select | yes     | yes   | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | insert | no      | 23505 | no     | no         | no     | no        | no         | no    | 23505
                              | update | no      | yes   | none   | none       | none   | none      | none       | none  | yes
                              | delete | no      | no    | no     | no         | no     | no        | no         | no    | yes
profiles: private, has posted | select | yes     | yes   | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | update | no      | yes   | none   | none       | none   | none      | none       | none  | yes
profiles: private, silent     | select | none    | yes   | none   | none       | none   | none      | none       | yes   | yes
                              | insert | no      | 23505 | no     | no         | no     | no        | no         | no    | 23505
                              | update | no      | yes   | none   | none       | none   | none      | none       | none  | yes
movies: published             | select | yes     | ·     | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | insert | no      | ·     | no     | no         | yes    | no        | no         | yes   | yes
                              | update | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
                              | delete | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
movies: draft                 | select | none    | yes   | none   | none       | yes    | none      | none       | yes   | yes
                              | update | no      | none  | none   | none       | yes    | none      | none       | yes   | yes
                              | delete | no      | none  | none   | none       | 23503  | none      | none       | 23503 | 23503
movie_categories              | select | yes     | ·     | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | insert | no      | ·     | no     | no         | yes    | no        | no         | yes   | yes
                              | update | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
                              | delete | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
series: published             | select | yes     | ·     | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | insert | no      | ·     | no     | no         | yes    | no        | no         | yes   | yes
                              | update | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
                              | delete | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
series: draft                 | select | none    | yes   | none   | none       | yes    | none      | none       | yes   | yes
                              | update | no      | none  | none   | none       | yes    | none      | none       | yes   | yes
                              | delete | no      | none  | none   | none       | 23503  | none      | none       | 23503 | 23503
episodes: paid                | select | none    | yes   | none   | yes        | yes    | none      | none       | yes   | yes
                              | insert | no      | no    | no     | no         | yes    | no        | no         | yes   | yes
                              | update | no      | none  | none   | none       | yes    | none      | none       | yes   | yes
                              | delete | no      | none  | none   | none       | yes    | none      | none       | yes   | yes
episodes: free                | select | yes     | yes   | yes    | yes        | yes    | yes       | yes        | yes   | yes
episodes: of a draft          | select | none    | yes   | none   | none       | yes    | none      | none       | yes   | yes
featured_films: active        | select | yes     | ·     | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | insert | no      | ·     | no     | no         | yes    | no        | no         | yes   | yes
                              | update | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
                              | delete | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
featured_films: hidden        | select | none    | ·     | none   | none       | yes    | none      | none       | yes   | yes
                              | update | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
front_page_rows: shown        | select | yes     | ·     | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | insert | no      | ·     | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | ·     | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | ·     | no     | no         | no     | no        | no         | no    | yes
front_page_rows: hidden       | select | none    | ·     | none   | none       | yes    | none      | none       | yes   | yes
banners: active               | select | yes     | ·     | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | insert | no      | ·     | no     | no         | yes    | no        | no         | yes   | yes
                              | update | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
                              | delete | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
banners: hidden               | select | none    | ·     | none   | none       | yes    | none      | none       | yes   | yes
                              | update | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
reviews                       | select | yes     | yes   | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | insert | no      | yes   | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | yes   | none   | none       | none   | none      | none       | none  | yes
                              | delete | no      | yes   | none   | none       | none   | yes       | none       | yes   | yes
reviews: of a series          | select | yes     | yes   | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | insert | no      | yes   | no     | yes        | no     | no        | no         | no    | yes
                              | update | no      | yes   | none   | yes        | none   | none      | none       | none  | yes
                              | delete | no      | yes   | none   | yes        | none   | yes       | none       | yes   | yes
review_votes                  | select | no      | yes   | none   | none       | none   | none      | none       | none  | yes
                              | insert | no      | yes   | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | yes   | none   | none       | none   | none      | none       | none  | yes
watchlist                     | select | no      | yes   | none   | none       | none   | none      | none       | none  | yes
                              | insert | no      | yes   | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | yes   | none   | none       | none   | none      | none       | none  | yes
plans                         | select | yes     | ·     | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | insert | no      | ·     | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | ·     | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | ·     | no     | no         | no     | no        | no         | no    | yes
passes                        | select | yes     | ·     | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | insert | no      | ·     | no     | no         | no     | no        | no         | no    | 23505
                              | update | no      | ·     | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | ·     | no     | no         | no     | no        | no         | no    | yes
exchange_rates                | select | yes     | ·     | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | insert | no      | ·     | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | ·     | no     | no         | no     | no        | no         | no    | no
                              | delete | no      | ·     | no     | no         | no     | no        | no         | no    | no
payment_alerts                | select | no      | ·     | none   | none       | none   | none      | yes        | yes   | yes
                              | insert | no      | ·     | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | ·     | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | ·     | no     | no         | no     | no        | no         | no    | no
orders                        | select | no      | yes   | none   | none       | none   | none      | yes        | yes   | yes
                              | insert | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | no    | no     | no         | no     | no        | no         | no    | no
ledger                        | select | no      | yes   | none   | none       | none   | none      | yes        | yes   | yes
                              | insert | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | no    | no     | no         | no     | no        | no         | no    | no
                              | delete | no      | no    | no     | no         | no     | no        | no         | no    | no
user_purchases                | select | no      | yes   | none   | none       | none   | none      | yes        | yes   | yes
                              | insert | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | no    | no     | no         | no     | no        | no         | no    | yes
subscriptions                 | select | no      | yes   | none   | none       | none   | none      | yes        | yes   | yes
                              | insert | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | no    | no     | no         | no     | no        | no         | no    | yes
forum_categories              | select | yes     | ·     | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | insert | no      | ·     | no     | no         | no     | yes       | no         | yes   | yes
                              | update | no      | ·     | none   | none       | none   | yes       | none       | yes   | yes
                              | delete | no      | ·     | none   | none       | none   | yes       | none       | yes   | yes
forum_categories: General     | update | no      | ·     | none   | none       | none   | yes       | none       | yes   | yes
                              | delete | no      | ·     | none   | none       | none   | none      | none       | none  | no
forum_topics                  | select | yes     | yes   | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | insert | no      | yes   | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | none  | none   | none       | none   | yes       | none       | yes   | yes
                              | delete | no      | yes   | none   | none       | none   | yes       | none       | yes   | yes
forum_posts                   | select | yes     | yes   | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | insert | no      | yes   | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | yes   | none   | none       | none   | yes       | none       | yes   | yes
forum_reactions               | select | no      | yes   | none   | none       | none   | none      | none       | none  | yes
                              | insert | no      | yes   | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | yes   | none   | none       | none   | none      | none       | none  | yes
notification_counts           | select | no      | yes   | none   | none       | none   | none      | none       | none  | yes
                              | insert | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | no    | no     | no         | no     | no        | no         | no    | yes
audit_log                     | select | no      | ·     | none   | none       | none   | none      | none       | yes   | yes
                              | insert | no      | ·     | no     | no         | no     | no        | no         | no    | no
                              | update | no      | ·     | no     | no         | no     | no        | no         | no    | no
                              | delete | no      | ·     | no     | no         | no     | no        | no         | no    | no
contact_messages              | select | no      | none  | none   | none       | none   | none      | none       | yes   | yes
                              | insert | yes     | yes   | yes    | yes        | yes    | yes       | yes        | yes   | yes
                              | update | no      | none  | none   | none       | none   | none      | none       | yes   | yes
                              | delete | no      | none  | none   | none       | none   | none      | none       | yes   | yes
watch_progress                | select | no      | yes   | none   | none       | none   | none      | none       | none  | yes
                              | insert | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | yes   | none   | none       | none   | none      | none       | none  | yes
watch_sessions                | select | no      | yes   | none   | none       | none   | none      | none       | none  | yes
                              | insert | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | no    | no     | no         | no     | no        | no         | no    | yes
media_jobs                    | select | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
                              | insert | no      | ·     | no     | no         | no     | no        | no         | no    | yes
                              | update | no      | ·     | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | ·     | no     | no         | no     | no        | no         | no    | yes
subtitles                     | select | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
                              | insert | no      | ·     | no     | no         | yes    | no        | no         | yes   | yes
                              | update | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
                              | delete | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
sign_videos                   | select | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
                              | insert | no      | ·     | no     | no         | yes    | no        | no         | yes   | yes
                              | update | no      | ·     | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | ·     | none   | none       | yes    | none      | none       | yes   | yes
saved_filters                 | select | no      | yes   | none   | none       | none   | yes       | none       | none  | yes
                              | insert | no      | yes   | no     | no         | no     | yes       | no         | no    | yes
                              | update | no      | no    | no     | no         | no     | no        | no         | no    | yes
                              | delete | no      | yes   | none   | none       | none   | yes       | none       | none  | yes
`;

type Action = 'select' | 'insert' | 'update' | 'delete';
interface Line {
  row: string;
  action: Action;
  expected: Record<string, string>;
}

const actors: Record<string, Person> = { member: 'tiJo', subscriber: 'kesner' };
const lines = parse(matrix);
const world = useWorld();

describe.each([...new Set(lines.map(({ row }) => row))])('%s', (row) => {
  test.each(lines.filter((line) => line.row === row))('who may $action', async ({ action, expected }) => {
    const probe = probes[row];
    if (!probe) throw new Error(`there is no probe for "${row}"`);
    const sql = statement(row, action, probe);
    const happened: Record<string, string> = {};
    for (const column of Object.keys(expected)) {
      const person = column === 'owner' ? probe.owner : (actors[column] ?? (column as Person));
      happened[column] = person ? await attempt(world.database, person, sql) : '·';
    }
    expect(happened).toEqual(expected);
  });
});

test('no table or view in public is missing from the matrix, and none misses an action', async () => {
  const relations = await world.database.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') order by relname collate "C"`,
  );
  const covered = (action: Action) =>
    new Set(lines.filter((line) => line.action === action).map(({ row }) => tableOf(row)));
  for (const action of ['select', 'insert', 'update', 'delete'] as const) {
    expect([...covered(action)].toSorted(), action).toEqual(relations.map(({ name }) => name));
  }
});

function tableOf(row: string): string {
  return row.split(':')[0] ?? row;
}

function statement(row: string, action: Action, { where, insert, set }: Probe): string {
  const table = `public.${tableOf(row)}`;
  if (action === 'select') return `select from ${table} where ${where}`;
  if (action === 'insert') return `insert into ${table} ${insert}`;
  if (action === 'update') return `update ${table} set ${set} where ${where}`;
  return `delete from ${table} where ${where}`;
}

async function attempt(database: Database, person: Person, text: string): Promise<string> {
  const as = identityOf(person);
  if (!as) throw new Error('the owner of the database is not in the matrix');
  try {
    const [result] = await database.run([{ text }], { as, rollback: true });
    return result?.count ? 'yes' : 'none';
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return error.code === '42501' ? 'no' : error.code;
  }
}

function parse(table: string): Line[] {
  const [header = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  let row = '';
  return rows.map(([name, action, ...cells]) => {
    row = name || row;
    const expected = Object.fromEntries(header.slice(2).map((column, index) => [column, cells[index] ?? '']));
    return { row, action: action as Action, expected };
  });
}
