import { buffersOf, memberNumber, millisecondsOf, type Place } from './bench-place.ts';
import { idOf } from './ids.ts';

type Unit = '/s' | 'buffers' | 'ms' | '%' | 'deadlocks';
export interface Question {
  name: string;
  unit: Unit;
  measure(place: Place): Promise<number>;
}

/** The demo's admin. */
const ADMIN = `select user_id as id from public.admin_users where role = 'admin' limit 1`;
const BUSIEST = memberNumber(0);

async function asAdmin({ database }: Place, text: string, values: unknown[]): Promise<void> {
  const [admin] = await database.query<{ id: string }>(ADMIN);
  const claims = { sub: admin?.id, role: 'authenticated', aal: 'aal1' };
  await database.query(text, values, { as: { role: 'authenticated', claims } });
}

const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
const statistics = (days: number): Question => ({
  name: `statistics of ${days} days`,
  unit: 'ms',
  measure: (place) =>
    millisecondsOf(() => asAdmin(place, 'select public.statistics($1, $2)', [day(days - 1), day(0)])),
});

export const reads: Question[] = [
  {
    name: 'the episodes of a series, as a member',
    unit: 'buffers',
    measure: (place) =>
      buffersOf(
        place,
        `select * from public.episodes where series_id = '${idOf('series', 2)}'`,
        memberNumber(12),
      ),
  },
  {
    name: 'the topic of a title page',
    unit: 'buffers',
    measure: (place) =>
      buffersOf(place, `select * from public.title_topic('movie', '${idOf('film', 1)}')`, {
        role: 'anon',
        claims: { role: 'anon' },
      }),
  },
  {
    name: 'continue watching, of the member who has started the most titles',
    unit: 'ms',
    measure: ({ database }) =>
      millisecondsOf(() => database.query('select * from public.continue_watching()', [], { as: BUSIEST })),
  },
  statistics(30),
  statistics(365),
  {
    name: 'export of a member’s data',
    unit: 'ms',
    measure: ({ database }) =>
      millisecondsOf(() => database.query('select public.download_my_data()', [], { as: memberNumber(12) })),
  },
  {
    name: 'payments to check, a minute’s turn',
    unit: 'buffers',
    measure: (place) => buffersOf(place, 'select * from public.claim_payment_checks(20)'),
  },
  {
    name: 'subtitles to add to streams, at each upload',
    unit: 'buffers',
    measure: (place) => buffersOf(place, 'select * from private.list_pending_subtitles()'),
  },
  {
    name: 'uploads to remove, one turn',
    unit: 'buffers',
    measure: async (place) => {
      const [batched] = await place.database.query(
        `select 1 as yes where to_regprocedure('private.remove_unused_uploads(integer)') is not null`,
      );
      return buffersOf(
        place,
        batched
          ? 'select private.remove_unused_uploads(100)'
          : 'select * from private.list_removable_uploads()',
      );
    },
  },
];
