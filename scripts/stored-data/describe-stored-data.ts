import { RETENTION_DAYS } from '@lakou/contract/retention';
import type { Database } from '@lakou/platform/database';
import { keptTables } from '../../supabase/tests/support/kept-tables.ts';
import { ABOUT_PEOPLE, PERIODS, PURPOSES } from './about-people.ts';

interface StoredTable {
  name: string;
  comment: string | null;
  columns: string[];
  /** Columns with JSON, which can hold anything. */
  documents: string[];
  /** Columns that name a person, from private.personal_data. */
  persons: string[];
  hidden: string[];
  after_deletion: string | null;
  keep: string | null;
  setting: string | null;
}

/** Every table of ours, with what private.personal_data and private.retention_rules say about it. */
export const STORED_TABLES = `
  select t.name, obj_description(t.oid) as comment,
    (select jsonb_agg(a.attname order by a.attnum) from pg_attribute a
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped) as columns,
    coalesce((select jsonb_agg(a.attname order by a.attnum) from pg_attribute a where a.attrelid = t.oid and a.attnum > 0
      and not a.attisdropped and a.atttypid in ('json'::regtype, 'jsonb'::regtype, 'jsonb[]'::regtype)), '[]') as documents,
    coalesce((select jsonb_agg(p.person_column order by p.person_column) from private.personal_data p where p.relation = t.name), '[]') as persons,
    coalesce((select jsonb_agg(distinct h order by h) from private.personal_data p, unnest(p.hidden_columns) h where p.relation = t.name), '[]') as hidden,
    (select string_agg(distinct p.after_deletion, ' or ') from private.personal_data p where p.relation = t.name) as after_deletion,
    (select string_agg(distinct r.keep::text, ', ') from private.retention_rules r where r.relation = t.name) as keep,
    (select string_agg(distinct r.setting, ', ') from private.retention_rules r where r.relation = t.name) as setting
  from (
    select c.oid, n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname in ('public', 'private', 'auth', 'storage', 'realtime', 'platform', 'supabase_migrations')
  ) t order by t.name collate "C"`;

/** docs/stored-data.md, from the database and from what is written by hand in about-people.ts. */
export async function describeStoredData(database: Pick<Database, 'query'>): Promise<string> {
  const tables = await database.query<StoredTable>(STORED_TABLES);
  const personal = tables.filter(isPersonal);
  const others = tables.filter((table) => !isPersonal(table));
  return `# What is stored, why, and for how long

Written by \`npm run stored-data\` from the migrations and \`scripts/stored-data/about-people.ts\`; do not edit.
\`supabase/tests/stored-data.test.ts\` compares it with the database: a new table, or a new column that looks like a person's or holds JSON, fails there
until somebody has decided what it is. *: operators can change it (\`RETENTION_…\` in README).

“About a person” lists every column that is exported by “download my data” or says something about a person; “not exported” are secrets
and internals. Deleting an account removes the rows, or makes them anonymous (\`supabase/tests/identity-account.test.ts\`).

## About people

| table | why | about a person | not exported | how long | when the account is deleted |
|---|---|---|---|---|---|
${personal.map(personalRow).join('\n')}

## Not about people

| table | why | how long |
|---|---|---|
${others.map((table) => `| \`${table.name}\` | ${purposeOf(table)} | ${periodOf(table)} |`).join('\n')}
`;
}

const isPersonal = ({ name, persons }: StoredTable) => persons.length > 0 || name in ABOUT_PEOPLE;

function personalRow(table: StoredTable): string {
  const { name, persons, columns, hidden, after_deletion } = table;
  // A table of a person's own rows is about that person in every column.
  const shown =
    persons.length > 0 ? columns.filter((one) => !hidden.includes(one)) : (ABOUT_PEOPLE[name]?.columns ?? []);
  const deleted = after_deletion ?? ABOUT_PEOPLE[name]?.afterDeletion ?? '';
  return `| \`${name}\` | ${purposeOf(table)} | ${list(shown)} | ${list(ABOUT_PEOPLE[name]?.hidden ?? hidden)} | ${periodOf(table)} | ${deleted} |`;
}

const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ') || '–';

/** Tables of Supabase's have no comment of ours. */
function purposeOf({ name, comment }: StoredTable): string {
  const purpose = PURPOSES[name] ?? comment;
  if (!purpose)
    throw new Error(`${name} has no comment: say in its migration, or in about-people.ts, why it is there`);
  return purpose.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function periodOf({ name, keep, setting }: StoredTable): string {
  if (setting) return [...setting.split(', ').map(daysOf), ...(keep ? [keep] : [])].join('; ');
  if (keep) return keep;
  const reason = PERIODS[name] ?? keptTables[name];
  if (!reason) throw new Error(`${name} has neither a retention rule nor a reason in kept-tables.ts`);
  return reason;
}

const daysOf = (setting: string) => `${RETENTION_DAYS[setting as keyof typeof RETENTION_DAYS]} days*`;
