import { unreadable } from '../errors.ts';

/** Unquoted names have alphabetic characters, digits, `_`, `$` and blanks; everything else must be quoted. */
const BARE_NAME = /[\p{L}\p{N}_$ ]+/uy;

/** Thrown while backtracking: has no stack trace and is always caught. */
const NOT_THIS_WAY = Symbol('not this way');

/**
 * Scans a part of a query string from left to right. Positions are counted in characters, for the column in error
 * messages.
 */
export class Scanner {
  readonly what: string;
  readonly text: string;
  position = 0;
  #trying = 0;
  /** The offset of the text in PostgREST's column count. */
  readonly #before: number;

  constructor(what: string, text: string, before = 0) {
    this.what = what;
    this.text = text;
    this.#before = before;
  }

  get done(): boolean {
    return this.position >= this.text.length;
  }

  peek(): string {
    return this.text.charAt(this.position);
  }

  looksAt(word: string): boolean {
    return this.text.startsWith(word, this.position);
  }

  /** Whether the text from here on begins like this. The pattern must be sticky. */
  looksLike(pattern: RegExp): boolean {
    pattern.lastIndex = this.position;
    return pattern.test(this.text);
  }

  /** Consumes the word if it comes next. */
  take(word: string): boolean {
    if (!this.looksAt(word)) return false;
    this.position += word.length;
    return true;
  }

  expect(word: string): void {
    if (!this.take(word)) this.fail(`"${word}"`);
  }

  blanks(): void {
    while (this.peek() === ' ' || this.peek() === '\t') this.position += 1;
  }

  /** Tries one alternative; if it fails, restores the position and returns undefined. */
  attempt<T>(read: () => T): T | undefined {
    const start = this.position;
    this.#trying += 1;
    try {
      return read();
    } catch (error) {
      if (error !== NOT_THIS_WAY) throw error;
      this.position = start;
      return undefined;
    } finally {
      this.#trying -= 1;
    }
  }

  /** Everything up to one of the stop characters, or to the end. */
  until(stops: string): string {
    const start = this.position;
    while (!this.done && !stops.includes(this.peek())) this.position += 1;
    return this.text.slice(start, this.position);
  }

  rest(): string {
    const start = this.position;
    this.position = this.text.length;
    return this.text.slice(start);
  }

  /** `"…"` with backslash escapes. */
  quoted(): string {
    this.expect('"');
    let value = '';
    while (!this.done) {
      const character = this.text.charAt(this.position);
      this.position += 1;
      if (character === '"') return value;
      if (character === '\\') {
        value += this.text.charAt(this.position);
        this.position += 1;
      } else value += character;
    }
    return this.fail('"\\"" or literal character');
  }

  /** An unquoted name, trimmed. */
  identifier(): string {
    BARE_NAME.lastIndex = this.position;
    const word = BARE_NAME.exec(this.text)?.[0] ?? this.fail('field name (* or [a..z0..9_$])');
    this.position += word.length;
    return word.trim();
  }

  /** A column, table or alias: quoted, or bare words joined with dashes (but `->` is an arrow). */
  name(): string {
    if (this.peek() === '"') return this.quoted();
    let name = this.identifier();
    while (this.peek() === '-' && this.text.charAt(this.position + 1) !== '>') {
      this.position += 1;
      name += `-${this.identifier()}`;
    }
    return name;
  }

  fail(expected: string): never {
    if (this.#trying > 0) throw NOT_THIS_WAY;
    this.failAt(this.position, this.peek(), expected);
  }

  /** Like PostgREST's message: the start position and the unexpected character. */
  failAt(position: number, character: string, expected: string): never {
    const found = character === '' ? 'end of input' : `"${character}"`;
    const details = `unexpected ${found} expecting ${expected}`;
    throw unreadable(this.what, this.text, position + this.#before, details);
  }
}
