import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// A developer's .env must not reach the servers that tests start.
process.env.ENV_FILE = '';

const databaseTests = ['platform/src/**/*.db.test.ts', 'supabase/tests/**/*.test.ts'];
/**
 * Both databases are made by the same migrations. What could differ between the engines runs on both; the rest runs on
 * PostgreSQL only. `npm run test:long` runs all on both.
 */
const embeddedTests = process.env.LONG
  ? databaseTests
  : [
      'platform/src/**/*.db.test.ts',
      'supabase/tests/{every-table,foundation,contract-limits,database-types,schema-file,jobs,realtime,change-notices,storage,playback}.test.ts',
    ];
/** Its film and its death of a worker are also in ingest-pieces and behind-nginx. */
const longProcessTests = process.env.LONG ? [] : ['tests/process/ingest-two-workers.test.ts'];
const wireTests = ['tests/wire/**/*.test.ts'];
/**
 * The HTTP services are the same over both databases, and opening an embedded one takes seconds per file: only these
 * run on it (and the browser suite); `npm run test:long` runs all.
 */
const embeddedWireTests = process.env.LONG
  ? wireTests
  : [
      'tests/wire/server/{spec-calls,server,slow-statements}.test.ts',
      'tests/wire/rest/{costly,attacks,schema-changes,admission,client-calls}.test.ts',
      'tests/wire/realtime/{changes,publication}.test.ts',
      'tests/wire/storage/copies.test.ts',
      'tests/wire/media/demo-streams.test.ts',
    ];

/**
 * The tests that need nothing but an address and keys. With WIRE_URL and SERVICE_KEY set, they are the only ones, and run
 * against that deployment, which has to have the demo data.
 */
const deploymentTests = [
  'tests/wire/server/{spec-calls,server}.test.ts',
  'tests/wire/identity/{avatar,recovery}.test.ts',
];

/** One retry for what a busy machine breaks; a test that needed it is reported as flaky. */
const retry = 1;

/** Test files use an embedded database for seconds only: optimising its code would take longer than it saves. */
const execArgv = ['--liftoff-only'];

/** Files share a worker and its loaded modules: each creates its own database and servers. */
const isolate = false;

/** Tests with processes and films take longest, so they start first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = ({ project }: TestSpecification) => ['process', 'media'].includes(project.name);
    const sorted = await super.sort(files);
    return [...sorted.filter(long), ...sorted.filter((file) => !long(file))];
  }
}

/** Database tests run once per engine: `openTestDatabase()` reads TEST_DATABASE. */
export default defineConfig({
  test: {
    // One more than the cores of a small machine: many tests mostly wait for another process.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 120_000,
    projects: process.env.WIRE_URL
      ? [{ test: { name: 'deployment', isolate, include: deploymentTests, testTimeout: 60_000 } }]
      : [
          {
            test: {
              name: 'unit',
              isolate,
              include: ['{contract,platform,media,server,scripts,demo,web}/**/*.test.{ts,tsx}'],
              exclude: ['**/node_modules/**', 'web/build/**', '**/*.db.test.ts', '**/*.media.test.ts'],
            },
          },
          {
            test: {
              name: 'media',
              isolate,
              include: ['media/src/**/*.media.test.ts'],
              testTimeout: 120_000,
            },
          },
          {
            test: {
              name: 'embedded',
              isolate,
              retry,
              execArgv,
              include: [...embeddedTests, ...embeddedWireTests],
              env: { TEST_DATABASE: 'embedded' },
              globalSetup: 'tests/support/test-databases.ts',
              testTimeout: 60_000,
              hookTimeout: 120_000,
            },
          },
          {
            test: {
              name: 'postgres',
              isolate,
              retry,
              include: [...databaseTests, ...wireTests],
              env: { TEST_DATABASE: 'postgres' },
              globalSetup: 'tests/support/test-databases.ts',
              testTimeout: 60_000,
              hookTimeout: 120_000,
            },
          },
          {
            test: {
              name: 'process',
              isolate,
              retry,
              execArgv,
              include: ['tests/process/**/*.test.ts'],
              exclude: longProcessTests,
              testTimeout: 600_000,
              hookTimeout: 240_000,
            },
          },
        ],
  },
});
