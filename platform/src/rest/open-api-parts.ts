import type { Column } from './schema/schema-cache.ts';

type Json = Record<string, unknown>;

const query = (name: string, description: string): Json => ({
  name,
  description,
  required: false,
  in: 'query',
  type: 'string',
});
const prefer = (words: string[]): Json => ({
  name: 'Prefer',
  description: 'Preference',
  required: false,
  in: 'header',
  type: 'string',
  enum: words,
});
const RETURNS = ['return=representation', 'return=minimal', 'return=none'];
const RESOLUTIONS = ['resolution=ignore-duplicates', 'resolution=merge-duplicates'];

/** Parameters that every table or function shares. */
export const PARAMETERS: Json = {
  preferParams: prefer(['params=single-object']),
  preferReturn: prefer(RETURNS),
  preferCount: prefer(['count=none']),
  preferPost: prefer([...RETURNS, ...RESOLUTIONS]),
  select: query('select', 'Filtering Columns'),
  on_conflict: query('on_conflict', 'On Conflict'),
  order: query('order', 'Ordering'),
  range: {
    name: 'Range',
    description: 'Limiting and Pagination',
    required: false,
    in: 'header',
    type: 'string',
  },
  rangeUnit: {
    name: 'Range-Unit',
    description: 'Limiting and Pagination',
    required: false,
    default: 'items',
    in: 'header',
    type: 'string',
  },
  offset: query('offset', 'Limiting and Pagination'),
  limit: query('limit', 'Limiting and Pagination'),
};

const NUMBERS = new Set(['real', 'double precision', 'numeric']);
const INTEGERS = new Set(['smallint', 'integer', 'bigint']);

/** The JSON type that a column of this SQL type shows as; the SQL type itself goes into `format`. */
export function typeSchema(type: string): Json {
  const plain = type.replace(/\(.*\)/, '');
  if (plain.endsWith('[]')) return { format: type, type: 'array', items: itemSchema(plain.slice(0, -2)) };
  if (plain === 'json' || plain === 'jsonb') return { format: type };
  return { format: type, ...itemSchema(plain) };
}

function itemSchema(type: string): Json {
  if (INTEGERS.has(type)) return { type: 'integer' };
  if (NUMBERS.has(type)) return { type: 'number' };
  if (type === 'boolean') return { type: 'boolean' };
  return { type: 'string' };
}

export function columnSchema(
  column: Column,
  isPrimaryKey: boolean,
  foreign: { table: string; column: string } | undefined,
): Json {
  const notes = [
    ...(isPrimaryKey ? ['This is a Primary Key.<pk/>'] : []),
    ...(foreign
      ? [
          `This is a Foreign Key to \`${foreign.table}.${foreign.column}\`.<fk table='${foreign.table}' column='${foreign.column}'/>`,
        ]
      : []),
  ];
  const note = notes.length > 0 ? `Note:\n${notes.join('\n')}` : undefined;
  const description = [column.description, note].filter((part) => part).join('\n\n');
  return {
    ...(description !== '' && { description }),
    ...(column.default !== null && { default: column.default }),
    ...(column.maxLength !== null && { maxLength: column.maxLength }),
    ...(column.enumValues.length > 0 && { enum: column.enumValues }),
    ...typeSchema(column.enumValues.length > 0 ? column.type : column.baseType),
  };
}
