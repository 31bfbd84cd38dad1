import type {
  FullTextOperator,
  Operation,
  QuantifiableOperator,
  SimpleOperator,
} from '../parse/parse-filter.ts';
import type { Condition, FieldRef, Source } from '../plan/read-plan.ts';
import { fieldSql } from './field-sql.ts';
import { arrayLiteral, type Parameters } from './parameters.ts';

const SIMPLE: Record<SimpleOperator, string> = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
  isdistinct: 'IS DISTINCT FROM',
};

const QUANTIFIABLE: Record<QuantifiableOperator, string> = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  like: 'LIKE',
  ilike: 'ILIKE',
  match: '~',
  imatch: '~*',
};

const SEARCH: Record<FullTextOperator, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

const IS = { null: 'NULL', not_null: 'NOT NULL', true: 'TRUE', false: 'FALSE', unknown: 'UNKNOWN' } as const;

export interface FilterContext {
  source: Source;
  alias: string;
  parameters: Parameters;
  /** Whether an embedded resource of this row has rows. */
  exists: (condition: Extract<Condition, { kind: 'embed' }>) => string;
}

export function conditionSql(condition: Condition, context: FilterContext): string {
  if (condition.kind === 'embed') return context.exists(condition);
  if (condition.kind === 'logic') {
    const joined = condition.children
      .map((child) => conditionSql(child, context))
      .join(condition.operator === 'and' ? ' AND ' : ' OR ');
    return `${condition.negated ? 'NOT ' : ''}(${joined})`;
  }
  const test = operationSql(condition.field, condition.operation, context);
  return condition.negated ? `NOT (${test})` : test;
}

/** The value is untyped, so PostgreSQL infers the type of the column it is compared with. */
function operationSql(field: FieldRef, operation: Operation, context: FilterContext): string {
  const { parameters } = context;
  const column = fieldSql(field, context.source, context.alias, parameters);
  switch (operation.kind) {
    case 'is':
      return `${column} IS ${IS[operation.value]}`;
    case 'in':
      return `${column} = ANY (${parameters.bind(arrayLiteral(operation.values))})`;
    case 'simple':
      return `${column} ${SIMPLE[operation.operator]} ${parameters.bind(operation.value)}`;
    case 'compare': {
      const pattern = operation.operator === 'like' || operation.operator === 'ilike';
      const value = parameters.bind(pattern ? operation.value.replaceAll('*', '%') : operation.value);
      const operand = operation.quantifier ? `${operation.quantifier.toUpperCase()}(${value})` : value;
      return `${column} ${QUANTIFIABLE[operation.operator]} ${operand}`;
    }
    case 'search': {
      const language =
        operation.language === undefined ? '' : `${parameters.bind(operation.language)}::regconfig, `;
      const vector =
        field.type === 'tsvector' && field.path.length === 0 ? column : `to_tsvector(${language}${column})`;
      return `${vector} @@ ${SEARCH[operation.operator]}(${language}${parameters.bind(operation.value)})`;
    }
  }
}
