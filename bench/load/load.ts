import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeCharts } from './charts.ts';
import { Crowd } from './crowd.ts';
import { findLimit, reasonOf, type Step } from './find-limit.ts';
import { EDITORS } from './mix.ts';
import { makeVideo, openWorld } from './open-world.ts';
import { type LoadOptions, readOptions } from './options.ts';
import { type Run, type SetupResult, writeTables } from './report.ts';
import { SETUP_TITLES } from './setup-names.ts';
import { type Setup, startSetup } from './setups.ts';
import { Tally } from './tally.ts';

/**
 * `npm run load`: more and more scripted people, until pages are slow or films stand still; for one process, two behind nginx, with
 * and without a read replica. Tables and charts go to --out.
 */
const SETTLE_MS = 4_000;

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const results: SetupResult[] = [];
  const names = options.url === undefined ? options.setups : (['url'] as const);
  for (const name of names) {
    console.error(`— ${SETUP_TITLES[name]}`);
    const setup = name === 'url' ? givenServer(options.url ?? '') : await startSetup(name);
    try {
      results.push({ name, ...(await measureSetup(setup, options)) });
    } finally {
      await setup.stop();
    }
    // After each, so that an interrupted run has a result.
    write({ at: new Date(), options, results }, options.out);
  }
}

function givenServer(url: string): Setup {
  return { url, film: undefined, cpu: () => ({}), stop: async () => {} };
}

async function measureSetup(setup: Setup, options: LoadOptions): Promise<Omit<SetupResult, 'name'>> {
  const tally = new Tally();
  const world = await openWorld(setup.url, setup.film);
  // Nobody meets a server that has just started: the first page of each kind is drawn before.
  const film = world.film();
  const others = [
    `/films/${film}`,
    `/watch/movie/${film}`,
    `/forum/topic/${world.topics[0]}`,
    '/search?q=mapou',
  ];
  for (const path of new Set([...world.paths, ...others]))
    await (await fetch(world.url + path)).arrayBuffer();
  if (EDITORS[options.mix] > 0) world.video = makeVideo();
  const crowd = new Crowd(world, tally, { mix: options.mix });
  try {
    return await findLimit(options, async (people) => {
      await crowd.resize(people);
      await sleep(SETTLE_MS);
      const step = await measure(people, { setup, tally, seconds: options.seconds });
      console.error(`  ${people} people: ${reasonOf(step.result) ?? 'well served'}`);
      for (const example of step.result.examples) console.error(`    ${example}`);
      return step;
    });
  } finally {
    await crowd.leave();
  }
}

interface Measured {
  setup: Setup;
  tally: Tally;
  seconds: number;
}

async function measure(people: number, { setup, tally, seconds }: Measured): Promise<Step> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  const before = setup.cpu();
  tally.begin();
  delay.enable();
  await sleep(seconds * 1000);
  delay.disable();
  const result = tally.end();
  const after = setup.cpu();
  const cpu = Object.fromEntries(
    Object.entries(after).map(([part, value]) => [part, (value - (before[part] ?? 0)) / seconds]),
  );
  return { people, result, cpu, ownDelayMs: Math.max(0, delay.percentile(99) / 1e6 - 10) };
}

function write(run: Run, out: string): void {
  mkdirSync(out, { recursive: true });
  const tables = writeTables(run);
  writeFileSync(join(out, 'load.md'), tables);
  writeFileSync(join(out, 'load.html'), writeCharts(run));
  writeFileSync(join(out, 'load.json'), `${JSON.stringify(run, null, 1)}\n`);
  console.log(tables);
}

main().then(
  // People who are reading at the moment are not waited for.
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
