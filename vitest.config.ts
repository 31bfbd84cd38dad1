import { defineConfig } from 'vitest/config';

const overDatabase = [
  'platform/src/**/*.db.test.ts',
  'supabase/tests/**/*.test.ts',
  'tests/wire/**/*.test.ts',
];

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
          include: ['{contract,platform,server,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.db.test.ts'],
        },
      },
      {
        test: {
          name: 'embedded',
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
          include: ['tests/process/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
