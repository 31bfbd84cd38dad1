import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Poster } from '#ui/poster.tsx';
import { DeleteRowDialog } from '../delete-row-dialog.tsx';
import type { AdminListProps, AdminRow } from '../tables/admin-list.tsx';
import { type Column, DataTable } from '../tables/data-table.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { PublishButton, type TitleRow } from './publish-button.tsx';
import { SelectBox } from './select-box.tsx';
import { type Kind, titlePage } from './title-form-values.ts';
import { useSelection } from './use-selection.ts';

interface TitlesTableProps<Row extends AdminRow & TitleRow>
  extends Omit<AdminListProps<Row>, 'list' | 'searchLabel'> {
  kind: Kind;
  label: string;
  /** Shown between the title and the published state. */
  columns: Column<Row>[];
}

/** Films or series with their published state and actions. */
export function TitlesTable<Row extends AdminRow & TitleRow>({
  kind,
  columns,
  filters = [],
  ...table
}: TitlesTableProps<Row>) {
  const t = useTranslations();
  const [deleting, setDeleting] = useState<Row | null>(null);
  const selection = useSelection<Row>();
  const all: Column<Row>[] = [
    {
      name: 'admin.select_page',
      header: (rows) => (
        <SelectBox
          label={t('admin.select_page')}
          checked={rows.length > 0 && rows.every(selection.has)}
          onCheckedChange={(checked) => selection.set(rows, checked)}
        />
      ),
      cell: (row) => (
        <SelectBox
          label={t('admin.select_title', { name: row.title })}
          checked={selection.has(row)}
          onCheckedChange={(checked) => selection.set([row], checked)}
        />
      ),
    },
    {
      name: 'admin.title',
      className: 'min-w-36',
      sorts: ['title', 'title_desc'],
      cell: (row) => (
        <Link
          to={titlePage(kind, row.id)}
          className="inline-flex min-h-11 items-center gap-3 rounded-s font-semibold hover:underline"
        >
          <Poster src={row.thumbnail_url} alt="" seed={row.title} sizes="2.5rem" className="w-10 shrink-0" />
          {row.title}
        </Link>
      ),
    },
    ...columns,
    {
      name: 'admin.published',
      cell: ({ published }) => (
        <Badge tone={published ? 'success' : 'muted'}>
          {t(published ? 'admin.is_published' : 'admin.is_draft')}
        </Badge>
      ),
    },
    {
      name: 'admin.actions',
      pinned: true,
      cell: (row) => (
        <span className="flex">
          <PublishButton kind={kind} row={row} />
          <Button asChild variant="quiet" size="s">
            <Link to={titlePage(kind, row.id)}>{t('admin.edit')}</Link>
          </Button>
          <IconButton
            icon="trash"
            label={t('admin.delete_name', { name: row.title })}
            onClick={() => setDeleting(row)}
          />
        </span>
      ),
    },
  ];
  return (
    <>
      <BulkBar kind={kind} selection={selection} />
      <DataTable
        list={kind === 'movie' ? 'movies' : 'series'}
        {...table}
        columns={all}
        searchLabel={t('admin.search_titles')}
        filters={[
          { value: 'published', name: 'admin.is_published' },
          { value: 'draft', name: 'admin.is_draft' },
          { value: 'free', name: 'admin.free' },
          { value: 'for_sale', name: 'admin.for_sale' },
          { value: 'for_rent', name: 'admin.for_rent' },
          ...filters,
        ]}
      />
      <DeleteRowDialog
        {...(kind === 'movie' ? movies : series)}
        row={deleting && { id: deleting.id, name: deleting.title }}
        onDone={() => setDeleting(null)}
      />
    </>
  );
}

const movies = {
  table: 'movies',
  messages: {
    deleteText: 'admin.delete_movie_text',
    deleted: 'admin.movie_deleted',
    deleteFailed: 'admin.movie_delete_failed',
  },
} as const;
const series = {
  table: 'series',
  messages: {
    deleteText: 'admin.delete_series_text',
    deleted: 'admin.series_deleted',
    deleteFailed: 'admin.series_delete_failed',
  },
} as const;
