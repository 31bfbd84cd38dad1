import { describe, expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import type { Person } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const world = useWorld();
const { inTransaction } = world;

interface Job {
  id: number;
  kind: string;
  payload: Record<string, unknown>;
  attempts: number;
  claims: number;
}
const claimSql = `select id, kind, payload, attempts, claims from private.claim_job($1, interval '1 minute')`;
const claim = async (as: As, ...kinds: string[]) => (await as('owner').query<Job>(claimSql, kinds))[0];
const enqueue = (as: As, kind: string, key: string | null = null, after = '0 s', payload = '{}') =>
  as('owner').query(
    'select private.enqueue_job($1, $2, $3, now() + $4::interval)',
    kind,
    payload,
    key,
    after,
  );
const finish = (as: As, { id, claims }: Job) =>
  as('owner').query('select private.finish_job($1, $2)', id, claims);
const fail = (as: As, { id, claims }: Job, maxAttempts = 20) =>
  as('owner').query(`select private.fail_job($1, $2, 'it broke', $3)`, id, claims, maxAttempts);
const extend = (as: As, { id, claims }: Job) =>
  as('owner').value<boolean>(`select private.extend_job_lease($1, $2, interval '1 minute')`, id, claims);
/** As if so much time had passed. */
const pass = (as: As, time: string, kind: string) =>
  as('owner').query(
    'update private.jobs set run_after = run_after - $1::interval where kind = $2',
    time,
    kind,
  );
const jobsOf = (as: As, kind: string) =>
  as('owner').query<{ status: string; attempts: number; wait: number }>(
    `select status, attempts, extract(epoch from run_after - clock_timestamp())::double precision as wait
      from private.jobs where kind = $1 order by id`,
    kind,
  );
const secondsUntilNext = (as: As, ...kinds: string[]) =>
  as('owner').value<number | null>('select private.seconds_until_next_job($1)', kinds);

describe('a claim', () => {
  test(
    'gets the job that is due longest, of the kinds it names, and none that is not due',
    inTransaction(async (as) => {
      await enqueue(as, 'wash', null, '-1 s', '{"n": 2}');
      await enqueue(as, 'cook', null, '-2 s', '{"n": 1}');
      await enqueue(as, 'wash', null, '1 hour');
      await enqueue(as, 'sleep', null, '-1 hour');
      expect(await claim(as, 'wash', 'cook')).toMatchObject({ kind: 'cook', payload: { n: 1 }, attempts: 1 });
      expect(await claim(as, 'wash', 'cook')).toMatchObject({ kind: 'wash', payload: { n: 2 } });
      expect(await claim(as, 'wash', 'cook')).toBeUndefined();
      expect(await secondsUntilNext(as, 'wash')).toBeGreaterThan(0);
      expect(await secondsUntilNext(as, 'nothing')).toBeNull();
    }),
  );

  test(
    'of a process that fell silent is taken over when its lease ends, and the silent one can no longer end the job',
    inTransaction(async (as) => {
      await enqueue(as, 'cook');
      const silent = (await claim(as, 'cook'))!;
      expect(await extend(as, silent)).toBe(true);
      expect(await claim(as, 'cook')).toBeUndefined();
      await pass(as, '2 minutes', 'cook');
      const next = (await claim(as, 'cook'))!;
      expect(next).toMatchObject({ id: silent.id, attempts: 2 });
      expect(await extend(as, silent)).toBe(false);
      await finish(as, silent);
      await fail(as, silent);
      expect(await jobsOf(as, 'cook')).toMatchObject([{ status: 'running', attempts: 2 }]);
      await finish(as, next);
      expect(await jobsOf(as, 'cook')).toEqual([]);
    }),
  );

  test('is never given to two processes', async () => {
    const { database } = world;
    await database.query(`select private.enqueue_job('race') from generate_series(1, 20)`);
    const claims = Array.from({ length: 30 }, () => database.query<Job>(claimSql, [['race']]));
    const claimed = (await Promise.all(claims)).flat().map(({ id }) => id);
    // One that met the others' locks can go away empty-handed; the rest is still there.
    for (let more = true; more; ) {
      const rest = await database.query<Job>(claimSql, [['race']]);
      claimed.push(...rest.map(({ id }) => id));
      more = rest.length > 0;
    }
    expect(new Set(claimed).size).toBe(20);
    expect(claimed).toHaveLength(20);
  });

  test('does not wait for a job that somebody else holds', async () => {
    const { database } = world;
    await database.query(`select private.enqueue_job('held'), private.enqueue_job('held')`);
    const second = await world.concurrently(['owner', claimSql, ['held']], ['owner', claimSql, ['held']]);
    expect(second).toHaveLength(1);
  });
});

describe('jobs of the same kind and key', () => {
  test(
    'that are due are done as one; later ones stay',
    inTransaction(async (as) => {
      await enqueue(as, 'fold', 'all', '-2 s');
      await enqueue(as, 'fold', 'all', '-1 s');
      await enqueue(as, 'fold', 'other', '-1 s');
      await enqueue(as, 'fold', 'all', '1 hour');
      const first = (await claim(as, 'fold'))!;
      await finish(as, first);
      await finish(as, (await claim(as, 'fold'))!);
      expect(await claim(as, 'fold')).toBeUndefined();
      expect(await jobsOf(as, 'fold')).toMatchObject([{ status: 'waiting' }]);
    }),
  );

  test(
    'keep the payload of the first, also when it failed once and the second is due before it',
    inTransaction(async (as) => {
      await enqueue(as, 'fold', 'all', '-1 s', '{"since": 1}');
      await enqueue(as, 'fold', 'all', '0 s', '{"since": 2}');
      const first = (await claim(as, 'fold'))!;
      expect(first.payload).toEqual({ since: 1 });
      await fail(as, first);
      await enqueue(as, 'fold', 'all', '-1 day', '{"since": 3}');
      await pass(as, '1 hour', 'fold');
      const third = (await claim(as, 'fold'))!;
      expect(third.payload).toEqual({ since: 3 });
      await finish(as, third);
      expect((await claim(as, 'fold'))?.payload).toEqual({ since: 1 });
    }),
  );

  test(
    'are inserted once by a transaction that enqueues them a hundred times',
    inTransaction(async (as) => {
      await as('owner').query(
        `select private.enqueue_job('fold', key => 'all') from generate_series(1, 100)`,
      );
      expect(await jobsOf(as, 'fold')).toHaveLength(1);
    }),
  );

  test(
    'never run at once, and the one enqueued meanwhile is done afterwards',
    inTransaction(async (as) => {
      await enqueue(as, 'fold', 'all', '-1 s');
      const running = (await claim(as, 'fold'))!;
      await enqueue(as, 'fold', 'all');
      await enqueue(as, 'fold', 'other');
      expect((await claim(as, 'fold'))?.id).toBeGreaterThan(running.id);
      expect(await claim(as, 'fold')).toBeUndefined();
      expect(await secondsUntilNext(as, 'fold')).toBeGreaterThan(0);
      await finish(as, running);
      expect(await claim(as, 'fold')).toBeDefined();
    }),
  );

  test('are enqueued without waiting for each other, and not lost to a run that began before they could be seen', async () => {
    const { database } = world;
    await database.query(`select private.enqueue_job('hot', key => 'all')`);
    const enqueueSql = `select private.enqueue_job('hot', key => 'all')`;
    const [job] = (await world.concurrently(['owner', enqueueSql], ['owner', claimSql, ['hot']])) as Job[];
    await database.query('select private.finish_job($1, $2)', [job!.id, job!.claims]);
    // Embedded, the claim had to wait, saw both and did them as one.
    const left = database.kind === 'embedded' ? 0 : 1;
    expect(await database.query(claimSql, [['hot']])).toHaveLength(left);
  });
});

describe('a job that fails', () => {
  test(
    'is tried again after longer and longer pauses, and given up after its last attempt',
    inTransaction(async (as) => {
      await enqueue(as, 'cook');
      const pauses: number[] = [];
      for (let n = 1; n <= 4; n += 1) {
        await fail(as, (await claim(as, 'cook'))!, 5);
        const [job] = await jobsOf(as, 'cook');
        expect(job).toMatchObject({ status: 'waiting', attempts: n });
        pauses.push(job!.wait);
        expect(await claim(as, 'cook')).toBeUndefined();
        await pass(as, '1 hour', 'cook');
      }
      for (const [index, pause] of pauses.entries()) {
        expect(pause).toBeGreaterThan(0.7 * 2 ** (index + 1) - 0.5);
        expect(pause).toBeLessThanOrEqual(1.25 * 2 ** (index + 1));
      }
      await fail(as, (await claim(as, 'cook'))!, 5);
      expect(await jobsOf(as, 'cook')).toMatchObject([{ status: 'failed', attempts: 5 }]);
      await pass(as, '1 day', 'cook');
      expect(await claim(as, 'cook')).toBeUndefined();
    }),
  );

  test(
    'does not hold up the next',
    inTransaction(async (as) => {
      await enqueue(as, 'cook', null, '-2 s');
      await enqueue(as, 'cook', null, '-1 s', '{"n": 2}');
      await fail(as, (await claim(as, 'cook'))!);
      expect((await claim(as, 'cook'))?.payload).toEqual({ n: 2 });
    }),
  );

  test(
    'waits at most an hour',
    inTransaction(async (as) => {
      await enqueue(as, 'cook');
      await as('owner').query(`update private.jobs set attempts = 30 where kind = 'cook'`);
      await fail(as, (await claim(as, 'cook'))!, 100);
      expect((await jobsOf(as, 'cook'))[0]!.wait).toBeLessThanOrEqual(3600);
    }),
  );
});

describe('a job that is handed back', () => {
  test(
    'can be claimed at once, and its attempt does not count',
    inTransaction(async (as) => {
      await enqueue(as, 'cook');
      const { id, claims } = (await claim(as, 'cook'))!;
      await as('owner').query('select private.release_job($1, $2)', id, claims);
      expect(await claim(as, 'cook')).toMatchObject({ id, attempts: 1, claims: 2 });
    }),
  );
});

describe('a job that repeats', () => {
  const repeat = (as: As, every: string) =>
    as('owner').query(`select private.repeat_jobs('{sweep}', array[$1::interval])`, every);

  test(
    'is there once, comes back after its interval, and never for a process that was replaced',
    inTransaction(async (as) => {
      await repeat(as, '10 minutes');
      await repeat(as, '10 minutes');
      expect(await jobsOf(as, 'sweep')).toHaveLength(1);
      expect(await claim(as, 'sweep')).toBeUndefined();
      await pass(as, '10 minutes', 'sweep');
      const silent = (await claim(as, 'sweep'))!;
      await pass(as, '10 minutes', 'sweep');
      await finish(as, (await claim(as, 'sweep'))!);
      await pass(as, '10 minutes', 'sweep');
      // The same attempt number as that of the silent process.
      expect(await claim(as, 'sweep')).toMatchObject({ attempts: 1 });
      await finish(as, silent);
      expect(await jobsOf(as, 'sweep')).toMatchObject([{ status: 'running' }]);
    }),
  );

  test(
    'follows a shorter interval, also after the clock was set back',
    inTransaction(async (as) => {
      await repeat(as, '1 day');
      await repeat(as, '10 minutes');
      expect((await jobsOf(as, 'sweep'))[0]!.wait).toBeLessThanOrEqual(600);
      await pass(as, '-2 days', 'sweep');
      await repeat(as, '10 minutes');
      expect((await jobsOf(as, 'sweep'))[0]!.wait).toBeLessThanOrEqual(600);
    }),
  );

  test(
    'is tried for ever, is in the admin’s list while it keeps failing, and leaves it when it succeeds',
    inTransaction(async (as) => {
      await repeat(as, '10 minutes');
      for (let n = 0; n < 3; n += 1) {
        await pass(as, '10 minutes', 'sweep');
        await fail(as, (await claim(as, 'sweep'))!, 2);
      }
      const listed = () => as('admin').query('select * from admin_failed_jobs()');
      expect(await listed()).toMatchObject([{ kind: 'sweep', attempts: 3, repeats: true }]);
      const id = await as('owner').value(`select id from private.jobs where kind = 'sweep'`);
      expect(await as('admin').value('select discard_failed_job($1)', id)).toBe(false);
      await pass(as, '10 minutes', 'sweep');
      await finish(as, (await claim(as, 'sweep'))!);
      expect(await listed()).toEqual([]);
    }),
  );
});

describe('failed jobs', () => {
  async function failed(as: As, kind = 'cook', key: string | null = null): Promise<number> {
    await enqueue(as, kind, key);
    const job = (await claim(as, kind))!;
    await fail(as, job, 1);
    return job.id;
  }
  const audit = (as: As) =>
    as('owner').query(`select act, subject, subject_id, label from audit_log where subject = 'jobs'`);

  test(
    'can be retried by an admin, with all their attempts',
    inTransaction(async (as) => {
      const id = await failed(as);
      expect(await as('admin').query('select * from admin_failed_jobs()')).toMatchObject([
        { id, kind: 'cook', attempts: 1, last_error: 'it broke', repeats: false },
      ]);
      expect(await as('admin').value('select retry_failed_job($1)', id)).toBe(true);
      expect(await as('admin').value('select retry_failed_job($1)', id)).toBe(false);
      expect(await claim(as, 'cook')).toMatchObject({ id, attempts: 1 });
      expect(await audit(as)).toEqual([
        { act: 'retry', subject: 'jobs', subject_id: String(id), label: 'cook' },
      ]);
    }),
  );

  test(
    'can be discarded by an admin',
    inTransaction(async (as) => {
      const id = await failed(as);
      expect(await as('admin').value('select discard_failed_job($1)', id)).toBe(true);
      expect(await as('admin').value('select discard_failed_job($1)', id)).toBe(false);
      expect(await jobsOf(as, 'cook')).toEqual([]);
      expect(await audit(as)).toMatchObject([{ act: 'discard', label: 'cook' }]);
    }),
  );

  test(
    'of the same key are listed once',
    inTransaction(async (as) => {
      await failed(as, 'fold', 'all');
      const newest = await failed(as, 'fold', 'all');
      expect(await as('admin').query('select * from admin_failed_jobs()')).toMatchObject([{ id: newest }]);
    }),
  );

  test(
    'are read in pages of 25, the newest first',
    inTransaction(async (as) => {
      for (let n = 0; n < 27; n += 1) await failed(as);
      const first = await as('admin').query<{ id: number; failed_at: string }>(
        'select * from admin_failed_jobs()',
      );
      expect(first).toHaveLength(25);
      const last = first.at(-1)!;
      const second = await as('admin').query<{ id: number }>(
        'select * from admin_failed_jobs($1, $2)',
        last.failed_at,
        last.id,
      );
      expect(second).toHaveLength(2);
      const ids = [...first, ...second].map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    }),
  );

  test(
    'are deleted after 90 days',
    inTransaction(async (as) => {
      await failed(as);
      const purge = () => as('owner').value('select private.purge_failed_jobs(1)');
      expect(await purge()).toBe(false);
      await as('owner').query(`update private.jobs set failed_at = failed_at - interval '91 days'`);
      expect(await purge()).toBe(true);
      expect(await jobsOf(as, 'cook')).toEqual([]);
    }),
  );

  test.each<Person>(['visitor', 'mimose', 'editor', 'moderator', 'accountant'])(
    'are nothing that %s can see or change',
    (person) =>
      inTransaction(async (as) => {
        const id = await failed(as);
        for (const call of ['admin_failed_jobs()', `retry_failed_job(${id})`, `discard_failed_job(${id})`]) {
          expect((await as(person).refusal(`select * from ${call}`)).code).toBe('42501');
        }
        expect((await as(person).refusal('select * from private.jobs')).code).toBe('42501');
        expect((await as(person).refusal(`select private.enqueue_job('cook')`)).code).toBe('42501');
      })(),
  );
});

describe('what enqueues a job', () => {
  test(
    'a contact message is mailed by a job',
    inTransaction(async (as) => {
      expect(await claim(as, 'mail_contact_message')).toMatchObject({
        payload: { message_id: fixture.message },
      });
    }),
  );

  test(
    'a release window is applied at its hour, and at the new hour after an editor changed it',
    inTransaction(async (as) => {
      const film = await as('editor').value(
        `insert into movies (title, publish_at, unpublish_at)
          values ('Minwi', now() + interval '1 hour', now() + interval '1 day') returning id`,
      );
      const hours = async () =>
        (await jobsOf(as, 'apply_release_windows')).map(({ wait }) => Math.round(wait / 3600));
      expect(await hours()).toEqual([1, 24]);
      await as('editor').query(
        'update movies set title = $2, publish_at = publish_at where id = $1',
        film,
        'X',
      );
      expect(await hours()).toEqual([1, 24]);
      await as('editor').query(
        `update movies set publish_at = now() + interval '2 hours' where id = $1`,
        film,
      );
      expect(await hours()).toEqual([1, 24, 2]);
    }),
  );
});
