import { defineConfig } from 'vitest/config';

const overDatabase = [
  'platform/src/**/*.db.test.ts',
  'supabase/tests/**/*.test.ts',
  'tests/wire/**/*.test.ts',
];

/** On a crowded machine a connection can break that no test is about; a second failure counts. */
const retry = 1;

/** Suites that need a database run twice, once on each: `openTestDatabase()` reads TEST_DATABASE. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,platform,media,server,scripts,web}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', 'web/build/**', '**/*.db.test.ts', '**/*.media.test.ts'],
        },
      },
      {
        test: {
          name: 'media',
          include: ['media/src/**/*.media.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'embedded',
          retry,
          include: overDatabase,
          env: { TEST_DATABASE: 'embedded' },
          globalSetup: 'tests/support/test-databases.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'postgres',
          retry,
          include: overDatabase,
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: 'tests/support/test-databases.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'process',
          retry,
          include: ['tests/process/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
