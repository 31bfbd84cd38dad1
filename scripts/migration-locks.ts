import { loadModule, parseSync } from 'libpg-query';

/**
 * Finds statements of a migration that keep others waiting for as long as a table is large, and those that the previous
 * version of the program, which still runs during an upgrade, would not survive. PostgreSQL's own parser reads them.
 */

/** Tables of a few rows, filled by migrations and staff. Everything else is taken to be large. */
const SMALL = new Set([
  'public.plans',
  'public.passes',
  'public.movie_categories',
  'public.forum_categories',
  'public.featured_films',
  'public.banners',
  'public.admin_users',
  'public.exchange_rates',
  'private.settings',
  'private.schedule',
  'private.retention_rules',
  'private.personal_data',
  'private.tax_rates',
  'private.receipt_counters',
  'storage.buckets',
]);

await loadModule();

interface Relation {
  schemaname?: string;
  relname: string;
}
type Node = Record<string, unknown>;

/** What is wrong with a migration, statement by statement; empty when nothing is. */
export function findLocks(sql: string): string[] {
  const created = new Set<string>();
  const found: string[] = [];
  for (const { stmt = {}, stmt_location: start = 0, stmt_len: length } of parseStatements(sql)) {
    const [kind = '', node = {}] = Object.entries(stmt)[0] ?? [];
    const table = nameOf(relationOf(node));
    if (kind === 'CreateStmt' || kind === 'CreateTableAsStmt') created.add(table);
    if (created.has(table) || SMALL.has(table)) continue;
    // PostgreSQL counts bytes.
    const before = Buffer.from(sql)
      .subarray(0, start + leadingSpace(sql, start, length))
      .toString();
    for (const reason of reasonsOf(kind, node))
      found.push(`line ${before.split('\n').length}, ${table}: ${reason}`);
  }
  return found;
}

function parseStatements(sql: string) {
  const { stmts = [] } = parseSync(sql) as unknown as {
    stmts?: { stmt?: Record<string, Node>; stmt_location?: number; stmt_len?: number }[];
  };
  return stmts;
}

/** Of a statement's text, spaces and comments before it. */
function leadingSpace(sql: string, start: number, length?: number): number {
  const text = Buffer.from(sql).subarray(start, length === undefined ? undefined : start + length);
  return /^(?:\s|--[^\n]*\n)*/.exec(text.toString('latin1'))?.[0].length ?? 0;
}

function relationOf(node: Node): Relation | undefined {
  const into = node.into as { rel?: Relation } | undefined;
  const [first] = (node.relations as { RangeVar?: Relation }[] | undefined) ?? [];
  return (node.relation as Relation | undefined) ?? into?.rel ?? first?.RangeVar;
}

const nameOf = (relation: Relation | undefined): string =>
  relation ? `${relation.schemaname ?? 'public'}.${relation.relname}` : '';

function reasonsOf(kind: string, node: Node): string[] {
  switch (kind) {
    case 'IndexStmt':
      return node.concurrent
        ? []
        : ['an index keeps writers waiting: "create index concurrently", in a file of its own'];
    case 'UpdateStmt':
    case 'DeleteStmt':
      return ['changing many rows keeps their writers waiting: let a job do it in portions'];
    case 'TruncateStmt':
    case 'LockStmt':
    case 'ClusterStmt':
      return ['locks the whole table'];
    case 'RefreshMatViewStmt':
      return node.concurrent ? [] : ['locks the whole view: "concurrently"'];
    case 'RenameStmt':
      return node.renameType === 'OBJECT_COLUMN' || node.renameType === 'OBJECT_TABLE'
        ? [
            'the version that still runs knows the old name: add the new one, remove the old one in a later release',
          ]
        : [];
    case 'AlterTableStmt':
      return (node.cmds as { AlterTableCmd: AlterTableCommand }[]).flatMap(({ AlterTableCmd: command }) =>
        reasonsOfChange(command),
      );
    default:
      return [];
  }
}

interface AlterTableCommand {
  subtype: string;
  def?: { ColumnDef?: ColumnDefinition; Constraint?: Constraint };
}
interface ColumnDefinition {
  constraints?: { Constraint: Constraint }[];
}
interface Constraint {
  contype: string;
  skip_validation?: boolean;
  indexname?: string;
  raw_expr?: Node;
}

function reasonsOfChange({ subtype, def }: AlterTableCommand): string[] {
  switch (subtype) {
    case 'AT_AddColumn':
      return (def?.ColumnDef?.constraints ?? []).flatMap(({ Constraint: constraint }) =>
        reasonsOfColumn(constraint),
      );
    case 'AT_AddConstraint':
      return def?.Constraint ? reasonsOfConstraint(def.Constraint) : [];
    case 'AT_AlterColumnType':
      return ['another type writes the whole table again: add a column, fill it by a job'];
    case 'AT_SetNotNull':
      return [
        'reads the whole table under a lock: add "check (… is not null) not valid" and validate it in a later migration',
      ];
    case 'AT_DropColumn':
      return ['the version that still runs reads it: stop using it now, drop it in a later release'];
    case 'AT_SetLogged':
    case 'AT_SetUnLogged':
    case 'AT_SetTableSpace':
    case 'AT_SetAccessMethod':
      return ['writes the whole table again'];
    default:
      return [];
  }
}

/** Constants are kept beside the table and cost nothing; a function's result is written into every row. */
function reasonsOfColumn(constraint: Constraint): string[] {
  if (constraint.contype === 'CONSTR_DEFAULT')
    return isConstant(constraint.raw_expr) ? [] : ['a computed default writes the whole table again'];
  if (constraint.contype === 'CONSTR_GENERATED') return ['a generated column writes the whole table again'];
  if (constraint.contype === 'CONSTR_IDENTITY') return ['an identity column writes the whole table again'];
  return reasonsOfConstraint(constraint);
}

/** `now()` has one value in a transaction, so it is a constant too. */
function isConstant(expression: Node | undefined): boolean {
  const [kind = '', node = {}] = Object.entries(expression ?? {})[0] ?? [];
  if (kind === 'A_Const' || kind === 'A_ArrayExpr' || kind === 'SQLValueFunction') return true;
  if (kind === 'TypeCast') return isConstant((node as { arg?: Node }).arg);
  const names = (node as { funcname?: { String: { sval: string } }[] }).funcname?.map(
    ({ String: { sval } }) => sval,
  );
  return kind === 'FuncCall' && names?.at(-1) === 'now';
}

function reasonsOfConstraint({ contype, skip_validation, indexname }: Constraint): string[] {
  switch (contype) {
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN':
      return skip_validation
        ? []
        : ['reads the whole table under a lock: "not valid", and validate it in a later migration'];
    case 'CONSTR_UNIQUE':
    case 'CONSTR_PRIMARY':
      return indexname ? [] : ['builds an index under a lock: make it concurrently, then "using index"'];
    case 'CONSTR_EXCLUSION':
      return ['builds an index under a lock'];
    default:
      return [];
  }
}
