import { queryOptions } from '@tanstack/react-query';
import { Link } from 'react-router';
import { databaseOf, rowsOf } from '../../lib/database.ts';
import { useFormat } from '../../lib/format.ts';
import { useWords } from '../../lib/words.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Column, DataTable } from './data-table.tsx';
import type { TableAddress } from './table-address.ts';

const ROWS = 25;
const SUBJECTS = [
  'movies',
  'series',
  'episodes',
  'movie_categories',
  'featured_films',
  'banners',
  'members',
  'forum_categories',
  'contact_messages',
] as const;

/** The newest lines first. Who it was is looked up now: somebody deleted is no longer named. */
const auditPage = ({ filter, page }: TableAddress) =>
  queryOptions({
    queryKey: ['staff', 'audit', filter, page] as readonly unknown[],
    queryFn: async ({ client }) => {
      const database = await databaseOf(client);
      let lines = database
        .from('audit_log')
        .select('*', { count: 'exact' })
        .order('id', { ascending: false });
      if (filter) lines = lines.eq('subject', filter);
      const answer = await lines.range((page - 1) * ROWS, page * ROWS - 1);
      const rows = rowsOf(answer);
      const actors = [...new Set(rows.flatMap(({ actor_id }) => actor_id ?? []))];
      const people = rowsOf(await database.from('profiles').select('id, username').in('id', actors));
      const names = new Map(people.map(({ id, username }) => [id, username]));
      return rows.map((row) => ({
        ...row,
        actor: (row.actor_id && names.get(row.actor_id)) ?? null,
        total: answer.count ?? rows.length,
      }));
    },
    staleTime: 0,
  });
type Line = Awaited<ReturnType<NonNullable<ReturnType<typeof auditPage>['queryFn']>>>[number];

export function AuditTable() {
  const t = useWords();
  const format = useFormat();
  const columns: Column<Line>[] = [
    {
      name: 'admin.when',
      cell: ({ at }) => (
        <time dateTime={at} className="whitespace-nowrap">
          {format.date(at)} {at.slice(11, 16)}
        </time>
      ),
    },
    { name: 'admin.who', cell: ({ actor, actor_id }) => actor ?? actor_id?.slice(0, 8) ?? '–' },
    { name: 'admin.act', cell: ({ act }) => <code>{act}</code> },
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
              <Link to={to} className="rounded-s hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
            <span className="text-sm text-soft">{subject}</span>
          </span>
        );
      },
    },
    {
      name: 'admin.what_changed',
      cell: ({ change, reason }) => (
        <span className="grid max-w-80 gap-1 text-sm break-words">
          {reason && <span>{reason}</span>}
          <span className="text-soft">{Object.keys((change ?? {}) as object).join(', ')}</span>
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('admin.audit')}
      columns={columns}
      read={auditPage}
      filters={SUBJECTS.map((value) => ({ value, name: `admin.subject_${value}` as const }))}
      failed="admin.numbers_failed"
      empty={<EmptyState title={t('admin.no_acts')} />}
    />
  );
}
