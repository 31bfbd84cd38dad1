import { loadModule, parseSync } from 'libpg-query';
import {
  type AlterTableCommand,
  type Constraint,
  type Node,
  reasonsOfChange,
  reasonsOfConstraint,
} from './column-locks.ts';

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

/** What a comment before a statement says that takes a name from the previous version. */
const EXPLAINED = /^-- The previous version \S.{11,}/m;

await loadModule();

interface Relation {
  schemaname?: string;
  relname: string;
}
interface Statement {
  kind: string;
  node: Node;
  line: number;
  /** Before it. */
  comments: string;
}

/** What is wrong with a migration, statement by statement; empty when nothing is. */
export function findLocks(sql: string): string[] {
  const created = new Set<string>();
  const locked = new Set<string>();
  return parseStatements(sql).flatMap(({ kind, node, line, comments }) => {
    const isExplained = EXPLAINED.test(comments);
    const names = namesOf(node);
    const [table = ''] = names;
    if ((kind === 'CreateStmt' || kind === 'CreateTableAsStmt') && !node.if_not_exists) created.add(table);
    const commands = commandsOf(kind, node);
    const validations = commands.filter(({ subtype }) => subtype === 'AT_ValidateConstraint').length;
    if (LOCKING.has(kind) && (validations === 0 || validations < commands.length)) locked.add(table);
    const found: [string, string[]][] = [];
    for (const name of names.length > 0 ? names : ['']) {
      if (created.has(name)) continue;
      if (!isExplained) found.push([name, namesTaken(kind, node)]);
      if (!SMALL.has(name)) found.push([name, reasonsOf(kind, node)]);
      if (validations > 0 && locked.has(name) && !SMALL.has(name))
        found.push([name, ['validates under the lock of this migration: do it in a later one']]);
    }
    for (const [inner, change] of changesInside(kind, node)) {
      const [name = ''] = namesOf(change);
      if (!created.has(name) && !SMALL.has(name)) found.push([name, reasonsOf(inner, change)]);
    }
    return found.flatMap(([name, reasons]) =>
      reasons.map((reason) => `line ${line}${name && `, ${name}`}: ${reason}`),
    );
  });
}

/** Statements whose lock on their table lasts until the end of the migration. */
const LOCKING = new Set(['AlterTableStmt', 'CreateTrigStmt', 'CreatePolicyStmt', 'RenameStmt']);

function parseStatements(sql: string): Statement[] {
  const { stmts = [] } = parseSync(sql) as unknown as {
    stmts?: { stmt?: Record<string, Node>; stmt_location?: number; stmt_len?: number }[];
  };
  // PostgreSQL counts bytes.
  const bytes = Buffer.from(sql);
  return stmts.map(({ stmt = {}, stmt_location: start = 0, stmt_len: length }) => {
    const [kind = '', node = {}] = Object.entries(stmt)[0] ?? [];
    const text = bytes.subarray(start, length === undefined ? undefined : start + length).toString();
    const own = /^(?:\s|--[^\n]*\n)*/.exec(text)?.[0] ?? '';
    const before = (bytes.subarray(0, start).toString() + own).split('\n');
    const last = before.findLastIndex((line, at) => at < before.length - 1 && !/^\s*(--|$)/.test(line));
    const comments = before.slice(last + 1).join('\n');
    return { kind, node, line: before.length, comments };
  });
}

/** What a statement is about: its tables, or what it drops or renames. */
function namesOf(node: Node): string[] {
  const { relation, table, into, relations, rels, objects, object } = node as {
    relation?: Relation;
    table?: Relation;
    into?: { rel?: Relation };
    relations?: { RangeVar?: Relation }[];
    rels?: { VacuumRelation: { relation?: Relation } }[];
    objects?: Node[];
    object?: Node;
  };
  const many = relations?.map(({ RangeVar }) => RangeVar) ?? rels?.map((one) => one.VacuumRelation.relation);
  const one = relation ?? into?.rel ?? table;
  if (one?.relname) return [nameOf(one)];
  if (many) return many.flatMap((each) => (each ? nameOf(each) : []));
  return (objects ?? (object ? [object] : [])).map(nameOfObject);
}

const nameOf = ({ schemaname = 'public', relname }: Relation) => `${schemaname}.${relname}`;

function nameOfObject(object: Node): string {
  const {
    List,
    ObjectWithArgs,
    TypeName,
    String: only,
  } = object as {
    List?: { items: { String: { sval: string } }[] };
    ObjectWithArgs?: { objname: { String: { sval: string } }[] };
    TypeName?: { names: { String: { sval: string } }[] };
    String?: { sval: string };
  };
  if (only) return only.sval;
  const parts = (List?.items ?? ObjectWithArgs?.objname ?? TypeName?.names ?? []).map(
    (part) => part.String.sval,
  );
  return (parts.length > 1 ? parts : ['public', ...parts]).join('.');
}

/** Updates and deletes in `with`, wherever it is. Functions are not read: they run when somebody calls them. */
function changesInside(kind: string, node: unknown): [string, Node][] {
  if (kind === 'CreateFunctionStmt' || kind === 'RuleStmt' || node === null || typeof node !== 'object')
    return [];
  return Object.entries(node).flatMap(([inner, value]) => [
    ...(CHANGES.has(inner) ? [[inner, value] as [string, Node]] : []),
    ...changesInside(inner, value),
  ]);
}

const CHANGES = new Set(['UpdateStmt', 'DeleteStmt', 'MergeStmt']);

const commandsOf = (kind: string, node: Node): AlterTableCommand[] =>
  kind === 'AlterTableStmt'
    ? (node.cmds as { AlterTableCmd: AlterTableCommand }[]).map(({ AlterTableCmd: command }) => command)
    : [];

/** What keeps others waiting. */
function reasonsOf(kind: string, node: Node): string[] {
  switch (kind) {
    case 'IndexStmt':
      return node.concurrent
        ? []
        : ['an index keeps writers waiting: "create index concurrently", in a file of its own'];
    case 'DropStmt':
      return node.removeType === 'OBJECT_INDEX' && !node.concurrent
        ? ['waits for everybody who reads the table, and they for it: "drop index concurrently if exists"']
        : [];
    case 'UpdateStmt':
    case 'DeleteStmt':
    case 'MergeStmt':
      return ['changing many rows keeps their writers waiting: let a job do it in portions'];
    case 'TruncateStmt':
    case 'LockStmt':
    case 'ClusterStmt':
      return ['locks the whole table'];
    case 'ReindexStmt':
      return ['locks the whole table: make another index concurrently, then drop this one'];
    case 'VacuumStmt':
      return node.is_vacuumcmd ? ['is not for migrations: PostgreSQL does it by itself'] : [];
    case 'RefreshMatViewStmt':
      return node.concurrent ? [] : ['locks the whole view: "concurrently"'];
    case 'DoStmt':
      return ['what is inside is not examined: write its statements themselves'];
    case 'AlterDomainStmt': {
      const { Constraint: constraint } = (node.def ?? {}) as { Constraint?: Constraint };
      return constraint ? reasonsOfConstraint(constraint) : [];
    }
    case 'AlterTableStmt':
      return commandsOf(kind, node).flatMap(reasonsOfChange);
    default:
      return [];
  }
}

/** What nobody calls by its name. */
const NAMELESS = new Set(['INDEX', 'TABCONSTRAINT', 'TRIGGER', 'POLICY', 'RULE', 'CAST', 'STATISTIC_EXT']);

/** What the previous version asks for, and would not find. A comment can say why it does not. */
function namesTaken(kind: string, node: Node): string[] {
  const taken = (type: unknown) => !NAMELESS.has(String(type).replace('OBJECT_', ''));
  const until =
    'remove it in a later release, with a comment: "-- The previous version …" and why it does not miss it';
  if (kind === 'DropStmt' && taken(node.removeType)) return [`the version that still runs uses it: ${until}`];
  if (commandsOf(kind, node).some(({ subtype }) => subtype === 'AT_DropColumn'))
    return [`the version that still runs reads the column: ${until}`];
  if (kind === 'AlterObjectSchemaStmt' || (kind === 'RenameStmt' && taken(node.renameType)))
    return [`the version that still runs knows the old name: add the new one; ${until}`];
  return [];
}
