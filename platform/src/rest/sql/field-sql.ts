import type { FieldRef, Source } from '../plan/read-plan.ts';
import { type Parameters, quoteName, quoteQualified } from './parameters.ts';

/** The SQL of a column, a computed column or a JSON path, for the table under this alias. */
export function fieldSql(field: FieldRef, source: Source, alias: string, parameters: Parameters): string {
  const value = valueSql(field, source, alias);
  if (field.path.length === 0) return value;
  const json = field.type === 'json' || field.type === 'jsonb' ? value : `to_jsonb(${value})`;
  const steps = field.path.map((step) => {
    const arrow = step.asText ? '->>' : '->';
    if (step.index !== undefined) return `${arrow}${parameters.bindAs(String(step.index), 'int4')}`;
    return `${arrow}${parameters.bindAs(step.key ?? '', 'text')}`;
  });
  return `(${json}${steps.join('')})`;
}

function valueSql(field: FieldRef, source: Source, alias: string): string {
  if (field.kind === 'row') return `row(${alias}.*)`;
  if (field.kind === 'column' || !field.function) return `${alias}.${quoteName(field.name)}`;
  return `${quoteQualified(field.function)}(${rowSql(source, alias)})`;
}

/** The whole row as a value of its table's type, also where it comes out of a subquery. */
export function rowSql(source: Source, alias: string): string {
  return source.rowType ? `(${alias}.*)::${quoteQualified(source.rowType)}` : `${alias}.*`;
}
