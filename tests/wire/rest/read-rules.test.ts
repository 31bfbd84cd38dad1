import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RestWorld, startRestWorld } from './world.ts';

const ann = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';
const ben = 'b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a22';

/** Policies with a part that is the same for all rows: clerks, whose claim says so, read everything. */
const SCRIPT = `
  create function public.is_clerk() returns boolean language sql stable as $$ select coalesce(auth.jwt() ->> 'clerk' = 'yes', false) $$;
  create table public.shops (id int primary key, name text not null);
  create table public.bills (id int primary key, owner uuid, shop_id int references public.shops, amount int not null);
  create table public.alarms (id int primary key, bill_id int references public.bills);
  create function public.doubled(public.bills) returns int language sql stable as 'select $1.amount * 2';
  insert into public.shops values (1, 'Ti boutik'), (2, 'Gwo boutik');
  insert into public.bills select n, case when n % 2 = 0 then '${ann}'::uuid end, 1 + n % 2, n * 10 from generate_series(1, 6) n;
  insert into public.alarms select n, n from generate_series(1, 6) n;
  alter table public.bills enable row level security;
  alter table public.alarms enable row level security;
  create policy "owners" on public.bills for select to authenticated using (owner = (select auth.uid()));
  create policy "clerks" on public.bills for select to authenticated using ((select public.is_clerk()));
  create policy "clerks" on public.alarms to authenticated using ((select public.is_clerk()));
  grant execute on function public.is_clerk, public.doubled to authenticated;
  grant select on public.shops to authenticated;
  grant select on public.bills to authenticated, anon;
  grant select, delete, update on public.alarms to authenticated;
  -- Closed to clients: only a policy can name what is in it.
  create schema backroom;
  create function backroom.is_clerk() returns boolean language sql stable return public.is_clerk();
  create table public.keys (id int primary key);
  insert into public.keys values (1);
  alter table public.keys enable row level security;
  create policy "clerks" on public.keys for select to authenticated using ((select backroom.is_clerk()));
  grant execute on function backroom.is_clerk to authenticated;
  grant select (id) on public.keys to authenticated;`;

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
  await world.database.transaction((transaction) => transaction.script(SCRIPT));
  await world.rest.reload();
});
afterAll(() => world?.[Symbol.asyncDispose]());

const as = async (claims: Record<string, unknown>) =>
  world.client(await world.token('authenticated', claims));
const clerk = () => as({ sub: ann, clerk: 'yes' });

test('owners read their rows, a clerk who is also an owner every row once', async () => {
  const read = async (claims: Record<string, unknown>) => {
    const { data, count } = await (await as(claims))
      .from('bills')
      .select('id', { count: 'exact' })
      .order('id', { ascending: false })
      .limit(4);
    return { ids: data?.map(({ id }) => id), count };
  };
  expect(await read({ sub: ann })).toEqual({ ids: [6, 4, 2], count: 3 });
  expect(await read({ sub: ben })).toEqual({ ids: [], count: 0 });
  expect(await read({ sub: ann, clerk: 'yes' })).toEqual({ ids: [6, 5, 4, 3], count: 6 });
  expect(await (await world.fetch('/bills')).json()).toEqual([]);
});

test('they read the same rows embedded, grouped, computed and by what is embedded in them', async () => {
  for (const [client, ids] of [
    [await as({ sub: ann }), [2, 4]],
    [await clerk(), [1, 2, 3, 4]],
  ] as const) {
    const embedded = await client.from('shops').select('name, bills(id, doubled)').lt('bills.id', 5);
    expect(
      embedded.data
        ?.flatMap(({ bills }) => bills)
        .toSorted((a: { id: number }, b: { id: number }) => a.id - b.id),
    ).toEqual(ids.map((id) => ({ id, doubled: id * 20 })));
    const withShop = await client.from('bills').select('id, shops!inner(name)').lt('id', 5).order('id');
    expect(withShop.data?.map(({ id }) => id)).toEqual(ids);
    const withAlarm = await client.from('bills').select('id, alarms(id)').lt('id', 5).order('id');
    const seesAlarms = ids.length === 4;
    expect(withAlarm.data).toEqual(ids.map((id) => ({ id, alarms: seesAlarms ? [{ id }] : [] })));
  }
});

test('a condition that clients cannot name is left to the policy', async () => {
  expect((await (await clerk()).from('keys').select('id')).data).toEqual([{ id: 1 }]);
  expect((await (await as({ sub: ann })).from('keys').select('id')).data).toEqual([]);
});

test('somebody who can read no row reads no page of the table, and changes none', async () => {
  const member = await as({ sub: ann });
  expect((await member.from('alarms').select()).data).toEqual([]);
  expect((await member.from('alarms').delete().gt('id', 0).select()).data).toEqual([]);
  expect((await member.from('alarms').update({ bill_id: 1 }).gt('id', 0).select()).data).toEqual([]);
  const client = await clerk();
  expect((await client.from('alarms').delete().gt('id', 5).select()).data).toEqual([{ id: 6, bill_id: 6 }]);
  expect((await client.from('alarms').select()).data).toHaveLength(5);
});

test('somebody for whom a policy is created reads the rows, until it is dropped', async () => {
  const member = await as({ sub: ben });
  const script = (sql: string) => world.database.transaction((transaction) => transaction.script(sql));
  const sees = (rows: number) =>
    vi.waitFor(async () => expect((await member.from('alarms').select('id')).data).toHaveLength(rows), {
      timeout: 20_000,
      interval: 20,
    });
  await script(`create policy "everybody" on public.alarms for select to authenticated using (id < 3)`);
  await sees(2);
  await script(`alter policy "everybody" on public.alarms using (id < 2)`);
  await sees(1);
  await script(`drop policy "everybody" on public.alarms`);
  await sees(0);
});
