import { invalidRange, tooMuch } from '../errors.ts';
import type { RestLimits } from '../limits.ts';
import {
  type Filter,
  type LogicTree,
  looksLikeOperation,
  type Placed,
  parseFilter,
  parseLogic,
  parseTreePath,
} from './parse-filter.ts';
import { type OrderTerm, parseOrder } from './parse-order.ts';
import { parseSelect, type SelectItem } from './parse-select.ts';
import { Scanner } from './scanner.ts';

export interface Page {
  limit?: number;
  offset?: number;
}

/** The parsed query string, not yet checked against the schema. */
export interface Query {
  select: SelectItem[];
  /** `columns=`: which keys of the body to take. */
  columns?: string[];
  onConflict?: string[];
  orders: Placed<OrderTerm[]>[];
  pages: Placed<Page>[];
  filters: Placed<Filter>[];
  logic: Placed<LogicTree>[];
  /** `name=value` without an operator: arguments of a function called with GET. */
  args: [string, string][];
}

const EMBEDDABLE = new Set(['order', 'limit', 'offset', 'and', 'or']);

type QueryLimits = Pick<
  RestLimits,
  'filters' | 'filterDepth' | 'orderTerms' | 'embeds' | 'embedDepth' | 'selectItems'
>;

export function parseQuery(search: string, limits: QueryLimits, takesArguments: boolean): Query {
  const query: Query = { select: [], orders: [], pages: [], filters: [], logic: [], args: [] };
  let select = '*';
  let budget = limits.filters;
  let terms = limits.orderTerms;
  for (const [key, value] of new URLSearchParams(search)) {
    if (key.includes('\0') || value.includes('\0')) throw tooMuch('The query string holds a null character');
    const last = key.slice(key.lastIndexOf('.') + 1);
    if (key === 'select') select = value;
    else if (key === 'columns') query.columns = parseNames('columns parameter', value);
    else if (key === 'on_conflict') query.onConflict = parseNames('on_conflict parameter', value);
    else if (EMBEDDABLE.has(last)) {
      if (value === '' && last !== 'and' && last !== 'or') continue;
      const path = parseTreePath(key).path;
      if (last === 'order') {
        const order = { path, value: parseOrder(value) };
        terms -= order.value.length;
        if (terms < 0) throw tooMuch('The request orders by too many columns');
        query.orders.push(order);
      } else if (last === 'limit') addPage(query, path, 'limit', value);
      else if (last === 'offset') addPage(query, path, 'offset', value);
      else {
        const logic = parseLogic(key, value, limits.filterDepth);
        budget -= countFilters(logic.value);
        query.logic.push(logic);
      }
    } else if (takesArguments && !key.includes('.') && !looksLikeOperation(value))
      query.args.push([key, value]);
    else {
      budget -= 1;
      query.filters.push(parseFilter(key, value));
    }
    if (budget < 0) throw tooMuch('The request has too many filters');
  }
  query.select = parseSelect(select, {
    depth: limits.embedDepth,
    embeds: limits.embeds,
    items: limits.selectItems,
  });
  return query;
}

function countFilters(tree: LogicTree): number {
  if (tree.kind === 'filter') return 1;
  return tree.children.reduce((sum, child) => sum + countFilters(child), 1);
}

/** A limit or offset that is not a number is ignored. */
function addPage(query: Query, path: string[], key: 'limit' | 'offset', text: string): void {
  if (!/^-?\d{1,18}$/.test(text)) return;
  const value = Number(text);
  if (key === 'limit' && value < 0) throw invalidRange('Limit should be greater than or equal to zero.');
  const known = query.pages.find((page) => page.path.join('.') === path.join('.'));
  if (known) known.value[key] = value;
  else query.pages.push({ path, value: { [key]: value } });
}

function parseNames(what: string, text: string): string[] {
  const scanner = new Scanner(what, text);
  const names: string[] = [];
  do {
    scanner.blanks();
    names.push(scanner.name());
    scanner.blanks();
  } while (scanner.take(','));
  if (!scanner.done) scanner.fail('"," or end of input');
  return [...new Set(names)];
}
