import { FilterRefused } from './filter-refused.ts';

/** `column=operator.value`, several joined by commas: all must hold. */
export interface Condition {
  column: string;
  operator: Operator;
  negated: boolean;
  /** For `in` a PostgreSQL array as text. */
  value: string | null;
}

type Operator = keyof typeof operators;

/** The hundred values that `in` can have fit in, as ids. */
const MOST_FILTER_BYTES = 4096;
const MOST_CONDITIONS = 10;

/** `%c` is the column, `%v` the value in the column's type. */
const operators = {
  eq: '%c = %v',
  neq: '%c <> %v',
  lt: '%c < %v',
  lte: '%c <= %v',
  gt: '%c > %v',
  gte: '%c >= %v',
  in: '%c = any (%v)',
  like: '%c::text like %v',
  ilike: '%c::text ilike %v',
  // Of longer texts the beginning is compared.
  match: 'left(%c::text, 1000) ~ %v',
  imatch: 'left(%c::text, 1000) ~* %v',
  is: '%c is not distinct from %v',
  isdistinct: '%c is distinct from %v',
} as const;

const comparesText: readonly Operator[] = ['like', 'ilike', 'match', 'imatch'];

export function isRegularExpression({ operator }: Pick<Condition, 'operator'>): boolean {
  return operator === 'match' || operator === 'imatch';
}

export function parseFilter(filter: string): Condition[] {
  if (Buffer.byteLength(filter) > MOST_FILTER_BYTES) {
    throw new FilterRefused(
      `Error parsing \`filter\` params: a filter has at most ${MOST_FILTER_BYTES} bytes`,
    );
  }
  const parts = splitOutsideQuotes(filter);
  if (parts.length > MOST_CONDITIONS) {
    throw new FilterRefused(
      `Error parsing \`filter\` params: a filter has at most ${MOST_CONDITIONS} conditions`,
    );
  }
  return parts.map((part) => {
    const match = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(part);
    if (match === null) throw new FilterRefused(`Error parsing \`filter\` params: ${filter}`);
    const [, column = '', not, operator = '', raw = ''] = match;
    if (!Object.hasOwn(operators, operator)) {
      throw new FilterRefused(`Error parsing \`filter\` params: the operator ${operator} is not supported`);
    }
    return {
      column,
      operator: operator as Operator,
      negated: not !== undefined,
      value: readValue(operator, raw),
    };
  });
}

/** The condition as SQL over a row and a value that is bound as text. */
export function conditionSql(
  { operator, negated }: Pick<Condition, 'operator' | 'negated'>,
  column: string,
  type: string,
  value: string,
): string {
  const cast = operator === 'in' ? `::${type}[]` : comparesText.includes(operator) ? '' : `::${type}`;
  const sql = operators[operator].replace('%c', column).replace('%v', value + cast);
  return negated ? `not (${sql})` : sql;
}

function readValue(operator: string, raw: string): string | null {
  if (operator === 'is') {
    if (raw === 'null' || raw === 'unknown') return null;
    if (raw === 'true' || raw === 'false') return raw;
    throw new FilterRefused(`Error parsing \`filter\` params: "is" knows null, true, false and unknown`);
  }
  if (operator !== 'in') return unquoted(raw);
  const list = /^\((.*)\)$/s.exec(raw)?.[1];
  if (list === undefined) throw new FilterRefused(`Error parsing \`filter\` params: "in" needs (a,list)`);
  const values = list === '' ? [] : splitOutsideQuotes(list).map(unquoted);
  if (values.length > 100) throw new FilterRefused('Error parsing `filter` params: too many values for "in"');
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

function unquoted(value: string): string {
  const inner = /^"((?:[^"\\]|\\.)*)"$/s.exec(value)?.[1];
  return inner === undefined ? value : inner.replace(/\\(.)/gs, '$1');
}

/** At commas that stand neither in quotes nor in parentheses. */
function splitOutsideQuotes(text: string): string[] {
  const parts = [''];
  let quoted = false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === ',' && !quoted && depth === 0) {
      parts.push('');
      continue;
    }
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === '(') depth += 1;
    else if (!quoted && character === ')') depth -= 1;
    const escaped = quoted && character === '\\' ? (text[++at] ?? '') : '';
    parts[parts.length - 1] += character + escaped;
  }
  return parts;
}
