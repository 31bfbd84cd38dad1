import { describe, expect, test } from 'vitest';
import { editDistance, mostSimilar } from './similar-name.ts';

describe('a misspelt name', () => {
  test('is met with the name it resembles most', () => {
    expect(mostSimilar(['films', 'directors', 'roles'], 'film')).toBe('films');
    expect(mostSimilar(['(name, param, val)', '(attr, id)'], '(attrs, id)')).toBe('(attr, id)');
    expect(mostSimilar(['films', 'roles'], 'noclosealternative')).toBeUndefined();
    expect(mostSimilar([], 'x')).toBeUndefined();
    expect(editDistance('kitten', 'sitting')).toBe(3);
  });
});
