import {
  type Condition,
  type EmbedNode,
  type FieldRef,
  hasAggregate,
  isHidden,
  type OutputColumn,
  type ReadNode,
} from '../plan/read-plan.ts';
import { lookupsPerRow } from '../plan/restrict-rows.ts';
import { isToOne } from '../schema/schema-cache.ts';
import { budgetSql } from './budget-sql.ts';
import { fieldSql, rowSql } from './field-sql.ts';
import { conditionSql } from './filter-sql.ts';
import { type Parameters, quoteName, quoteQualified } from './parameters.ts';
import { type TableSql, tableSql } from './table-sql.ts';

/** One column of a level: its SQL and its name in the response. */
interface Output {
  sql: string;
  as: string;
  json?: boolean;
  /** The spread resource it comes from, and its column there. */
  spread?: { embed: EmbedNode; name: string };
  aggregate?: string;
  aggregateCast?: string;
}

/** The source of a level's rows, and the join condition with the row they are embedded in. */
interface From {
  sql: string;
  alias: string;
  conditions: string[];
}

/**
 * Generates the SQL of a plan. Rows are filtered, ordered and limited first; only the remaining ones are joined with
 * their embedded resources. These are lateral subqueries, which keep the order.
 */
export class ReadSql {
  readonly #parameters: Parameters;
  readonly #role: string;
  readonly #embeddedRows: number | undefined;

  /** With `embeddedRows`, the statement fails as soon as all embedded rows together are more. */
  constructor(parameters: Parameters, role: string, embeddedRows?: number) {
    this.#parameters = parameters;
    this.#role = role;
    this.#embeddedRows = embeddedRows;
  }

  /** The rows of the response. `from` replaces the table with the result of a write or a call. */
  rows(node: ReadNode, from?: string): string {
    return this.#level(node, this.#rootFrom(node, from));
  }

  /** How many rows there would be without paging. */
  countRows(node: ReadNode, from?: string): string {
    return this.#countedRows(node, from);
  }

  /** `SELECT 1` over all matching rows, which `EXPLAIN` can estimate. */
  matches(node: ReadNode): string {
    const start = this.#rootFrom(node);
    return `SELECT 1 FROM ${start.sql}${this.#where(node, start)}`;
  }

  /** What is the same for all rows of the table, to be checked before a write looks for some of them. */
  tableConditions({ source }: ReadNode): string[] {
    const { condition } = tableSql(source, this.#role);
    return condition === undefined ? [] : [condition];
  }

  /** The names of the result's columns, in order. */
  names(node: ReadNode): string[] {
    const own = node.columns.flatMap((column) =>
      column.star ? [...node.source.columns.keys()] : [column.as],
    );
    const embedded = node.embeds
      .filter((embed) => !isHidden(embed))
      .flatMap((embed) => (embed.spread ? this.names(embed) : [embed.as]));
    return [...own, ...embedded];
  }

  /** Columns that a write or a call must return for this plan. */
  needs(node: ReadNode): '*' | string[] {
    const names = new Set<string>();
    for (const column of node.columns) {
      if (column.star || column.field?.kind === 'computed') return '*';
      if (column.field?.kind === 'row') continue;
      if (column.field) names.add(column.field.name);
    }
    for (const ordering of node.order) {
      if (ordering.embed) continue;
      if (ordering.field.kind === 'computed') return '*';
      names.add(ordering.field.name);
    }
    for (const { relationship } of node.embeds) {
      if (relationship.kind === 'computed') return '*';
      for (const [column] of relationship.columns) names.add(column);
    }
    return [...names];
  }

  condition(node: ReadNode, condition: Condition, alias: string): string {
    return conditionSql(condition, {
      source: node.source,
      alias,
      parameters: this.#parameters,
      exists: ({ embed, exists }) => `${exists ? '' : 'NOT '}${this.#exists(embed, node, alias)}`,
    });
  }

  /** The table's own name is its alias, for PostgreSQL's error messages, unless it collides with a generated one. */
  #rootFrom(node: ReadNode, from?: string): From {
    const alias = /^[a-z]\d+$/.test(node.label) ? this.#parameters.alias('t') : quoteName(node.label);
    return fromTable(from === undefined ? tableSql(node.source, this.#role) : { sql: from }, alias);
  }

  #countedRows(node: ReadNode, from?: string): string {
    const start = this.#rootFrom(node, from);
    if (!isGrouped(node)) return `SELECT count(*) FROM ${start.sql}${this.#where(node, start)}`;
    const { limit: _limit, offset: _offset, ...whole } = node;
    return `SELECT count(*) FROM (${this.#level({ ...whole, order: [] }, start)}) AS ${this.#parameters.alias('g')}`;
  }

  #level(node: ReadNode, from: From): string {
    if (isGrouped(node)) return this.#groupedLevel(node, from);
    if (node.embeds.every(isHidden)) {
      const outputs = this.#columns(node, from.alias);
      return `SELECT ${list(outputs)} FROM ${from.sql}${this.#where(node, from)}${this.#tail(node, from.alias)}`;
    }
    const needs = this.needs({ ...node, order: [] });
    const inner =
      needs === '*' ? `${from.alias}.*` : needs.map((name) => `${from.alias}.${quoteName(name)}`).join(', ');
    const row = this.#parameters.alias('r');
    const rows = `SELECT ${inner} FROM ${from.sql}${this.#where(node, from)}${this.#tail(node, from.alias)}`;
    const joins: string[] = [];
    const outputs = [...this.#columns(node, row), ...this.#embedOutputs(node, row, joins)];
    return `SELECT ${list(outputs)} FROM (${rows}) AS ${row}${joins.join('')}`;
  }

  /** Aggregates need all matching rows, so embedding comes first and the limit last. */
  #groupedLevel(node: ReadNode, from: From): string {
    const joins: string[] = [];
    const outputs = this.#columns(expandStars(node), from.alias);
    for (const output of this.#embedOutputs(node, from.alias, joins)) {
      if (!output.json) {
        outputs.push(output);
        continue;
      }
      // JSON has no equality to group by; its binary form has.
      const grouped = this.#parameters.alias('g');
      joins.push(` CROSS JOIN LATERAL (SELECT (${output.sql})::jsonb AS v) AS ${grouped}`);
      outputs.push({ ...output, sql: `${grouped}.v` });
    }
    const groups = outputs.filter((output) => !output.aggregate).map((output) => output.sql);
    const groupBy = groups.length > 0 ? ` GROUP BY ${groups.join(', ')}` : '';
    const where = this.#where(node, from);
    return `SELECT ${list(outputs.map(aggregated))} FROM ${from.sql}${joins.join('')}${where}${groupBy}${this.#tail(node, from.alias, outputs)}`;
  }

  #columns(node: ReadNode, alias: string): Output[] {
    return node.columns.map((column) => {
      if (column.star) return { sql: `${alias}.*`, as: '*' };
      return this.#column(node, column, alias);
    });
  }

  #column(node: ReadNode, column: OutputColumn, alias: string): Output {
    const field = column.field ? fieldSql(column.field, node.source, alias, this.#parameters) : alias;
    const wholeRow = column.field?.kind === 'row' && column.aggregate && !('spread' in node && node.spread);
    return {
      sql: wholeRow ? '*' : column.cast ? `CAST(${field} AS ${column.cast})` : field,
      as: column.as,
      ...(column.aggregate && { aggregate: column.aggregate }),
      ...(column.aggregateCast && { aggregateCast: column.aggregateCast }),
    };
  }

  #embedOutputs(node: ReadNode, parent: string, joins: string[]): Output[] {
    return node.embeds
      .filter((embed) => !isHidden(embed))
      .flatMap((embed) => {
        if (!embed.spread) return [{ sql: this.#embedded(embed, node, parent), as: embed.as, json: true }];
        return isToOne(embed.relationship)
          ? this.#spreadOne(embed, node, parent, joins)
          : this.#spreadMany(embed, node, parent, joins);
      });
  }

  /** An object for one row, an array for many. */
  #embedded(embed: EmbedNode, parent: ReadNode, parentAlias: string): string {
    const from = this.#embedFrom(embed, parent, parentAlias);
    const rows = this.#level(embed, from);
    const row = this.#parameters.alias('e');
    if (isToOne(embed.relationship)) return `(SELECT row_to_json(${row}.*) FROM (${rows}) AS ${row} LIMIT 1)`;
    const all = this.#withinBudget(embed, [`coalesce(json_agg(${row}.*), '[]')`]);
    return `(SELECT ${all} FROM (${rows}) AS ${row})`;
  }

  #withinBudget(embed: EmbedNode, arrays: string[]): string {
    if (this.#embeddedRows === undefined) return arrays[0] ?? '';
    return budgetSql(arrays, 1 + lookupsPerRow(embed), this.#embeddedRows);
  }

  /** The columns of one related row become columns of the row itself. */
  #spreadOne(embed: EmbedNode, parent: ReadNode, parentAlias: string, joins: string[]): Output[] {
    const { body, outputs } = this.#spreadBody(embed, parent, parentAlias);
    const spread = this.#parameters.alias('s');
    joins.push(` LEFT JOIN LATERAL (${body} LIMIT 1) AS ${spread} ON true`);
    return outputs.map((output, index) => ({
      ...output,
      sql: `${spread}.c${index}`,
      spread: { embed, name: output.as },
    }));
  }

  /** Many related rows become one array per column. */
  #spreadMany(embed: EmbedNode, parent: ReadNode, parentAlias: string, joins: string[]): Output[] {
    const { body, outputs, alias } = this.#spreadBody(embed, parent, parentAlias);
    const each = this.#parameters.alias('e');
    const spread = this.#parameters.alias('s');
    const all = outputs.map((_, index) => `coalesce(json_agg(${each}.c${index}), '[]')`);
    const arrays = all
      .map((array, index) => `${index === 0 ? this.#withinBudget(embed, all) : array} AS c${index}`)
      .join(', ');
    joins.push(
      ` CROSS JOIN LATERAL (SELECT ${arrays} FROM (${body}${this.#tail(embed, alias)}) AS ${each}) AS ${spread}`,
    );
    return outputs.map((output, index) => ({ as: output.as, json: true, sql: `${spread}.c${index}` }));
  }

  #spreadBody(
    embed: EmbedNode,
    parent: ReadNode,
    parentAlias: string,
  ): { body: string; outputs: Output[]; alias: string } {
    const from = this.#embedFrom(embed, parent, parentAlias);
    const joins: string[] = [];
    const outputs = [
      ...this.#columns(expandStars(embed), from.alias),
      ...this.#embedOutputs(embed, from.alias, joins),
    ];
    const columns = outputs.map((output, index) => `${output.sql} AS c${index}`).join(', ');
    const body = `SELECT ${columns} FROM ${from.sql}${joins.join('')}${this.#where(embed, from)}`;
    return { body, outputs, alias: from.alias };
  }

  #embedFrom(embed: EmbedNode, parent: ReadNode, parentAlias: string): From {
    const { relationship } = embed;
    const alias = this.#parameters.alias('t');
    if (relationship.kind === 'computed') {
      const row = rowSql(parent.source, parentAlias);
      return { sql: `${quoteQualified(relationship.function)}(${row}) AS ${alias}`, alias, conditions: [] };
    }
    const table = fromTable(tableSql(embed.source, this.#role), alias);
    if (!relationship.junction) {
      const pairs = relationship.columns.map(
        ([here, there]) => `${alias}.${quoteName(there)} = ${parentAlias}.${quoteName(here)}`,
      );
      return { ...table, conditions: [...table.conditions, ...pairs] };
    }
    const junction = this.#parameters.alias('j');
    const conditions = [
      ...table.conditions,
      ...relationship.columns.map(
        ([here, through]) => `${junction}.${quoteName(through)} = ${parentAlias}.${quoteName(here)}`,
      ),
      ...relationship.junction.columns.map(
        ([there, through]) => `${junction}.${quoteName(through)} = ${alias}.${quoteName(there)}`,
      ),
    ];
    return {
      sql: `${table.sql}, ${quoteQualified(relationship.junction.table)} AS ${junction}`,
      alias,
      conditions,
    };
  }

  #where(node: ReadNode, from: From): string {
    const conditions = [
      ...from.conditions,
      ...node.where.map((condition) => this.condition(node, condition, from.alias)),
      ...node.embeds.filter((embed) => embed.inner).map((embed) => this.#exists(embed, node, from.alias)),
    ];
    return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  }

  /** Whether the embedded resource has rows for this row. */
  #exists(embed: EmbedNode, parent: ReadNode, parentAlias: string): string {
    // An aggregate without groups always has one row, even without input rows.
    if (
      !embed.spread &&
      hasAggregate(embed) &&
      embed.columns.every((column) => column.aggregate) &&
      embed.embeds.length === 0
    ) {
      return 'true';
    }
    if (embed.limit === 0) return 'false';
    const from = this.#embedFrom(embed, parent, parentAlias);
    const offset = embed.offset ? ` OFFSET ${this.#parameters.bind(String(embed.offset))}` : '';
    return `EXISTS (SELECT 1 FROM ${from.sql}${this.#where(embed, from)}${offset})`;
  }

  /** Order and limit. Groups can only be ordered by their output columns. */
  #tail(node: ReadNode, alias: string, groups: Output[] = []): string {
    const order = node.order.map((ordering) => {
      const { embed } = ordering;
      const spread = groups.find(
        (one) => one.spread?.embed === embed && one.spread?.name === ordering.field.name,
      );
      const field = embed
        ? (spread?.sql ?? this.#relatedField(node, embed, ordering.field, alias))
        : fieldSql(ordering.field, node.source, alias, this.#parameters);
      const direction = ordering.direction ? ` ${ordering.direction.toUpperCase()}` : '';
      const nulls = ordering.nulls ? ` NULLS ${ordering.nulls.toUpperCase()}` : '';
      return `${field}${direction}${nulls}`;
    });
    const orderBy = order.length > 0 ? ` ORDER BY ${order.join(', ')}` : '';
    // In the text, not bound: a plan for an unknown limit sorts the whole table. It is a validated number.
    const limit = node.limit === undefined ? '' : ` LIMIT ${Math.trunc(node.limit)}`;
    const offset = node.offset === undefined ? '' : ` OFFSET ${this.#parameters.bind(String(node.offset))}`;
    return `${orderBy}${limit}${offset}`;
  }

  #relatedField(node: ReadNode, embed: EmbedNode, field: FieldRef, alias: string): string {
    const from = this.#embedFrom(embed, node, alias);
    const value = fieldSql(field, embed.source, from.alias, this.#parameters);
    return `(SELECT ${value} FROM ${from.sql}${this.#where(embed, from)} LIMIT 1)`;
  }
}

function fromTable({ sql, condition }: TableSql, alias: string): From {
  return { sql: `${sql} AS ${alias}`, alias, conditions: condition === undefined ? [] : [condition] };
}

function isGrouped(node: ReadNode): boolean {
  return (!('spread' in node && node.spread) && hasAggregate(node)) || node.embeds.some(hoistsAggregate);
}

/** Spread columns and their aggregates belong to the parent row. */
function hoistsAggregate(embed: EmbedNode): boolean {
  return embed.spread && (hasAggregate(embed) || embed.embeds.some(hoistsAggregate));
}

function expandStars<Node extends ReadNode>(node: Node): Node {
  if (!node.columns.some((column) => column.star)) return node;
  const columns = node.columns.flatMap((column): OutputColumn[] => {
    if (!column.star) return [column];
    return [...node.source.columns].map(([name, { baseType }]) => ({
      star: false,
      as: name,
      field: { kind: 'column', name, type: baseType, path: [] },
    }));
  });
  return { ...node, columns };
}

function aggregated(output: Output): Output {
  if (!output.aggregate) return output;
  const call = `${output.aggregate}(${output.sql})`;
  return { as: output.as, sql: output.aggregateCast ? `CAST(${call} AS ${output.aggregateCast})` : call };
}

function list(outputs: Output[]): string {
  return outputs
    .map(({ sql, as }) => (as === '*' && sql.endsWith('.*') ? sql : `${sql} AS ${quoteName(as)}`))
    .join(', ');
}
