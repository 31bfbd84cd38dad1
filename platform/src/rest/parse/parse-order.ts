import { type Field, readField } from './parse-field.ts';
import { Scanner } from './scanner.ts';

export interface OrderTerm {
  field: Field;
  /** The embedded resource of the column: `author(name)`. */
  relation?: string;
  direction?: 'asc' | 'desc';
  nulls?: 'first' | 'last';
}

/** Reads `order=name.desc.nullslast,author(name)`. */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner('order', text);
  const terms: OrderTerm[] = [];
  do {
    scanner.blanks();
    terms.push(readTerm(scanner));
    scanner.blanks();
  } while (scanner.take(','));
  if (!scanner.done) scanner.fail('"," or end of input');
  return terms;
}

const MAYBE_RELATED = /[^,."(]*["(]/y;

function readTerm(scanner: Scanner): OrderTerm {
  const related = scanner.looksLike(MAYBE_RELATED) ? readRelated(scanner) : undefined;
  const term: OrderTerm = related ?? { field: readField(scanner) };
  if (scanner.take('.asc')) term.direction = 'asc';
  else if (scanner.take('.desc')) term.direction = 'desc';
  if (scanner.take('.nullsfirst')) term.nulls = 'first';
  else if (scanner.take('.nullslast')) term.nulls = 'last';
  if (scanner.take('.')) {
    const nulls = '"nullsfirst" or "nullslast"';
    scanner.fail(term.direction || term.nulls ? nulls : `"asc", "desc", ${nulls}`);
  }
  if (!scanner.done && scanner.peek() !== ',') scanner.fail('delimiter (.), "," or end of input');
  return term;
}

function readRelated(scanner: Scanner): OrderTerm | undefined {
  return scanner.attempt(() => {
    const relation = scanner.name();
    scanner.expect('(');
    const field = readField(scanner);
    scanner.expect(')');
    return { relation, field };
  });
}
