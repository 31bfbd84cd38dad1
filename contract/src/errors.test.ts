import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorMessages, isErrorKey } from './errors.ts';
import { LANGUAGES } from './languages.ts';

const root = join(import.meta.dirname, '../..');

describe('every failure a person can meet', () => {
  test('has a sentence in every language', () => {
    const keys = Object.keys(errorMessages.en).sort();
    for (const language of LANGUAGES) {
      expect(Object.keys(errorMessages[language]).sort()).toEqual(keys);
      for (const sentence of Object.values(errorMessages[language])) expect(sentence.trim()).not.toBe('');
    }
  });

  test('that the database raises carries a key the screens know, and the English sentence', () => {
    const folder = join(root, 'supabase/migrations');
    const raised = readdirSync(folder).flatMap((file) =>
      [
        ...readFileSync(join(folder, file), 'utf8').matchAll(
          /message = '((?:[^']|'')*)',\s*hint = '([a-z_]+)'/g,
        ),
      ].map(([, message, key]) => ({ file, message: message!.replaceAll("''", "'"), key: key! })),
    );
    expect(raised.length).toBeGreaterThan(8);
    for (const { file, message, key } of raised) {
      expect(isErrorKey(key), `${file} raises ${key}`).toBe(true);
      // PostgreSQL's own wording stands where a client library looks for it.
      if (isErrorKey(key) && key !== 'own_profile_only') expect(errorMessages.en[key]).toBe(message);
    }
  });

  test('that a schema names is a key the screens know', () => {
    const folder = join(root, 'contract/src');
    const named = readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/'([a-z]+(?:_[a-z]+)+)'\)/g)])
      .map(([, key]) => key);
    expect(named.length).toBeGreaterThan(20);
    for (const key of named) expect(isErrorKey(key), key).toBe(true);
  });
});
