import type { Database } from '@lakou/contract/database-types';
import { Link } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { AdminEmptyState } from '../admin-empty-state.tsx';
import { type Column, DataTable } from '../tables/data-table.tsx';
import { adminAuditLog } from '../tables/read-tables.ts';
import { useAuditFilters } from './audit-filters.ts';

const SUBJECTS = [
  'movies',
  'series',
  'episodes',
  'movie_categories',
  'featured_films',
  'front_page_rows',
  'banners',
  'members',
  'forum_categories',
  'contact_messages',
  'reviews',
  'subtitles',
  'sign_videos',
  'files',
  'media_jobs',
  'jobs',
  'admin_users',
  'payments',
  'vouchers',
  'audit_log',
] as const;

const isSubject = (subject: string): subject is (typeof SUBJECTS)[number] =>
  (SUBJECTS as readonly string[]).includes(subject);

type AuditEntry = Database['public']['Functions']['admin_audit_log']['Returns'][number];

export function AuditTable() {
  const t = useTranslations();
  const format = useFormat();
  const filters = useAuditFilters();
  const isFiltered = Object.keys(filters).length > 0;
  const columns: Column<AuditEntry>[] = [
    {
      name: 'admin.when',
      sorts: ['oldest', 'newest'],
      cell: ({ at }) => (
        <time dateTime={at} className="xl:whitespace-nowrap">
          {format.date(at)} {at.slice(11, 16)}
        </time>
      ),
    },
    { name: 'admin.who', cell: ({ actor, actor_id }) => actor ?? actor_id?.slice(0, 8) ?? '–' },
    { name: 'admin.action', cell: ({ act }) => <code>{act}</code> },
    {
      name: 'admin.subject',
      cell: ({ subject, subject_id, label }) => {
        const name = label ?? subject_id.slice(0, 8);
        const to =
          subject === 'movies' || subject === 'series'
            ? `/admin/${subject}/${subject_id}`
            : subject === 'members'
              ? `/admin/users?q=${subject_id}`
              : undefined;
        return (
          <span className="grid">
            {to ? (
              <Link to={to} className="rounded-s hover:underline pointer-coarse:py-2.5">
                {name}
              </Link>
            ) : (
              name
            )}
            <span className="text-sm text-soft">
              {isSubject(subject) ? t(`admin.subject_${subject}`) : subject}
            </span>
          </span>
        );
      },
    },
    {
      name: 'admin.what_changed',
      cell: ({ change, reason }) => (
        <span className="grid max-w-80 min-w-40 gap-1 text-sm break-words">
          {reason && <span>{reason}</span>}
          <span className="text-soft">{Object.keys((change ?? {}) as object).join(', ')}</span>
        </span>
      ),
    },
  ];
  return (
    <DataTable
      list="audit"
      label={t('admin.audit')}
      columns={columns}
      read={(address) => adminAuditLog(address, filters)}
      searchLabel={t('admin.search_audit')}
      filters={SUBJECTS.map((value) => ({ value, name: `admin.subject_${value}` as const }))}
      failed="admin.numbers_failed"
      empty={
        isFiltered ? (
          <AdminEmptyState title={t('admin.nothing_found')} text={t('admin.nothing_found_text')} />
        ) : (
          <AdminEmptyState title={t('admin.no_audit_entries')} />
        )
      }
    />
  );
}
