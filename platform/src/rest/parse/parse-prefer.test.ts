import { describe, expect, test } from 'vitest';
import { appliedPreferences, parsePrefer } from './parse-prefer.ts';

describe('preferences', () => {
  test('are read once each, and unknown ones are remembered', () => {
    expect(
      parsePrefer(
        'return=minimal,count=exact, return=representation , max-affected=5,foo,timezone=America/Port-au-Prince',
        true,
      ),
    ).toEqual({
      return: 'minimal',
      count: 'exact',
      maxAffected: 5,
      timezone: 'America/Port-au-Prince',
      invalid: ['foo'],
    });
    expect(parsePrefer('tx=rollback', false)).toEqual({ invalid: [] });
    expect(parsePrefer('timezone=Nowhere/Land', true).invalid).toEqual(['timezone=Nowhere/Land']);
  });

  test('are confirmed in a fixed order', () => {
    const preferences = parsePrefer(
      'count=exact,return=minimal,resolution=merge-duplicates,handling=strict,max-affected=2',
      true,
    );
    expect(appliedPreferences(preferences, ['return', 'resolution', 'handling', 'maxAffected'])).toBe(
      'resolution=merge-duplicates, return=minimal, handling=strict, max-affected=2',
    );
    expect(appliedPreferences(preferences, [])).toBeUndefined();
  });
});
