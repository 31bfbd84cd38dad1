import { tooMuch } from '../errors.ts';
import type { Scanner } from './scanner.ts';

/** One step into a JSON value: `->key`, `->>key`, `->0`. */
export interface JsonStep {
  /** `->>` gives text, `->` gives JSON. */
  asText: boolean;
  key?: string;
  index?: number;
}

/** A column, or a path into a JSON column. */
export interface Field {
  name: string;
  path: JsonStep[];
}

const NUMBER = /-?\d/y;
/** PostgreSQL parses a path as nested expressions. */
const LONGEST_PATH = 100;

export function readField(scanner: Scanner): Field {
  scanner.blanks();
  const name = scanner.name();
  const path = readJsonPath(scanner);
  scanner.blanks();
  return { name, path };
}

export function readJsonPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = [];
  while (scanner.looksAt('->')) {
    const asText = scanner.take('->>');
    if (!asText) scanner.expect('->');
    const index = scanner.looksLike(NUMBER) ? scanner.attempt(() => readIndex(scanner)) : undefined;
    if (index === undefined) path.push({ asText, key: scanner.name() });
    else path.push({ asText, index });
    if (path.length > LONGEST_PATH) throw tooMuch('The path into a JSON value is too long');
  }
  return path;
}

/** An integer that ends where a path can end; `1a` is a key, not an index. */
function readIndex(scanner: Scanner): number {
  const negative = scanner.take('-');
  const digits = scanner.until('-:.,) ');
  if (!/^\d{1,9}$/.test(digits)) return scanner.fail('digit');
  if (!scanner.done && !['->', '::', '.', ',', ')', ' '].some((end) => scanner.looksAt(end))) {
    scanner.fail('digit, "->", "::", ".", "," or end of input');
  }
  return negative ? -Number(digits) : Number(digits);
}

/** The name of a JSON path in the response: its last key, else the column. */
export function jsonPathName(field: Field): string {
  for (const step of [...field.path].reverse()) if (step.key !== undefined) return step.key;
  return field.name;
}
