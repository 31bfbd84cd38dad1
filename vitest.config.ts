import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const overDatabase = ['platform/src/**/*.db.test.ts', 'supabase/tests/**/*.test.ts'];
/**
 * The same migrations make both databases. Where their engines could differ, and where money and rights are, both are
 * asked; the rest is asked of PostgreSQL (and by the browser suite of the embedded one). `npm run test:long`: all.
 */
const overEmbedded = process.env.LONG
  ? overDatabase
  : [
      'platform/src/**/*.db.test.ts',
      'supabase/tests/{every-table,search,foundation,contract-twins,database-types}.test.ts',
      'supabase/tests/{commerce-booking,commerce-property,deleting,playback}.test.ts',
      'supabase/tests/{forum-pages,realtime,storage,staff}.test.ts',
    ];
const overWire = ['tests/wire/**/*.test.ts'];
/**
 * The wire is the same over both databases. On the embedded one, where every file pays for opening it, these speak for
 * the others, and the browser suite does with every service; `npm run test:long` runs all of them there too.
 */
const overEmbeddedWire = process.env.LONG
  ? overWire
  : [
      'tests/wire/server/{spec-calls,server}.test.ts',
      'tests/wire/rest/{read,write,property}.test.ts',
      'tests/wire/realtime/changes.test.ts',
      'tests/wire/media/demo-streams.test.ts',
    ];

/** On a crowded machine a connection can break that no test is about; a second failure counts. */
const retry = 1;

/** Each file opens an embedded database for seconds: not worth a second each of compiling it for speed. */
const execArgv = ['--liftoff-only'];

/** Files share a process, and what it has loaded: each makes its own database and servers, none changes a module. */
const isolate = false;

/** Whole servers and films take longest: begun last, one of them would end long after everything else. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = ({ project }: TestSpecification) => ['process', 'media'].includes(project.name);
    const sorted = await super.sort(files);
    return [...sorted.filter(long), ...sorted.filter((file) => !long(file))];
  }
}

/** What needs a database runs twice, once on each: `openTestDatabase()` reads TEST_DATABASE. */
export default defineConfig({
  test: {
    // One more than the cores of a small machine: many tests wait for another process.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 120_000,
    projects: [
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
          include: [...overEmbedded, ...overEmbeddedWire],
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
          include: [...overDatabase, ...overWire],
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
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
