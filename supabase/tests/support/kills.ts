import fc from 'fast-check';
import type { Transaction } from '../../../platform/src/database/database.ts';
import { DatabaseError, DatabaseUnavailable } from '../../../platform/src/database/errors.ts';
import type { As, World } from './world.ts';

/** Where a transaction is killed: when it has written so many rows, or when only the commit is missing. */
type Kill = { at: 'row'; rows: number } | { at: 'commit' };

export const kill: fc.Arbitrary<Kill> = fc.oneof(
  fc.record({ at: fc.constant('row' as const), rows: fc.nat(12) }),
  fc.constant({ at: 'commit' as const }),
);

/** How a transaction ended. */
type Outcome = 'done' | 'refused' | 'killed';

interface KillableWorld {
  /** In the transaction of `commit` or `attempt` that is under way. */
  as: As;
  commit<T>(work: () => Promise<T>): Promise<T>;
  /** What is refused or killed leaves nothing behind. */
  attempt(work: () => Promise<unknown>, kill?: Kill | null): Promise<Outcome>;
}

/** A world whose transactions are committed, each by itself, and can be killed in the middle. */
export async function openKillableWorld({ database, actIn }: World): Promise<KillableWorld> {
  const isEmbedded = database.kind === 'embedded';
  if (!isEmbedded) await database.transaction((transaction) => transaction.script(KILL_AT_ROW));
  let current: Transaction | undefined;
  const as: As = (person, settings) => {
    if (!current) throw new Error('people act inside of commit() or attempt()');
    return actIn(current)(person, settings);
  };
  const commit = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await database.transaction((transaction) => {
        current = transaction;
        return work();
      });
    } finally {
      current = undefined;
    }
  };
  return {
    as,
    commit,
    async attempt(work, kill) {
      try {
        await commit(async () => {
          // Embedded, nothing can end a statement from inside.
          if (kill?.at === 'row' && !isEmbedded)
            await as('owner').query(`select set_config('test.rows_left', $1, true)`, String(kill.rows));
          await work();
          if (kill && (kill.at === 'commit' || isEmbedded)) await as('owner').query(killNow(isEmbedded));
        });
        return 'done';
      } catch (error) {
        if (error instanceof DatabaseUnavailable) return 'killed';
        if (error instanceof DatabaseError) return 'refused';
        throw error;
      }
    },
  };
}

/** PGlite crashes on a COPY without data; its folder is opened again for the next call. */
const killNow = (isEmbedded: boolean): string =>
  isEmbedded ? 'copy public.orders from stdin' : 'select pg_terminate_backend(pg_backend_pid())';

/** Every table counts the rows that a transaction writes, and ends its backend at the wanted one. */
const KILL_AT_ROW = `
create or replace function private.kill_at_row() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  rows_left integer := nullif(current_setting('test.rows_left', true), '');
begin
  if rows_left is null then return null; end if;
  perform set_config('test.rows_left', (rows_left - 1)::text, true);
  if rows_left = 0 then perform pg_terminate_backend(pg_backend_pid()); end if;
  return null;
end $$;
do $$
declare
  tables regclass;
begin
  for tables in
    select oid from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
  loop
    execute format('create or replace trigger kill_at_row after insert or update or delete on %s
      for each row execute function private.kill_at_row()', tables);
  end loop;
end $$;`;
