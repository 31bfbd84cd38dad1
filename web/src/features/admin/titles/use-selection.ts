import { BULK_EDIT_MAX } from '@lakou/contract/admin/limits';
import { useState } from 'react';

export interface Selection<Row extends { id: string }> {
  ids: string[];
  has: (row: Row) => boolean;
  set: (rows: Row[], selected: boolean) => void;
  clear: () => void;
}

/** Rows that stay selected while the table is searched and paged, as many as one edit can change. */
export function useSelection<Row extends { id: string }>(): Selection<Row> {
  const [ids, setIds] = useState<string[]>([]);
  return {
    ids,
    has: ({ id }) => ids.includes(id),
    set: (rows, selected) =>
      setIds((before) => {
        const others = before.filter((id) => !rows.some((row) => row.id === id));
        return selected ? [...others, ...rows.map(({ id }) => id)].slice(0, BULK_EDIT_MAX) : others;
      }),
    clear: () => setIds([]),
  };
}
