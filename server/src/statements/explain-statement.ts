import type { Database, Statement } from '@lakou/platform/database';
import { withoutTexts } from './statement-text.ts';

const TIMEOUT_MS = 2_000;

const REMEMBER = `select set_config('lakou.explained', $1, true)`;
/**
 * Planned without values, as a statement that was prepared: nothing runs, and no value can be in the plan. From PostgreSQL 16 on
 * `generic_plan` does the same; this works on 15 too. Preparing outlives a failed transaction, so what is left is removed first.
 */
const EXPLAIN = `do $$
declare
  nulls text;
  line text;
  plan text := '';
begin
  if exists (select from pg_prepared_statements where name = 'lakou_explained') then
    execute 'deallocate lakou_explained';
  end if;
  execute 'prepare lakou_explained as ' || current_setting('lakou.explained');
  select '(' || nullif(repeat(', null', cardinality(parameter_types)), '') || ')' into nulls
    from pg_prepared_statements where name = 'lakou_explained';
  perform set_config('plan_cache_mode', 'force_generic_plan', true);
  for line in execute 'explain execute lakou_explained' || coalesce(replace(nulls, '(,', '('), '') loop
    plan := plan || line || chr(10);
  end loop;
  execute 'deallocate lakou_explained';
  perform set_config('lakou.plan', plan, true);
end $$`;
const READ = `select current_setting('lakou.plan') as plan`;

/** The plan of a statement, for this role's policies. Texts in it are replaced. */
export async function explainStatement(
  database: Database,
  text: string,
  role: string | undefined,
): Promise<string> {
  const results = await database.run(
    [{ text: REMEMBER, values: [text] }, { text: EXPLAIN }, { text: READ }],
    {
      ...(role && { as: { role } }),
      readOnly: true,
      rollback: true,
      timeoutMs: TIMEOUT_MS,
    },
  );
  return withoutTexts(results.at(-1)?.rows[0]?.[0]?.toString() ?? '').trim();
}

export function isExplaining(statements: readonly Statement[]): boolean {
  return statements[0]?.text === REMEMBER;
}
