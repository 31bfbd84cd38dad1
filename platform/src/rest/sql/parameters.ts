import type { Value } from '../../database/database.ts';
import { tooMuch } from '../errors.ts';

/** Each filter on an embedded resource repeats that resource's own filters, which may repeat others. */
const MOST_ALIASES = 1_000;

/** Collects the caller's values. The text has only `$1`, `$2`, …, so equal requests have equal texts. */
export class Parameters {
  readonly values: Value[] = [];
  readonly #typed = new Map<string, string>();
  #aliases = 0;

  bind(value: Value): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** Equal values of one declared type share a parameter, so that equal expressions are equal to PostgreSQL too. */
  bindAs(value: string, type: 'text' | 'int4'): string {
    const key = `${type} ${value}`;
    const known = this.#typed.get(key);
    if (known !== undefined) return known;
    const bound = `${this.bind(value)}::${type}`;
    this.#typed.set(key, bound);
    return bound;
  }

  /** A fresh name for a table in this statement. */
  alias(prefix: string): string {
    this.#aliases += 1;
    if (this.#aliases > MOST_ALIASES) throw tooMuch('The request joins too many tables');
    return `${prefix}${this.#aliases}`;
  }
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteQualified(name: { schema: string; name: string }): string {
  return `${quoteName(name.schema)}.${quoteName(name.name)}`;
}

/** Only for names from the catalogue, where SQL needs a literal and not an identifier. */
export function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** PostgreSQL's text form of an array, for a parameter whose element type it infers. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;
}
