import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RestWorld, startRestWorld } from './world.ts';

const ann = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';
const ben = 'b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a22';

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
  await world.database.transaction((transaction) =>
    transaction.script(`
      insert into notes (owner, text) select '${ben}', 'n' || n from generate_series(1, 2000) n;
      insert into notes (owner, text) values ('${ann}', 'mine');
      create table public.salaries (id int primary key, person_id int references public.people, amount int, shown int);
      grant select (id, shown) on public.salaries to anon;
      grant all on public.salaries to service_role;
      create table public.bonuses (id int primary key, film_id int references public.films);
      grant all on public.bonuses to service_role;
      create function public.hidden_total(amount int) returns int language sql as 'select 1';
      revoke execute on function public.hidden_total from public, anon, authenticated;
      grant execute on function public.hidden_total to service_role;
    `),
  );
  await world.database.run([{ text: 'analyze public.notes' }]);
  await world.rest.reload();
});
afterAll(() => world?.[Symbol.asyncDispose]());

describe('the number of rows that policies hide', () => {
  const counts = ['planned', 'estimated', 'exact'] as const;

  test.each(counts)('is not told by count=%s', async (count) => {
    const total = async (role: string, claims?: Record<string, unknown>) =>
      (
        await world
          .client(await world.token(role, claims))
          .from('notes')
          .select('*', { count, head: true })
      ).count;
    expect(await total('anon')).toBe(0);
    expect(await total('authenticated', { sub: ann })).toBe(1);
    expect(await total('authenticated', { sub: ben })).toBe(2000);
    expect(await total('service_role')).toBeGreaterThan(1900);
  });

  test('is not told when the rows are read, embedded or filtered either', async () => {
    for (const count of counts) {
      const answer = await world.fetch('/notes?text=like.n*&limit=1', {
        headers: { prefer: `count=${count}` },
      });
      expect(answer.headers.get('content-range')).toBe('*/0');
      expect(answer.headers.get('preference-applied')).toBe(`count=${count}`);
    }
  });
});

describe('a hint for a misspelt name', () => {
  const hint = async (path: string, role = 'anon', init: RequestInit = {}) => {
    const authorization = `Bearer ${await world.token(role)}`;
    const response = await world.fetch(path, { ...init, headers: { ...init.headers, authorization } });
    return ((await response.json()) as { hint: string | null }).hint;
  };

  test.each([
    ['a table', '/secretz', 'secrets'],
    ['a table that is written', '/secretz', 'secrets', { method: 'POST', body: '{}' }],
    ['a table whose methods are asked for', '/secretz', 'secrets', { method: 'OPTIONS' }],
    ['a relationship', '/films?select=id,bonusez(id)', 'bonuses'],
    ['a function', '/rpc/hidden_totals', 'hidden_total'],
    ['the parameters of a function', '/rpc/hidden_total?amounts=1', 'amount'],
    ['a column', '/salaries?select=amounts', 'amount'],
    ['a column that is ordered by', '/salaries?select=id&order=amounts', 'amount'],
  ] as [string, string, string, RequestInit?][])(
    'does not name %s that the caller cannot use',
    async (_what, path, name, init) => {
      for (const role of ['anon', 'authenticated']) expect(await hint(path, role, init)).toBeNull();
      if (init?.method !== 'OPTIONS') expect(await hint(path, 'service_role', init)).toContain(name);
    },
  );

  test('names what is very similar only', async () => {
    expect(await hint('/filmz')).toContain('films');
    expect(await hint('/fims')).toContain('films');
    expect(await hint('/fi')).toBeNull();
    expect(await hint('/f')).toBeNull();
    expect(await hint('/rpc/gre')).toBeNull();
    expect(await hint('/films?select=id,rev(id)')).toBeNull();
    expect(await hint('/salaries?select=show')).toContain('shown');
  });
});
