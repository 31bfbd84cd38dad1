import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RestWorld, startRestWorld } from './world.ts';

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld({ aggregates: true, explain: true });
});
afterAll(() => world?.[Symbol.asyncDispose]());

const from = (table: string) => world.client().from(table);

describe('with aggregates allowed, a visitor', () => {
  test('adds up all rows', async () => {
    expect(
      (
        await from('films').select(
          'price.sum(),low:price.min(),high:price.max(),count(),mean:price.avg()::int4',
        )
      ).data,
    ).toEqual([{ sum: 26.49, low: 0, high: 12, count: 5, mean: 7 }]);
  });

  test('groups by the other columns', async () => {
    expect((await from('reviews').select('film_id,stars.sum()').order('film_id')).data).toEqual([
      { film_id: 1, sum: 8 },
      { film_id: 2, sum: 5 },
      { film_id: 4, sum: 9 },
    ]);
  });

  test('adds up embedded rows', async () => {
    const { data } = await from('films')
      .select('id,reviews(stars.sum(),count())')
      .in('id', [1, 3])
      .order('id');
    expect(data).toEqual([
      { id: 1, reviews: [{ sum: 8, count: 2 }] },
      { id: 3, reviews: [{ sum: null, count: 0 }] },
    ]);
  });

  test('groups by spread columns, and adds up what is spread', async () => {
    expect(
      (await from('reviews').select('stars.avg()::int4,...films(title)').order('films(title)')).data?.length,
    ).toBe(3);
    const { data } = await from('reviews').select('author_id,...films(price.sum())').eq('author_id', 1);
    expect(data).toEqual([{ author_id: 1, sum: 16.5 }]);
    expect((await from('films').select('...reviews(stars.sum())')).error).toMatchObject({ code: 'PGRST127' });
  });

  test('groups by an embedded row', async () => {
    const { data } = await from('reviews').select('count(),films(title)').in('film_id', [1]);
    expect(data).toEqual([{ count: 2, films: { title: 'Anita' } }]);
  });

  test('groups by a place inside JSON', async () => {
    const { data } = await from('people')
      .select('address->>city,count()')
      .not('address->>city', 'is', null)
      .order('address->>city');
    expect(data).toEqual([
      { city: 'Jakmèl', count: 1 },
      { city: 'Okay', count: 1 },
    ]);
  });
});

describe('with plans allowed', () => {
  test('the service role gets a query’s plan', async () => {
    const service = world.client(await world.token('service_role'));
    const films = () => service.from('films');
    const plan = await films().select('id,reviews(id)').eq('id', 1).explain({ format: 'json' });
    expect(plan.data).toEqual([expect.objectContaining({ Plan: expect.any(Object) })]);
    expect((await films().select().explain()).data).toMatch(/Aggregate {2}\(cost=/);
    expect((await films().select().explain({ analyze: true, format: 'text' })).data).toMatch(/actual/);
    const written = service.from('settings').insert({ name: 'planned' });
    expect((await written.select().explain()).data).toMatch(/Insert on/);
    expect((await from('settings').select().eq('name', 'planned')).data).toEqual([]);
    expect((await service.rpc('films_of', { person: 1 }).explain()).data).toMatch(/Aggregate/);
  });

  test('visitors and members do not, because a plan tells about rows that policies hide', async () => {
    for (const token of [undefined, await world.token('authenticated')]) {
      const client = world.client(token);
      expect(await client.from('films').select().explain()).toMatchObject({
        status: 406,
        error: { code: 'PGRST107' },
      });
      expect((await client.rpc('films_of', { person: 1 }).explain()).status).toBe(406);
      expect((await client.from('settings').insert({ name: 'x' }).select().explain()).status).toBe(406);
    }
  });
});

describe('without the settings, a visitor', () => {
  test('cannot roll back a write', async () => {
    await from('settings').insert({ name: 'stays' }).select().rollback();
    expect((await from('settings').select('name').eq('name', 'stays')).data).toEqual([{ name: 'stays' }]);
  });
});
