import { ROW_PLACES, ROWS_MAX, type RowPlace } from '@lakou/contract/admin/limits';
import type { MessageKey } from '@lakou/contract/translate';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { LoadFailed } from '../../load-failed.tsx';
import { UnsavedChangesPrompt } from '../../unsaved-changes-prompt.tsx';
import { allCategories } from '../read-categories.ts';
import { type EditedRow, newRow } from './edited-row.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { RowList } from './row-list.tsx';
import { useRowsDraft } from './use-rows-draft.ts';

interface RowsEditorProps {
  /** Renders rows as the public page does; passed in because features do not import each other. */
  preview: (rows: EditedRow[], categoryOf: (id: string) => string | undefined) => ReactNode;
}

/** Composes the rows of titles of the home page and the films page. */
export function RowsEditor({ preview }: RowsEditorProps) {
  const t = useTranslations();
  const [place, setPlace] = useState<RowPlace>('home');
  const { data: categories = [] } = useQuery(allCategories());
  const { query, rows, errors, isDirty, isAnythingDirty, change, discard, save } = useRowsDraft(place);
  const { isError, isFetching, refetch } = query;
  if (!rows)
    return isError ? (
      <LoadFailed title="admin.rows_failed" busy={isFetching} retry={refetch} />
    ) : (
      <Skeleton className="h-60" />
    );
  const textOf = (key: string | undefined) => key && t(`errors.${key}` as MessageKey);
  return (
    <>
      <Card className="grid gap-5">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <Field label={t('admin.rows_of')} className="w-56">
            {(control) => (
              <Select
                {...control}
                value={place}
                onChange={({ target }) => setPlace(target.value as RowPlace)}
              >
                {ROW_PLACES.map((one) => (
                  <option key={one} value={one}>
                    {t(`admin.place_${one}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {rows.length < ROWS_MAX ? (
            <Button variant="secondary" onClick={() => change([...rows, newRow()])}>
              {t('admin.add_row')}
            </Button>
          ) : (
            <p className="text-soft">{t('admin.rows_full', { count: ROWS_MAX })}</p>
          )}
        </div>
        {rows.length === 0 ? (
          <EmptyState level={3} title={t('admin.no_rows')} text={t('admin.no_rows_text')} />
        ) : (
          <RowList
            rows={rows}
            categories={categories}
            onChange={change}
            errorOf={({ id }) => textOf(errors[id])}
          />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button size="l" busy={save.isPending} disabled={!isDirty} onClick={() => void save.run(rows)}>
            {t('admin.save_rows')}
          </Button>
          {isDirty && (
            <>
              <Button variant="quiet" onClick={discard}>
                {t('admin.discard_rows')}
              </Button>
              <p className="text-soft">{t('admin.not_saved_yet')}</p>
            </>
          )}
        </div>
      </Card>
      <PreviewFrame>
        {preview(
          rows.filter(({ hidden }) => !hidden),
          (id) => categories.find((category) => category.id === id)?.name,
        )}
      </PreviewFrame>
      {isAnythingDirty && !save.isPending && <UnsavedChangesPrompt />}
    </>
  );
}
