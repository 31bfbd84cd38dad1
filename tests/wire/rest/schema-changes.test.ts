import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SchemaReloader } from '../../../platform/src/rest/schema/schema-reloader.ts';
import { type RestWorld, startRestWorld } from './world.ts';

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
});
afterAll(() => world?.[Symbol.asyncDispose]());

const script = (sql: string) => world.database.transaction((transaction) => transaction.script(sql));
const soon = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

/** What is sent on the channel while this runs. */
async function notifiedDuring(work: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = [];
  const stop = await world.database.listen('pgrst', (payload) => heard.push(payload));
  await work();
  await world.database.query(`select pg_notify('pgrst', 'reload config')`);
  await vi.waitFor(() => expect(heard).toContain('reload config'), { timeout: 20_000, interval: 10 });
  await stop();
  return heard.filter((payload) => payload !== 'reload config');
}

test('a visitor reads a table that was created while the server runs, and always as it is', async () => {
  const visitor = world.client();
  await script('drop table if exists public.diary');
  expect((await visitor.from('diary').select()).error).not.toBeNull();
  await script(`create table public.diary (id int primary key, body text);
    grant select on public.diary to anon;
    insert into public.diary values (1, 'Bonjou')`);
  await soon(async () => {
    const { data } = await visitor.from('diary').select();
    expect(data).toEqual([{ id: 1, body: 'Bonjou' }]);
  });
  for (const id of [2, 3, 4]) {
    await script(`insert into public.diary values (${id})`);
    expect((await visitor.from('diary').select('id')).data).toHaveLength(id);
  }
});

test('a visitor sees new columns, functions and grants, and no longer what was dropped', async () => {
  const visitor = world.client();
  await script(`drop table if exists public.crate;
    create table public.crate (id int primary key);
    insert into public.crate values (1)`);
  await soon(async () => expect((await visitor.from('crate').select()).error?.code).toBe('42501'));
  await script('grant select on public.crate to anon');
  await soon(async () => expect((await visitor.from('crate').select()).data).toEqual([{ id: 1 }]));
  await script(`alter table public.crate add column place text default 'left';
    create or replace function public.crates() returns bigint language sql stable set search_path = ''
      as $$ select count(*) from public.crate $$;
    grant execute on function public.crates() to anon`);
  await soon(async () => {
    expect((await visitor.from('crate').select()).data).toEqual([{ id: 1, place: 'left' }]);
    expect((await visitor.from('crate').select('place')).data).toEqual([{ place: 'left' }]);
    expect((await visitor.rpc('crates')).data).toBe(1);
  });
  await script('alter table public.crate drop column place; drop function public.crates()');
  await soon(async () => {
    expect((await visitor.from('crate').select('place')).error?.code).toBe('42703');
    expect((await visitor.rpc('crates')).error?.code).toBe('PGRST202');
  });
});

test('a visitor cannot make the server read its schema again by what a function does for itself', async () => {
  await script(`create or replace function public.sort_out() returns void language plpgsql set search_path = '' as $$
    begin
      create temporary table mine (id int primary key);
      alter table pg_temp.mine add column extra text;
      drop table pg_temp.mine;
    end $$;
    grant execute on function public.sort_out() to anon`);
  const visitor = world.client();
  await soon(async () => expect((await visitor.rpc('sort_out')).error).toBeNull());
  expect(await notifiedDuring(async () => visitor.rpc('sort_out'))).toEqual([]);
  expect(
    await notifiedDuring(() => script('drop table if exists public.loud; create table public.loud (id int)')),
  ).toEqual(['reload schema']);
});

test('changes that are undone are not announced', async () => {
  const undone = () => script('create table public.never (id int); select 1 / 0').catch(() => {});
  expect(await notifiedDuring(undone)).toEqual([]);
});

test('many notifications at once lead to two reads, the second after a rest', async () => {
  let reads = 0;
  const rests: (() => void)[] = [];
  const { database } = world;
  const reloader = await SchemaReloader.start(database, {
    schemas: ['public'],
    extraSearchPath: [],
    onReload: () => {
      reads += 1;
    },
    pause: () => new Promise((resolve) => rests.push(resolve)),
  });
  const notify = `select pg_notify('pgrst', '')`;
  for (let n = 0; n < 20; n += 1) await notifiedDuring(() => database.query(notify));
  await vi.waitFor(() => expect(rests).toHaveLength(1), { timeout: 20_000 });
  expect(reads).toBe(1);
  rests[0]?.();
  await vi.waitFor(() => expect(rests).toHaveLength(2), { timeout: 20_000 });
  expect(reads).toBe(2);
  rests[1]?.();
  await reloader.close();
});

test('a role’s and a function’s statement_timeout limit requests, also when set while the server runs', async () => {
  const member = world.client(await world.token('authenticated'));
  const work = (name: string, settings: string) => `
    create or replace function public.${name}(rows bigint) returns bigint language plpgsql ${settings}
      as $$ begin return (select count(*) from generate_series(1, rows)); end $$;
    grant execute on function public.${name}(bigint) to authenticated;`;
  await script(
    work('work', '') +
      work('work_shortly', `set statement_timeout = '50ms'`) +
      work('work_long', `set statement_timeout = '1min'`),
  );
  const endless = 1_000_000_000_000;
  const tooLong = { code: '57014' };
  await soon(async () =>
    expect((await member.rpc('work_shortly', { rows: endless })).error).toMatchObject(tooLong),
  );
  expect((await member.rpc('work', { rows: 10 })).data).toBe(10);
  await script(`do $$ begin
      execute format('alter role authenticated in database %I set statement_timeout = ''1ms''', current_database());
    end $$;
    notify pgrst, 'reload config'`);
  // Without the setting, this takes a second, and would be allowed to.
  await soon(async () =>
    expect((await member.rpc('work', { rows: 3_000_000 })).error).toMatchObject(tooLong),
  );
  expect((await member.rpc('work_long', { rows: 100_000 })).data).toBe(100_000);
  expect((await world.client().from('films').select('id').limit(1)).error).toBeNull();
});
