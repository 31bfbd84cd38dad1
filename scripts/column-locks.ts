/** What a command of `alter table` costs a large table, for migration-locks.ts. */

export type Node = Record<string, unknown>;

export interface AlterTableCommand {
  subtype: string;
  def?: { ColumnDef?: ColumnDefinition; Constraint?: Constraint };
}
interface ColumnDefinition {
  typeName?: { names: { String: { sval: string } }[] };
  constraints?: { Constraint: Constraint }[];
}
export interface Constraint {
  contype: string;
  skip_validation?: boolean;
  indexname?: string;
  raw_expr?: Node;
}

export function reasonsOfChange({ subtype, def }: AlterTableCommand): string[] {
  switch (subtype) {
    case 'AT_AddColumn':
      return def?.ColumnDef ? reasonsOfColumn(def.ColumnDef) : [];
    case 'AT_AddConstraint':
      return def?.Constraint ? reasonsOfConstraint(def.Constraint) : [];
    case 'AT_AlterColumnType':
      return ['another type writes the whole table again: add a column, fill it by a job'];
    case 'AT_SetNotNull':
      return [
        'reads the whole table under a lock: add "check (… is not null) not valid" and validate it in a later migration',
      ];
    case 'AT_AttachPartition':
      return ['reads the whole partition under a lock'];
    case 'AT_SetExpression':
    case 'AT_SetLogged':
    case 'AT_SetUnLogged':
    case 'AT_SetTableSpace':
    case 'AT_SetAccessMethod':
      return ['writes the whole table again'];
    default:
      return [];
  }
}

function reasonsOfColumn({ typeName, constraints = [] }: ColumnDefinition): string[] {
  const reasons = constraints.flatMap(({ Constraint: constraint }) => reasonsInColumn(constraint));
  const isSerial = /^(small|big)?serial[248]?$/.test(typeName?.names.at(-1)?.String.sval ?? '');
  if (isSerial) return [...reasons, 'numbering the rows writes the whole table again'];
  const kinds = constraints.map(({ Constraint: { contype } }) => contype);
  const hasValue = kinds.some((kind) =>
    ['CONSTR_DEFAULT', 'CONSTR_GENERATED', 'CONSTR_IDENTITY'].includes(kind),
  );
  if (!hasValue && kinds.some((kind) => kind === 'CONSTR_NOTNULL' || kind === 'CONSTR_PRIMARY'))
    return [...reasons, '"not null" without a default fails where there are rows'];
  return reasons;
}

/** Constants are kept beside the table and cost nothing; a function's result is written into every row. */
function reasonsInColumn(constraint: Constraint): string[] {
  switch (constraint.contype) {
    case 'CONSTR_DEFAULT':
      return isConstant(constraint.raw_expr) ? [] : ['a computed default writes the whole table again'];
    case 'CONSTR_GENERATED':
      return ['a generated column writes the whole table again'];
    case 'CONSTR_IDENTITY':
      return ['an identity column writes the whole table again'];
    case 'CONSTR_NOTNULL':
      return [];
    default:
      return reasonsOfConstraint(constraint);
  }
}

/** `now()` has one value in a transaction, so it is a constant too. */
function isConstant(expression: Node | undefined): boolean {
  const [kind = '', node = {}] = Object.entries(expression ?? {})[0] ?? [];
  const {
    arg,
    elements = [],
    funcname,
  } = node as {
    arg?: Node;
    elements?: Node[];
    funcname?: { String: { sval: string } }[];
  };
  switch (kind) {
    case 'A_Const':
    case 'SQLValueFunction':
      return true;
    case 'TypeCast':
      return isConstant(arg);
    case 'A_ArrayExpr':
      return elements.every(isConstant);
    default:
      return kind === 'FuncCall' && funcname?.at(-1)?.String.sval === 'now';
  }
}

export function reasonsOfConstraint({ contype, skip_validation, indexname }: Constraint): string[] {
  switch (contype) {
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN':
    case 'CONSTR_NOTNULL':
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
