import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RestWorld, startRestWorld } from './world.ts';

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
});
afterAll(() => world?.[Symbol.asyncDispose]());

/** The ids of the rows that match a query string. */
async function ids(table: string, filter: string, token?: string): Promise<unknown> {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await world.fetch(`/${table}?select=id&order=id&${filter}`, { headers });
  const body = (await response.json()) as { id: number }[] | { code: string };
  return Array.isArray(body) ? body.map(({ id }) => id) : body.code;
}

const films = (filter: string) => ids('films', filter);
const people = (filter: string) => ids('people', filter);

describe('a filter', () => {
  test('compares', async () => {
    expect(await films('id=eq.2')).toEqual([2]);
    expect(await films('id=neq.2')).toEqual([1, 3, 4, 5]);
    expect(await films('year=gt.2002')).toEqual([3, 4]);
    expect(await films('year=gte.2002')).toEqual([2, 3, 4]);
    expect(await films('price=lt.9.99')).toEqual([2, 5]);
    expect(await films('price=lte.9.99')).toEqual([1, 2, 5]);
    expect(await films('released=gte.2020-05-05T10:00:00Z')).toEqual([1, 2]);
    expect(await people('mood=eq.wild')).toEqual([2, 4]);
  });

  test('is negated with not', async () => {
    expect(await films('id=not.eq.2')).toEqual([1, 3, 4, 5]);
    // Null is neither equal nor unequal.
    expect(await films('year=not.gt.2002')).toEqual([1, 2]);
    expect(await films('id=not.in.(1,2)')).toEqual([3, 4, 5]);
  });

  test('matches null, true and false', async () => {
    expect(await films('year=is.null')).toEqual([5]);
    expect(await films('year=not.is.null')).toEqual([1, 2, 3, 4]);
    expect(await films('year=is.not_null')).toEqual([1, 2, 3, 4]);
    expect(await films('is_free=is.true')).toEqual([2, 5]);
    expect(await films('is_free=is.FALSE')).toEqual([1, 4]);
    expect(await films('is_free=is.unknown')).toEqual([3]);
  });

  test('compares null with isdistinct', async () => {
    expect(await films('year=isdistinct.2002')).toEqual([1, 3, 4, 5]);
    expect(await films('year=not.isdistinct.2002')).toEqual([2]);
  });

  test('takes a list, whose elements may be quoted', async () => {
    expect(await films('id=in.(1,3)')).toEqual([1, 3]);
    expect(await films('id=in.()')).toEqual([]);
    expect(await people(`name=in.(Ana,${encodeURIComponent('"Dany, D."')})`)).toEqual([1, 4]);
    expect(
      (await world.client().from('films').select('id').in('title', ['Nobody, (x)', 'Anita'])).data,
    ).toEqual([{ id: 1 }]);
  });

  test('matches patterns, any of several or all of several', async () => {
    expect(await films('title=like.*nit*')).toEqual([1]);
    expect(await films('title=like.%25ta')).toEqual([1]);
    expect(await films('title=ilike.b*')).toEqual([2]);
    expect(await films('title=like(any).{A*,B*}')).toEqual([1, 2]);
    expect(await films('title=ilike(all).{*o*,*s*}')).toEqual([3]);
    expect(await films('id=eq(any).{1,2}')).toEqual([1, 2]);
    expect(await films('year=gt(all).{1990,2003}')).toEqual([3, 4]);
    const { data } = await world
      .client()
      .from('films')
      .select('id')
      .likeAnyOf('title', ['A%', 'C%'])
      .order('id');
    expect(data).toEqual([{ id: 1 }, { id: 3 }]);
  });

  test('matches regular expressions for the service role', async () => {
    const service = await world.token('service_role');
    expect(await ids('films', 'title=match.^[AB]', service)).toEqual([1, 2]);
    expect(await ids('films', 'title=imatch.^a', service)).toEqual([1]);
    expect(await ids('films', 'title=match(any).{^A,^B}', service)).toEqual([1, 2]);
  });

  test('looks into arrays', async () => {
    expect(await films('genres=cs.{Drama}')).toEqual([1, 2, 4]);
    expect(await films('genres=cd.{Drama,Short}')).toEqual([1, 2, 5]);
    expect(await films('genres=ov.{Comedy,Documentary}')).toEqual([3, 4]);
    const { data } = await world
      .client()
      .from('people')
      .select('id')
      .contains('nicknames', ['"the \\"D\\""']);
    expect(data).toEqual([{ id: 4 }]);
  });

  test('looks into ranges', async () => {
    expect(await people('age_range=cs.25')).toEqual('22P02');
    expect(await people('age_range=cs.[25,26)')).toEqual([1]);
    expect(await people('age_range=sl.[40,50)')).toEqual([1, 2]);
    expect(await people('age_range=sr.[25,35)')).toEqual([4]);
    expect(await people('age_range=nxr.[20,40)')).toEqual([1, 2]);
    expect(await people('age_range=nxl.[30,40)')).toEqual([2, 4]);
    expect(await people('age_range=adj.[40,60)')).toEqual([2, 4]);
    expect(await people('age_range=ov.[25,35)')).toEqual([1, 2]);
    expect(
      (
        await world
          .client()
          .from('films')
          .select('id')
          .overlaps('shown', '[2021-01-15,2022-02-01)')
          .order('id')
      ).data,
    ).toEqual([{ id: 2 }, { id: 4 }]);
  });

  test('looks into JSON', async () => {
    expect(await people('address->>city=eq.Okay')).toEqual([2]);
    expect(await people('address->geo->>lat=eq.18.2')).toEqual([1]);
    expect(await people('address->zip=eq.7')).toEqual([1]);
    expect(await people('address->>city=is.null')).toEqual([3, 4]);
    expect(
      (await world.client().from('people').select('id').contains('address', { city: 'Okay' })).data,
    ).toEqual([{ id: 2 }]);
    expect(await films('meta->langs->>0=eq.ht')).toEqual([1, 2]);
    expect(await films('meta->langs->>-1=eq.fr')).toEqual([1]);
  });

  test('searches text, with and without a language', async () => {
    expect(await films('search=fts(simple).walls')).toEqual([2]);
    expect(await films('search=fts.home')).toEqual([4]);
    expect(await films('search=fts(simple).cousins|girl')).toEqual([1, 3]);
    expect(await films('plot=fts(simple).cousins|girl')).toEqual([1, 3]);
    expect(await films('plot=plfts(english).walking')).toEqual([1]);
    expect(await films('plot=phfts(simple).the%20city')).toEqual([1]);
    expect(await films('plot=wfts(simple).love%20or%20lie')).toEqual([2, 3]);
    const { data } = await world
      .client()
      .from('films')
      .select('id')
      .textSearch('plot', 'home & sent', { config: 'simple' });
    expect(data).toEqual([{ id: 4 }]);
    expect(await films('plot=fts(klingon).x')).toEqual('42704');
  });

  test('is combined with or, and, not, at any depth', async () => {
    expect(await films('or=(id.eq.1,year.gt.2010)')).toEqual([1, 4]);
    expect(await films('and=(id.gt.1,id.lt.4)')).toEqual([2, 3]);
    expect(await films('not.or=(id.eq.1,id.eq.2)')).toEqual([3, 4, 5]);
    expect(await films('or=(and(id.gt.1,id.lt.3),not.and(id.lt.5,id.gt.0))')).toEqual([2, 5]);
    expect(await films('or=(title.not.like.*a*,genres.cs.{Short})&id=lt.5')).toEqual([1, 3, 4]);
    expect(
      await films(`or=(title.eq.${encodeURIComponent('"100% *fat* \\"cat\\", (x)"')},id.in.(1,2))`),
    ).toEqual([1, 2, 5]);
    expect(await films('or=(meta->>stars.eq.5,meta->langs->>1.eq.fr)')).toEqual([1, 2]);
    expect(await films('or=(id.eq.1,id.eq.2)&or=(id.eq.2,id.eq.3)')).toEqual([2]);
  });

  test('that cannot be parsed is refused with the position', async () => {
    const failed = async (query: string) => (await world.fetch(`/films?${query}`)).json();
    expect(await failed('id=noop.1')).toEqual({
      code: 'PGRST100',
      details: 'unexpected "o" expecting "not" or operator (eq, gt, ...)',
      hint: null,
      message: '"failed to parse filter (noop.1)" (line 1, column 1)',
    });
    expect(await failed('id=5')).toMatchObject({ code: 'PGRST100' });
    expect(await failed('or=(id.eq.1')).toMatchObject({
      code: 'PGRST100',
      message: '"failed to parse logic tree ((id.eq.1)" (line 1, column 11)',
    });
    expect(await failed('select=id,(')).toMatchObject({
      code: 'PGRST100',
      message: expect.stringContaining('failed to parse select parameter (id,()'),
    });
    expect(await failed('order=id.sideways')).toMatchObject({
      code: 'PGRST100',
      message: '"failed to parse order (id.sideways)" (line 1, column 4)',
    });
    expect(await failed('nope.id=eq.1')).toMatchObject({ code: 'PGRST108' });
  });
});
