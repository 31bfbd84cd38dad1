import { tooMuch } from '../errors.ts';
import { type Field, readField, readJsonPath } from './parse-field.ts';
import { Scanner } from './scanner.ts';

/** Operators that take one value and nothing else. */
const SIMPLE = ['neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj', 'isdistinct'] as const;
/** Operators that can be combined with any or all: `like(any).{a,b}`. */
const QUANTIFIABLE = ['eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'match', 'imatch'] as const;
const FULL_TEXT = ['fts', 'plfts', 'phfts', 'wfts'] as const;
const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown'] as const;

export type SimpleOperator = (typeof SIMPLE)[number];
export type QuantifiableOperator = (typeof QUANTIFIABLE)[number];
export type FullTextOperator = (typeof FULL_TEXT)[number];
type IsValue = (typeof IS_VALUES)[number];

export type Operation =
  | { kind: 'simple'; operator: SimpleOperator; value: string }
  | { kind: 'compare'; operator: QuantifiableOperator; quantifier?: 'any' | 'all'; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: IsValue }
  | { kind: 'search'; operator: FullTextOperator; language?: string; value: string };

export interface Filter {
  kind: 'filter';
  field: Field;
  negated: boolean;
  operation: Operation;
}

interface LogicNode {
  kind: 'logic';
  operator: 'and' | 'or';
  negated: boolean;
  children: LogicTree[];
}

export type LogicTree = Filter | LogicNode;

/** The names before the last one are the embedded resource of the condition. */
export interface Placed<T> {
  path: string[];
  value: T;
}

/** Whether a value begins like `eq.`, so that a function call can tell filters from arguments. */
export function looksLikeOperation(value: string): boolean {
  const head = /^(?:not\.)?([a-z]+)(?:\([^)]*\))?\./.exec(value)?.[1];
  return head !== undefined && isOperator(head);
}

function isOperator(word: string): boolean {
  return (
    word === 'in' ||
    word === 'is' ||
    (SIMPLE as readonly string[]).includes(word) ||
    (QUANTIFIABLE as readonly string[]).includes(word) ||
    (FULL_TEXT as readonly string[]).includes(word)
  );
}

/** Reads one parameter such as `posts.data->>a=not.eq.1`. */
export function parseFilter(key: string, value: string): Placed<Filter> {
  const { path, field } = parseTreePath(key);
  const scanner = new Scanner('filter', value);
  const { negated, operation } = readOperation(scanner, (inner) => inner.rest());
  return { path, value: { kind: 'filter', field, negated, operation } };
}

/** A dotted path whose last name is a column, perhaps with a JSON path behind it. */
export function parseTreePath(key: string): { path: string[]; field: Field } {
  const scanner = new Scanner('tree path', key);
  const names = [scanner.name()];
  while (scanner.take('.')) names.push(scanner.name());
  const path = readJsonPath(scanner);
  if (!scanner.done) scanner.fail('delimiter (.), "->" or end of input');
  return { path: names.slice(0, -1), field: { name: names.at(-1) ?? '', path } };
}

/** Reads `or=(a.eq.1,and(b.gt.2,c.is.null))`, its key being `or`, `posts.or`, `not.or`, `posts.not.and`. */
export function parseLogic(key: string, value: string, depth: number): Placed<LogicTree> {
  const names = parseTreePath(key);
  const operator = names.field.name;
  const negated = names.path.includes('not');
  const path = names.path.filter((name) => name !== 'not');
  const scanner = new Scanner('logic tree', value, operator.length + (negated ? 'not.'.length : 0));
  const children = readLogicChildren(scanner, depth);
  scanner.blanks();
  if (!scanner.done) scanner.fail('end of input');
  return { path, value: { kind: 'logic', operator: operator === 'or' ? 'or' : 'and', negated, children } };
}

function readLogicChildren(scanner: Scanner, depth: number): LogicTree[] {
  if (depth <= 0) throw tooMuch('The filters are nested too deeply');
  scanner.blanks();
  scanner.expect('(');
  const children: LogicTree[] = [];
  do {
    scanner.blanks();
    children.push(readLogicTree(scanner, depth));
    scanner.blanks();
  } while (scanner.take(','));
  if (!scanner.take(')')) scanner.fail('"," or ")"');
  return children;
}

const LOGIC_HEAD = /(?:not\.)?(?:and|or)[ \t]*\(/y;

function readLogicTree(scanner: Scanner, depth: number): LogicTree {
  if (scanner.looksLike(LOGIC_HEAD)) {
    const negated = scanner.take('not.');
    const operator = scanner.take('and') ? 'and' : 'or';
    if (operator === 'or') scanner.expect('or');
    return { kind: 'logic', operator, negated, children: readLogicChildren(scanner, depth - 1) };
  }
  if (scanner.peek() === ')' || scanner.done) {
    scanner.fail('field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)');
  }
  const field = readField(scanner);
  if (!scanner.take('.')) scanner.fail('"->", delimiter (.) or "("');
  return { kind: 'filter', field, ...readOperation(scanner, readLogicValue) };
}

/** Inside a tree a value ends at `,` or `)`, unless it is quoted or an array literal. */
function readLogicValue(scanner: Scanner): string {
  if (scanner.peek() === '"') return readQuotedElement(scanner) ?? scanner.until(',)');
  if (scanner.peek() !== '{') return scanner.until(',)');
  const array = scanner.attempt(() => {
    scanner.expect('{');
    const inner = scanner.until('{}');
    scanner.expect('}');
    return `{${inner}}`;
  });
  return array ?? scanner.until(',)');
}

function readOperation(
  scanner: Scanner,
  readValue: (scanner: Scanner) => string,
): { negated: boolean; operation: Operation } {
  const start = scanner.position;
  const negated = scanner.take('not.');
  const word = scanner.until('.(,)');
  if (!isOperator(word)) return refuseOperator(scanner, start, negated);
  if (word === 'in') {
    scanner.expect('.');
    return { negated, operation: { kind: 'in', values: readList(scanner) } };
  }
  if (word === 'is') {
    scanner.expect('.');
    return { negated, operation: { kind: 'is', value: readIsValue(scanner) } };
  }
  if ((FULL_TEXT as readonly string[]).includes(word)) {
    const operation: Operation = { kind: 'search', operator: word as FullTextOperator, value: '' };
    if (scanner.take('(')) {
      operation.language = scanner.identifier();
      scanner.expect(')');
    }
    delimiter(scanner);
    operation.value = readValue(scanner);
    return { negated, operation };
  }
  if ((SIMPLE as readonly string[]).includes(word)) {
    if (scanner.peek() === '(') scanner.fail('operator (eq, gt, ...)');
    delimiter(scanner);
    return {
      negated,
      operation: { kind: 'simple', operator: word as SimpleOperator, value: readValue(scanner) },
    };
  }
  const operation: Operation = { kind: 'compare', operator: word as QuantifiableOperator, value: '' };
  if (scanner.take('(')) {
    if (scanner.take('any')) operation.quantifier = 'any';
    else if (scanner.take('all')) operation.quantifier = 'all';
    else scanner.fail('"any" or "all"');
    scanner.expect(')');
  }
  delimiter(scanner);
  operation.value = readValue(scanner);
  return { negated, operation };
}

function delimiter(scanner: Scanner): void {
  if (!scanner.take('.')) scanner.fail('delimiter (.)');
}

/** PostgREST first tries to read `not`, and names the character where that went wrong. */
function refuseOperator(scanner: Scanner, start: number, negated: boolean): never {
  const begin = negated ? start + 'not.'.length : start;
  if (negated) scanner.failAt(begin, scanner.text.charAt(begin), 'operator (eq, gt, ...)');
  let matched = 0;
  while (matched < 3 && scanner.text[begin + matched] === 'not'[matched]) matched += 1;
  return scanner.failAt(begin, scanner.text.charAt(begin + matched), '"not" or operator (eq, gt, ...)');
}

function readIsValue(scanner: Scanner): IsValue {
  const found = /^[a-z_]+/i.exec(scanner.text.slice(scanner.position))?.[0] ?? '';
  const value = IS_VALUES.find((candidate) => candidate === found.toLowerCase());
  const end = scanner.text.charAt(scanner.position + found.length);
  if (value === undefined || !['', ',', ')'].includes(end)) {
    return scanner.fail('isVal: (null, not_null, true, false, unknown)');
  }
  scanner.position += found.length;
  return value;
}

/** `(a,"b,c",d)`; one empty element means an empty list. */
function readList(scanner: Scanner): string[] {
  scanner.blanks();
  scanner.expect('(');
  scanner.blanks();
  const values: string[] = [];
  do values.push(readListElement(scanner));
  while (scanner.take(','));
  scanner.expect(')');
  scanner.blanks();
  return values.length === 1 && values[0] === '' ? [] : values;
}

function readListElement(scanner: Scanner): string {
  return (scanner.peek() === '"' ? readQuotedElement(scanner) : undefined) ?? scanner.until(',)');
}

/** A quoted element ends where elements end; otherwise its quotes are just characters. */
function readQuotedElement(scanner: Scanner): string | undefined {
  return scanner.attempt(() => {
    const value = scanner.quoted();
    if (!scanner.done && scanner.peek() !== ',' && scanner.peek() !== ')') scanner.fail('"," or ")"');
    return value;
  });
}
