import type { Database } from '@lakou/platform/database';
import { type Finding, fault, well } from './finding.ts';

interface Rights {
  role: string;
  database: string;
  is_replica: boolean;
  creates_schemas: boolean;
  /** Of ours: roles that are missing, or that we cannot become. */
  closed_roles: string[];
  service_passes: boolean;
  /** Tables of ours that somebody else owns. */
  foreign_tables: string[];
}

/** What requests and migrations need, as platform/src/schemas/0001_roles.sql asks for it. */
const RIGHTS = `
  select current_user::text as role, current_database()::text as database, pg_is_in_recovery() as is_replica,
    has_database_privilege(current_database(), 'create') as creates_schemas,
    coalesce((select jsonb_agg(w.name order by w.name) from unnest(array['anon', 'authenticated', 'service_role']) as w(name)
      left join pg_roles r on r.rolname = w.name
      where r.oid is null or not pg_has_role(r.oid,
        case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end)), '[]') as closed_roles,
    exists (select from pg_roles r where r.rolname = 'service_role' and (r.rolbypassrls or r.rolsuper)) as service_passes,
    coalesce((select jsonb_agg(t.name) from (
      select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm') and not pg_has_role(c.relowner, 'usage')
          and n.nspname in ('public', 'private', 'auth', 'storage', 'realtime', 'platform', 'supabase_migrations')
        order by 1 limit 5) t), '[]') as foreign_tables`;

export async function checkDatabaseRights(database: Database): Promise<Finding[]> {
  const [rights] = await database.query<Rights>(RIGHTS);
  if (!rights) return [];
  const { role, closed_roles, foreign_tables } = rights;
  const found: Finding[] = [];
  if (rights.is_replica)
    found.push(
      fault(
        'DATABASE_URL leads to a replica, to which nothing can be written.',
        'Give the primary’s address.',
      ),
    );
  if (!rights.creates_schemas)
    found.push(
      fault(
        `The database user ${role} may not create schemas, so no start can migrate.`,
        `As the owner of the database: grant create on database "${rights.database}" to "${role}";`,
      ),
    );
  if (closed_roles.length > 0)
    found.push(
      fault(
        `The database user ${role} may not act as ${closed_roles.join(', ')}, as every request does.`,
        `As an administrator: grant ${closed_roles.join(', ')} to "${role}"; (roles that are missing are created at the start)`,
      ),
    );
  if (!rights.service_passes)
    found.push(
      fault(
        'The role service_role does not pass row-level security: background work sees no rows.',
        'As an administrator: alter role service_role bypassrls;',
      ),
    );
  if (foreign_tables.length > 0)
    found.push(
      fault(
        `The database user ${role} does not own ${foreign_tables.join(', ')}: migrations cannot change what it does not own.`,
        `As an administrator: grant their owner to "${role}", or alter table … owner to "${role}";`,
      ),
    );
  return found.length > 0 ? found : [well(`The database user ${role} has the rights that Lakou needs.`)];
}
