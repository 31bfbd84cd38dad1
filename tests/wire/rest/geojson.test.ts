import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RestWorld, startRestWorld } from './world.ts';

let world: RestWorld;
let hasPostgis = false;
beforeAll(async () => {
  world = await startRestWorld();
  const available = await world.database.query<{ name: string }>(
    `select name from pg_available_extensions where name = 'postgis'`,
  );
  hasPostgis = available.length > 0;
}, 120_000);
afterAll(() => world[Symbol.asyncDispose]());

const geojson = { headers: { accept: 'application/geo+json' } };

/** In its own schema, as Supabase has it: the function is found wherever it is. */
async function installPostgis(): Promise<void> {
  await world.database.query('create extension if not exists postgis schema extensions');
  await world.database.transaction((transaction) =>
    transaction.script(`
      create table public.cinemas (
        id integer primary key, name text, place extensions.geometry(point, 4326), secret boolean not null default false
      );
      insert into public.cinemas values
        (1, 'Rex', 'SRID=4326;POINT(-72.335 18.543)', false), (2, 'Triomphe', 'SRID=4326;POINT(-72.34 18.54)', false),
        (3, 'Hidden', 'SRID=4326;POINT(0 0)', true);
      alter table public.cinemas enable row level security;
      create policy "everybody sees what is no secret" on public.cinemas for select using (not secret);
      grant select on public.cinemas to anon;
      grant select, insert on public.cinemas to service_role;
      create function public.cinemas_called(wanted text) returns setof public.cinemas language sql stable
        as 'select * from public.cinemas where name = wanted';
      grant execute on function public.cinemas_called(text) to anon;
      create table public.unplaced (id integer primary key);
      grant select on public.unplaced to anon;
      insert into public.unplaced values (1);
    `),
  );
  await world.rest.reload();
}

test('GeoJSON is not acceptable where PostGIS is not installed', async () => {
  const answer = await world.fetch('/films?limit=1', geojson);
  expect(answer.status).toBe(406);
  expect(await answer.json()).toMatchObject({
    code: 'PGRST107',
    message: 'None of these media types are available: application/geo+json',
  });
});

describe('with PostGIS', () => {
  beforeAll(async () => {
    if (hasPostgis) await installPostgis();
  });

  test('the client reads rows that the policies allow as features', async ({ skip }) => {
    if (!hasPostgis) skip('PostGIS is not available on this database');
    const { data, error } = await world.client().from('cinemas').select('name,place').order('id').geojson();
    expect(error).toBeNull();
    expect(data).toEqual({
      type: 'FeatureCollection',
      features: [feature('Rex', [-72.335, 18.543]), feature('Triomphe', [-72.34, 18.54])],
    });
    const none = await world.fetch('/cinemas?name=eq.Nowhere', geojson);
    expect(none.headers.get('content-type')).toBe('application/geo+json; charset=utf-8');
    expect(await none.json()).toEqual({ type: 'FeatureCollection', features: [] });
  });

  test('a function’s rows and written rows come as features too', async ({ skip }) => {
    if (!hasPostgis) skip('PostGIS is not available on this database');
    const called = await world.fetch('/rpc/cinemas_called?wanted=Rex&select=name,place', geojson);
    expect(await called.json()).toMatchObject({ features: [feature('Rex', [-72.335, 18.543])] });
    const written = await world.fetch('/cinemas?select=name,place', {
      method: 'POST',
      headers: {
        ...geojson.headers,
        authorization: `Bearer ${await world.token('service_role')}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      body: JSON.stringify({ id: 9, name: 'New', place: 'SRID=4326;POINT(1 2)' }),
    });
    expect(await written.json()).toMatchObject({ features: [feature('New', [1, 2])] });
  });

  test('rows without a geometry are refused with the database’s reason', async ({ skip }) => {
    if (!hasPostgis) skip('PostGIS is not available on this database');
    const answer = await world.fetch('/unplaced', geojson);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: 'geometry column is missing' });
  });
});

function feature(name: string, coordinates: [number, number]) {
  return { type: 'Feature', geometry: { type: 'Point', coordinates }, properties: { name } };
}
