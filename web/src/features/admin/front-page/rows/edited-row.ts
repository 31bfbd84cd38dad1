import type { ROW_KINDS, RowRule } from '@lakou/contract/admin/limits';
import type { Database } from '@lakou/contract/database-types';

export type SavedRow = Database['public']['Tables']['front_page_rows']['Row'];

/** A row in the editor: every field has a value, whatever the row shows. */
export interface EditedRow {
  id: string;
  title: string;
  title_fr: string;
  title_ht: string;
  title_es: string;
  kind: (typeof ROW_KINDS)[number];
  title_ids: string[];
  category_id: string;
  rule: RowRule;
  hidden: boolean;
}

export function newRow(): EditedRow {
  return {
    id: crypto.randomUUID(),
    title: '',
    title_fr: '',
    title_ht: '',
    title_es: '',
    kind: 'chosen',
    title_ids: [],
    category_id: '',
    rule: 'free',
    hidden: false,
  };
}

export function toEditedRow(row: SavedRow): EditedRow {
  return {
    id: row.id,
    title: row.title,
    title_fr: row.title_fr ?? '',
    title_ht: row.title_ht ?? '',
    title_es: row.title_es ?? '',
    kind: row.kind as EditedRow['kind'],
    title_ids: row.title_ids,
    category_id: row.category_id ?? '',
    rule: (row.rule as RowRule | null) ?? 'free',
    hidden: row.hidden,
  };
}

/** The list with one entry at another place. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}
