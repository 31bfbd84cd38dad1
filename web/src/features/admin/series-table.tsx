import type { Database } from '@lakou/contract/database-types';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format.ts';
import { useWords } from '../../lib/words.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { staffSeries } from './read-staff.ts';
import { DeleteTitle, PublishButton } from './titles/title-acts.tsx';

type Series = Database['public']['Functions']['staff_series']['Returns'][number];

export function SeriesTable() {
  const t = useWords();
  const format = useFormat();
  const [leaving, setLeaving] = useState<Series | null>(null);
  const columns: Column<Series>[] = [
    {
      name: 'admin.title',
      className: 'min-w-36',
      sorts: ['title', 'title_desc'],
      cell: ({ id, title }) => (
        <Link to={`/admin/series/${id}`} className="rounded-s font-semibold hover:underline">
          {title}
        </Link>
      ),
    },
    { name: 'admin.creator', cell: ({ creator }) => creator ?? '–' },
    {
      name: 'admin.release_date',
      className: 'whitespace-nowrap',
      cell: ({ release_date }) => (release_date ? format.date(release_date) : '–'),
    },
    {
      name: 'admin.episodes',
      className: 'min-w-32',
      cell: ({ season_count, episode_count }) =>
        `${t('catalogue.seasons', { count: season_count })}, ${t('catalogue.episodes', { count: episode_count })}`,
    },
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
      cell: (row) => (
        <span className="flex">
          <PublishButton kind="series" row={row} />
          <Button asChild variant="quiet" size="s">
            <Link to={`/admin/series/${row.id}`}>{t('admin.edit')}</Link>
          </Button>
          <IconButton
            icon="trash"
            label={t('admin.delete_title', { title: row.title })}
            onClick={() => setLeaving(row)}
          />
        </span>
      ),
    },
  ];
  return (
    <>
      <DataTable
        label={t('admin.manage_series')}
        columns={columns}
        read={staffSeries}
        searchLabel={t('admin.search_titles')}
        filters={[
          { value: 'published', name: 'admin.is_published' },
          { value: 'draft', name: 'admin.is_draft' },
          { value: 'free', name: 'admin.free' },
          { value: 'for_sale', name: 'admin.for_sale' },
          { value: 'for_rent', name: 'admin.for_rent' },
        ]}
        failed="admin.series_failed"
        empty={<EmptyState title={t('admin.no_series')} />}
      />
      <DeleteTitle kind="series" title={leaving} onDone={() => setLeaving(null)} />
    </>
  );
}
