import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RestWorld, startRestWorld } from './world.ts';

let world: RestWorld;
let service: string;
beforeAll(async () => {
  world = await startRestWorld();
  service = await world.token('service_role');
  await world.database.transaction((transaction) =>
    transaction.script(`
      create table public.shows (
        id integer primary key, name text, stars integer, tags text[], hours int4range, note text
      );
      insert into public.shows values
        (1, 'Bonjou', 3, '{new,short}', '[1,5)', null),
        (2, 'Bonswa', 5, '{long}', '[5,9)', 'late'),
        (3, 'Orevwa', 4, '{new}', '[9,12)', 'last');
      grant select on public.shows to anon, service_role;
      create function public.untyped() returns setof record language sql stable
        as 'select id, name from public.shows where id < 3 order by id';
      create function public.untyped_one() returns record language sql stable as 'select 7 as id';
      grant execute on function public.untyped(), public.untyped_one() to anon;
    `),
  );
  await world.rest.reload();
});
afterAll(() => world[Symbol.asyncDispose]());

const shows = () => world.client(service).from('shows').select('id').order('id');

async function idsOf(query: PromiseLike<{ data: unknown; error: unknown }>): Promise<number[]> {
  const { data, error } = await query;
  expect(error).toBeNull();
  return (data as { id: number }[]).map(({ id }) => id);
}

describe('each filter of the client finds its rows', () => {
  test('comparisons', async () => {
    expect(await idsOf(shows().neq('stars', 3))).toEqual([2, 3]);
    expect(await idsOf(shows().lte('stars', 4))).toEqual([1, 3]);
    expect(await idsOf(shows().isDistinct('note', 'late'))).toEqual([1, 3]);
    expect(await idsOf(shows().notIn('id', [1, 2]))).toEqual([3]);
    expect(await idsOf(shows().match({ stars: 4, name: 'Orevwa' }))).toEqual([3]);
    expect(await idsOf(shows().filter('stars', 'in', '(3,5)'))).toEqual([1, 2]);
  });

  test('patterns', async () => {
    expect(await idsOf(shows().like('name', 'Bon%'))).toEqual([1, 2]);
    expect(await idsOf(shows().ilike('name', 'bon%'))).toEqual([1, 2]);
    expect(await idsOf(shows().likeAllOf('name', ['B%', '%u']))).toEqual([1]);
    expect(await idsOf(shows().ilikeAllOf('name', ['b%', '%A']))).toEqual([2]);
    expect(await idsOf(shows().ilikeAnyOf('name', ['%u', 'o%']))).toEqual([1, 3]);
    expect(await idsOf(shows().regexMatch('name', '^B.*a$'))).toEqual([2]);
    expect(await idsOf(shows().regexIMatch('name', '^o'))).toEqual([3]);
  });

  test('lists and ranges', async () => {
    expect(await idsOf(shows().containedBy('tags', ['new', 'short']))).toEqual([1, 3]);
    expect(await idsOf(shows().rangeGt('hours', '[1,5)'))).toEqual([2, 3]);
    expect(await idsOf(shows().rangeGte('hours', '[5,9)'))).toEqual([2, 3]);
    expect(await idsOf(shows().rangeLt('hours', '[9,12)'))).toEqual([1, 2]);
    expect(await idsOf(shows().rangeLte('hours', '[5,9)'))).toEqual([1, 2]);
    expect(await idsOf(shows().rangeAdjacent('hours', '[5,9)'))).toEqual([1, 3]);
  });
});

test('functions that return records without declared columns are called', async () => {
  const { data } = await world.client().rpc('untyped');
  expect(data).toEqual([
    { id: 1, name: 'Bonjou' },
    { id: 2, name: 'Bonswa' },
  ]);
  expect((await world.client().rpc('untyped_one')).data).toEqual({ id: 7 });
});

test('a request is aborted by the client', async () => {
  const { error } = await shows().abortSignal(AbortSignal.abort());
  expect(error?.message).toContain('Abort');
});

test('a header that the client sets is sent along, and types can be overridden', async () => {
  const { data, error } = await world
    .client(service)
    .from('shows')
    .select('id')
    .setHeader('range', '0-0')
    .retry(false)
    .overrideTypes<{ id: number }[]>();
  expect([error, data]).toEqual([null, [{ id: 1 }]]);
});

test('a failure is thrown where the client asks for that', async () => {
  await expect(world.client().from('nothing').select().throwOnError()).rejects.toMatchObject({
    code: 'PGRST205',
  });
});

test('the client chooses a schema per request', async () => {
  const { error } = await world.client().schema('hidden').from('shows').select();
  expect(error?.code).toBe('PGRST106');
});

test('the client reads the description of what its role can use', async () => {
  const { data } = await world.client().getOpenApiSpec();
  expect(Object.keys((data as { paths?: object })?.paths ?? {})).toContain('/shows');
});
