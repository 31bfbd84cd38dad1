import { useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { type EditedRow, moved } from './edited-row.ts';
import { RowCard } from './row-card.tsx';

interface RowListProps {
  rows: EditedRow[];
  categories: { id: string; name: string }[];
  onChange: (rows: EditedRow[]) => void;
  errorOf: (row: EditedRow) => string | undefined;
}

/** The rows in their order, with buttons to move and delete them. */
export function RowList({ rows, categories, onChange, errorOf }: RowListProps) {
  const t = useTranslations();
  const [notice, setNotice] = useState('');
  const nameOf = ({ title }: EditedRow) => title || t('admin.row_without_name');
  const move = (from: number, to: number, button: HTMLElement): void => {
    const row = rows[from];
    if (!row) return;
    onChange(moved(rows, from, to));
    setNotice(t('admin.moved_to', { name: nameOf(row), position: to + 1 }));
    // At the end of the list the button is disabled and would lose the focus: its neighbour takes it.
    requestAnimationFrame(() => {
      if (!button.matches(':disabled')) return button.focus();
      button.parentElement?.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
    });
  };
  return (
    <>
      <ol aria-label={t('admin.front_page')} className="grid gap-3">
        {rows.map((row, index) => {
          const title = nameOf(row);
          return (
            <RowCard
              key={row.id}
              row={row}
              categories={categories}
              error={errorOf(row)}
              onChange={(next) => onChange(rows.map((one) => (one.id === row.id ? next : one)))}
              buttons={
                <span className="flex shrink-0">
                  <IconButton
                    icon="chevron-up"
                    label={t('admin.move_up', { title })}
                    disabled={index === 0}
                    onClick={({ currentTarget }) => move(index, index - 1, currentTarget)}
                  />
                  <IconButton
                    icon="chevron-down"
                    label={t('admin.move_down', { title })}
                    disabled={index === rows.length - 1}
                    onClick={({ currentTarget }) => move(index, index + 1, currentTarget)}
                  />
                  <IconButton
                    icon="trash"
                    label={t('admin.delete_name', { name: title })}
                    onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
                  />
                </span>
              }
            />
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {notice}
      </p>
    </>
  );
}
