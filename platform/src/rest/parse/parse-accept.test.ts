import { describe, expect, test } from 'vitest';
import { parseAccept } from './parse-accept.ts';

describe('an accepted kind', () => {
  test('is the first we can give, by the weight the caller gives it', () => {
    expect(parseAccept(null, {}).kind).toBe('json');
    expect(parseAccept('text/html, text/csv;q=0.5, application/json;q=0.4', {}).kind).toBe('csv');
    expect(parseAccept('application/vnd.pgrst.object+json;nulls=stripped', {})).toMatchObject({
      kind: 'object',
      stripNulls: true,
    });
    expect(parseAccept('application/vnd.pgrst.array+json;nulls=stripped', {})).toMatchObject({
      kind: 'array',
      stripNulls: true,
    });
  });

  test('is GeoJSON only where PostGIS is installed', () => {
    const toFeature = 'extensions.st_asgeojson';
    expect(parseAccept('application/geo+json', { toFeature })).toMatchObject({ kind: 'geojson', toFeature });
    expect(() => parseAccept('application/geo+json', {})).toThrow(
      expect.objectContaining({ code: 'PGRST107', status: 406 }),
    );
  });

  test('may be a plan, where that is allowed', () => {
    const accept =
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|verbose|nonsense;';
    expect(parseAccept(accept, { explain: true })).toMatchObject({
      kind: 'object',
      plan: { format: 'json', options: ['analyze', 'verbose'] },
    });
    expect(() => parseAccept(accept, {})).toThrow(expect.objectContaining({ code: 'PGRST107' }));
  });
});
