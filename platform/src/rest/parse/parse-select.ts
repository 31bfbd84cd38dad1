import { tooMuch } from '../errors.ts';
import { type Field, readField } from './parse-field.ts';
import { Scanner } from './scanner.ts';

export type AggregateName = 'avg' | 'count' | 'max' | 'min' | 'sum';

export interface SelectColumn {
  kind: 'column';
  /** `*` for all columns, and for `count()`. */
  field: Field;
  alias?: string;
  cast?: string;
  aggregate?: AggregateName;
  aggregateCast?: string;
}

export interface SelectEmbed {
  kind: 'embed';
  name: string;
  alias?: string;
  hint?: string;
  join?: 'inner' | 'left';
  spread: boolean;
  items: SelectItem[];
}

export type SelectItem = SelectColumn | SelectEmbed;

export interface SelectLimits {
  depth: number;
  embeds: number;
  items: number;
}

/** Reads `select=`: columns, renames, casts, JSON paths, aggregates, and embedded resources in parentheses. */
export function parseSelect(text: string, limits: SelectLimits): SelectItem[] {
  const scanner = new Scanner('select parameter', text);
  const budget = { embeds: limits.embeds, items: limits.items };
  const items = readItems(scanner, limits.depth, budget);
  if (!scanner.done) scanner.fail('",", "(", "::", "->" or end of input');
  return items;
}

function readItems(scanner: Scanner, depth: number, budget: { embeds: number; items: number }): SelectItem[] {
  const items: SelectItem[] = [];
  scanner.blanks();
  if (scanner.done || scanner.peek() === ')') return items;
  do {
    scanner.blanks();
    budget.items -= 1;
    if (budget.items < 0) throw tooMuch('The select parameter has too many items');
    const embed = readEmbedHead(scanner);
    if (embed) {
      budget.embeds -= 1;
      if (budget.embeds < 0) throw tooMuch('The select parameter embeds too many resources');
      if (depth <= 0) throw tooMuch('The select parameter embeds resources too deeply');
      scanner.expect('(');
      embed.items = readItems(scanner, depth - 1, budget);
      scanner.blanks();
      scanner.expect(')');
      items.push(embed);
    } else items.push(readColumn(scanner));
    scanner.blanks();
  } while (scanner.take(','));
  return items;
}

/** A cheap look-ahead that saves backtracking for plain columns. Quoted names always backtrack. */
const MAYBE_EMBED = /[^,()"]*["(]/y;
const MAYBE_ALIAS = /[^,()":]*(?:"|:(?!:))/y;

/** `alias:name!hint!inner` when a parenthesis follows; otherwise nothing is consumed. */
function readEmbedHead(scanner: Scanner): SelectEmbed | undefined {
  if (!scanner.looksLike(MAYBE_EMBED)) return undefined;
  return scanner.attempt(() => {
    const spread = scanner.take('...');
    const alias = spread ? undefined : readAlias(scanner);
    const embed: SelectEmbed = { kind: 'embed', name: scanner.name(), spread, items: [] };
    if (alias !== undefined) embed.alias = alias;
    for (let parameter = 0; parameter < 2 && scanner.take('!'); parameter += 1) {
      const word = scanner.name();
      if (word === 'inner' || word === 'left') embed.join ??= word;
      else embed.hint ??= word;
    }
    scanner.blanks();
    // `count()` and friends are aggregates, not resources.
    if (!scanner.looksAt('(') || (scanner.looksAt('()') && embed.name === 'count')) scanner.fail('"("');
    return embed;
  });
}

function readAlias(scanner: Scanner): string | undefined {
  if (!scanner.looksLike(MAYBE_ALIAS)) return undefined;
  return scanner.attempt(() => {
    const name = scanner.name();
    scanner.blanks();
    scanner.expect(':');
    if (scanner.peek() === ':') scanner.fail('letter');
    scanner.blanks();
    return name;
  });
}

function readColumn(scanner: Scanner): SelectColumn {
  if (scanner.take('*')) {
    endOfItem(scanner);
    return { kind: 'column', field: { name: '*', path: [] } };
  }
  const alias = readAlias(scanner);
  const column: SelectColumn = { kind: 'column', field: { name: '*', path: [] } };
  if (alias !== undefined) column.alias = alias;
  if (scanner.take('count()')) column.aggregate = 'count';
  else {
    column.field = readField(scanner);
    if (scanner.take('::')) column.cast = scanner.identifier();
    const aggregate = readAggregate(scanner);
    if (aggregate) column.aggregate = aggregate;
  }
  if (column.aggregate && scanner.take('::')) column.aggregateCast = scanner.identifier();
  endOfItem(scanner);
  return column;
}

function readAggregate(scanner: Scanner): AggregateName | undefined {
  if (!scanner.take('.')) return undefined;
  for (const name of ['avg', 'count', 'max', 'min', 'sum'] as const) {
    if (!scanner.take(name)) continue;
    scanner.expect('()');
    return name;
  }
  return scanner.fail('"sum", "avg", "count", "max" or "min"');
}

function endOfItem(scanner: Scanner): void {
  scanner.blanks();
  if (!scanner.done && scanner.peek() !== ',' && scanner.peek() !== ')') {
    scanner.fail('letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input');
  }
}
