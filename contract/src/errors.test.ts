import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorMessages, isErrorKey } from './errors.ts';
import { LANGUAGES } from './languages.ts';

const root = join(import.meta.dirname, '../..');

describe('an error key', () => {
  test('has a message in every language', () => {
    const keys = Object.keys(errorMessages.en).sort();
    for (const language of LANGUAGES) {
      expect(Object.keys(errorMessages[language]).sort()).toEqual(keys);
      for (const message of Object.values(errorMessages[language])) expect(message.trim()).not.toBe('');
    }
  });

  test('that the database raises is known, and is raised with its English message', () => {
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
      // Keeps PostgreSQL's wording, which client libraries look for.
      if (isErrorKey(key) && key !== 'own_profile_only') expect(errorMessages.en[key]).toBe(message);
    }
  });

  test('that a schema uses as its message is known', () => {
    const folder = join(root, 'contract/src');
    const named = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('inputs.ts'))
      .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/'([a-z]+(?:_[a-z]+)+)'\)/g)])
      .map(([, key]) => key);
    expect(named.length).toBeGreaterThan(20);
    for (const key of named) expect(isErrorKey(key), key).toBe(true);
  });
});
