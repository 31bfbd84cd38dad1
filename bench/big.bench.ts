import { startOwnPostgres } from '../tests/support/postgres-server.ts';
import { LIMIT_MS, openPlace, type Place } from './big-world/bench-place.ts';
import { type Question, reads } from './big-world/bench-reads.ts';
import { writes } from './big-world/bench-writes.ts';
import { countsAt } from './big-world/size.ts';

/*
 * What depended on the number of rows, followers, objects or days, on the big world: with the schema as it was before, and as
 * it is. Commits are durable: a lock that is held until then costs what it costs in production. BENCH_SCALE=0.1 makes both
 * worlds a tenth as large, except for the catalogue and the followers of the hot topic.
 */
const { films, series, episodes, followers } = countsAt(1);
const counts = { ...countsAt(Number(process.env.BENCH_SCALE ?? 1)), films, series, episodes, followers };
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

const server = await startOwnPostgres({ shared_buffers: '1GB', max_wal_size: '8GB', ...DURABLE });
try {
  const places = {
    before: await openPlace(server, 'before', counts),
    after: await openPlace(server, 'after', counts),
  };
  const rows: string[] = [];
  for (const question of [...reads, ...writes]) {
    const before = await ask(question, places.before);
    const after = await ask(question, places.after);
    rows.push(
      `| ${question.name} | ${show(before, question)} | ${show(after, question)} | ${ratio(before, after, question)} |`,
    );
    console.error(rows.at(-1));
  }
  for (const { database } of Object.values(places)) await database.close();
  console.log(
    [
      `## The big world on PostgreSQL: ${written(films)} films, ${written(counts.members)} members, ${written(counts.posts)} posts`,
      '',
      '| 16 clients, real roles | before | now | |',
      '|---|---:|---:|---:|',
      ...rows,
      '',
    ].join('\n'),
  );
} finally {
  await server.stop();
}

/** Undefined when it fails, or takes longer than a statement is allowed to. */
async function ask({ name, measure }: Question, place: Place): Promise<number | undefined> {
  return measure(place).catch((error: Error) => {
    console.error(`${name}: ${error.message}`);
    return undefined;
  });
}

function written(count: number): string {
  return count.toLocaleString('en');
}

function show(value: number | undefined, { unit }: Question): string {
  if (value === undefined) return `fails (${LIMIT_MS / 1000} s)`;
  const number = value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
  return unit === 'deadlocks' ? number : `${number}${unit === '/s' || unit === '%' ? '' : ' '}${unit}`;
}

function ratio(before: number | undefined, after: number | undefined, { unit }: Question): string {
  if (!before || !after || unit === 'deadlocks' || unit === '%') return '';
  return `${(unit === '/s' ? after / before : before / after).toFixed(1)} ×`;
}
