import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { costPerPerson, type SetupResult } from './report.ts';
import { SETUP_TITLES } from './setup-names.ts';

/**
 * `npm run load:plan -- <load.json>`: what 1,000, 100,000 and 1,000,000 people at once need, from what `npm run load` measured. What
 * is no measurement is an option with a default: write your own.
 */
export interface Assumptions {
  /** kbit/s that a viewer gets. */
  rate: number;
  /** How much of a processor and of a line is planned for; the rest is for peaks and for a machine that fails. */
  use: number;
  /** Processors and Gbit/s of one machine. */
  cores: number;
  line: number;
  /** Hours a day that so many watch. */
  hours: number;
  /** Prices a month: of a processor with its memory, and of a terabyte sent. */
  corePrice: number;
  terabytePrice: number;
}

export const DEFAULTS: Assumptions = {
  rate: 730,
  use: 0.5,
  cores: 8,
  line: 10,
  hours: 3,
  corePrice: 10,
  terabytePrice: 2,
};
export const SIZES = [1_000, 100_000, 1_000_000];

export interface Plan {
  people: number;
  /** Processors by part. */
  processors: Record<string, number>;
  gigabits: number;
  /** Machines that send films: whatever needs more, processors or lines. */
  senders: number;
  terabytes: number;
  cost: number;
}

export function planFor(people: number, cost: Record<string, number>, given: Assumptions): Plan {
  const processors = Object.fromEntries(
    Object.entries(cost).map(([part, ms]) => [
      part,
      Math.max(1, Math.ceil((ms * people) / 1000 / given.use)),
    ]),
  );
  const gigabits = (people * given.rate) / 1e6;
  const terabytes = (people * given.rate * 1000 * given.hours * 3600 * 30) / 8 / 1e12;
  // Films are sent by nginx; where it was not measured, by the processes.
  const sending = processors.nginx ?? processors.processes ?? 0;
  const senders = Math.max(1, Math.ceil(gigabits / given.line / given.use), Math.ceil(sending / given.cores));
  const others = Object.values(processors).reduce((sum, one) => sum + one, 0) - sending;
  const price = (senders * given.cores + others) * given.corePrice + terabytes * given.terabytePrice;
  return { people, processors, gigabits, senders, terabytes, cost: Math.round(price) };
}

export function writePlan(results: readonly SetupResult[], given: Assumptions): string {
  const head =
    '| people at once | processors | Gbit/s | machines that send films | TB a month | cost a month |\n|---:|---|---:|---:|---:|---:|';
  const parts = results.map((result) => {
    const rows = SIZES.map((people) => planFor(people, costPerPerson(result), given)).map(
      ({ people, processors, gigabits, senders, terabytes, cost }) =>
        `| ${people.toLocaleString('en')} | ${Object.entries(processors)
          .map(([part, count]) => `${part} ${count.toLocaleString('en')}`)
          .join(
            ', ',
          )} | ${gigabits.toFixed(1)} | ${senders} | ${Math.round(terabytes).toLocaleString('en')} | ${cost.toLocaleString('en')} |`,
    );
    return `## ${SETUP_TITLES[result.name]}\n\n${head}\n${rows.join('\n')}\n`;
  });
  return `Assumed: ${JSON.stringify(given)}\n\n${parts.join('\n')}`;
}

if (process.argv[1] === import.meta.filename) {
  const options = Object.fromEntries(
    Object.keys(DEFAULTS).map((name) => [name, { type: 'string' as const }]),
  );
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const given = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS) as (keyof Assumptions)[]) {
    if (values[name] === undefined) continue;
    given[name] = Number(values[name]);
    if (!(given[name] > 0)) throw new Error(`--${name} is a number above 0`);
  }
  const { results } = JSON.parse(readFileSync(positionals[0] ?? '.cache/load/load.json', 'utf8')) as {
    results: SetupResult[];
  };
  console.log(writePlan(results, given));
}
