import { type ChangeNotice, touches } from './change-notice.ts';
import type { Dependencies, Dependency } from './dependencies.ts';

interface OfTable<Key> {
  whole: Set<Key>;
  /** By column, then by value. */
  rows: Map<string, Map<string, Set<Key>>>;
}

/** What depends on which tables and rows. */
export class DependencyIndex<Key> {
  readonly #tables = new Map<string, OfTable<Key>>();

  add(key: Key, dependencies: Dependencies): void {
    for (const dependency of dependencies) this.#keysOf(dependency).add(key);
  }

  remove(key: Key, dependencies: Dependencies): void {
    for (const dependency of dependencies) this.#removeFrom(dependency, key);
  }

  touched(notice: ChangeNotice): Set<Key> {
    const table = this.#tables.get(notice.table);
    const found = new Set<Key>(table?.whole);
    for (const [column, byValue] of table?.rows ?? []) {
      const values = notice.rows?.get(column) ?? byValue.keys();
      for (const value of values) for (const key of byValue.get(value) ?? []) found.add(key);
    }
    return found;
  }

  #keysOf({ table, column, value }: Dependency): Set<Key> {
    const ofTable = getOr(this.#tables, table, () => ({ whole: new Set<Key>(), rows: new Map() }));
    if (column === undefined || value === undefined) return ofTable.whole;
    const byValue = getOr(ofTable.rows, column, () => new Map<string, Set<Key>>());
    return getOr(byValue, value, () => new Set<Key>());
  }

  #removeFrom({ table, column, value }: Dependency, key: Key): void {
    const ofTable = this.#tables.get(table);
    if (ofTable === undefined) return;
    if (column === undefined || value === undefined) ofTable.whole.delete(key);
    else removeRow(ofTable, column, value, key);
    if (ofTable.whole.size === 0 && ofTable.rows.size === 0) this.#tables.delete(table);
  }
}

export function isTouched(notices: readonly ChangeNotice[], dependencies: Dependencies): boolean {
  return notices.some((notice) => dependencies.some((dependency) => touches(notice, dependency)));
}

function removeRow<Key>(ofTable: OfTable<Key>, column: string, value: string, key: Key): void {
  const byValue = ofTable.rows.get(column);
  const keys = byValue?.get(value);
  keys?.delete(key);
  if (keys?.size === 0) byValue?.delete(value);
  if (byValue?.size === 0) ofTable.rows.delete(column);
}

function getOr<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
