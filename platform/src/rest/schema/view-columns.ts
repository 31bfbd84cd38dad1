/** One column of a view, and the column of a table or another view that it passes on unchanged. */
export interface ViewColumn {
  position: number;
  originTable: number;
  originColumn: number;
}

/**
 * Parses the outermost target list of a view's stored query tree (`pg_rewrite.ev_action`). The catalogue has no other
 * record of which table column a view column comes from.
 */
export function readViewColumns(tree: string): ViewColumn[] {
  const start = findTargetList(tree);
  return start < 0 ? [] : readTargetList(tree, start);
}

/** The list belongs to the outermost query: brackets opened so far are `(` and `{QUERY`. */
function findTargetList(tree: string): number {
  let depth = 0;
  for (let i = 0; i < tree.length; i += 1) {
    const character = tree[i];
    if (character === '\\') i += 1;
    else if (character === '{' || character === '(') depth += 1;
    else if (character === '}' || character === ')') depth -= 1;
    else if (character === ':' && depth === 2 && tree.startsWith(':targetList ', i))
      return i + ':targetList '.length;
  }
  return -1;
}

function readTargetList(tree: string, start: number): ViewColumn[] {
  const columns: ViewColumn[] = [];
  if (tree[start] !== '(') return columns;
  let depth = 0;
  let entry: Record<string, number> = {};
  for (let i = start; i < tree.length; i += 1) {
    const character = tree[i];
    if (character === '\\') i += 1;
    else if (character === '{' || character === '(') {
      depth += 1;
      if (depth === 2) entry = {};
    } else if (character === '}' || character === ')') {
      depth -= 1;
      if (depth === 1) columns.push(toColumn(entry));
      if (depth === 0) break;
    } else if (character === ':' && depth === 2) {
      const field = /^:(resno|resorigtbl|resorigcol) (\d+)/.exec(tree.slice(i, i + 40));
      if (field?.[1]) entry[field[1]] = Number(field[2]);
    }
  }
  return columns.filter((column) => column.originTable > 0);
}

function toColumn(entry: Record<string, number>): ViewColumn {
  return {
    position: entry.resno ?? 0,
    originTable: entry.resorigtbl ?? 0,
    originColumn: entry.resorigcol ?? 0,
  };
}
