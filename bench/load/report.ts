import { cpus, totalmem } from 'node:os';
import { PAGE_LIMIT_MS, reasonOf, type Step } from './find-limit.ts';
import type { LoadOptions } from './options.ts';
import { SETUP_TITLES, type SetupName } from './setup-names.ts';

/** This program's own delay above which a step measures the program. */
const BUSY_MS = 50;

export interface SetupResult {
  name: SetupName | 'url';
  steps: Step[];
  good: number;
  bad: number | undefined;
}

export interface Run {
  at: Date;
  options: Pick<LoadOptions, 'mix' | 'seconds' | 'from' | 'most'>;
  results: SetupResult[];
}

const describeMachine = (): string => {
  const [{ model = 'unknown processor' } = {}] = cpus();
  return `${cpus().length} × ${model.trim()} (${process.arch}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
};

export const describeRun = ({ at, options: { mix, seconds } }: Run): string =>
  `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC, ${describeMachine()}; mix “${mix}”, ${seconds} seconds for each number of people; the people run on the same machine.`;

const round = (value: number, digits = 0) => value.toFixed(digits);

/** Where a setup ends, in words. */
export function verdict({ steps, good, bad }: SetupResult): string {
  const step = steps.find(({ people }) => people === bad);
  if (bad === undefined || !step) return `${good} people and more: it was not driven further`;
  const busy = step.ownDelayMs > BUSY_MS ? '; the people themselves were late, so it may be more' : '';
  return `${good} people; at ${bad}: ${reasonOf(step.result)}${busy}`;
}

/** Milliseconds of processor time per person and second, by part, at the largest number that was served well. Encoding grows with films. */
export function costPerPerson({ steps, good }: SetupResult): Record<string, number> {
  const step = steps.find(({ people }) => people === good) ?? steps[0];
  if (!step) return {};
  return Object.fromEntries(
    Object.entries(step.cpu)
      .filter(([part]) => part !== 'encoder')
      .map(([part, seconds]) => [part, (seconds * 1000) / step.people]),
  );
}

export function writeTables(run: Run): string {
  const seconds = run.options.seconds;
  const parts = run.results.map((result) => {
    const rows = result.steps.map(({ people, result: one, cpu, ownDelayMs }) => {
      const { page, api, segment, write } = one.kinds;
      const used = Object.entries(cpu).map(([part, value]) => `${part} ${round(value, 2)}`);
      return `| ${people} | ${round(page.requests / seconds, 1)} | ${round(page.p50)} | ${round(page.p99)} | ${round(api.p99)} | ${round(write.p99)} | ${round(segment.requests / seconds, 1)} | ${round(segment.p99)} | ${round((one.bytes * 8) / seconds / 1e6, 1)} | ${one.stalls} | ${one.failures} | ${one.refused} | ${used.join(', ')} | ${round(ownDelayMs)} |`;
    });
    const cost = Object.entries(costPerPerson(result)).map(([part, ms]) => `${part} ${round(ms, 2)}`);
    return [
      `## ${SETUP_TITLES[result.name]}`,
      '',
      `**${verdict(result)}.** Processor time per person: ${cost.join(', ') || 'not known'} (ms per second).`,
      '',
      '| people | pages/s | page p50 ms | page p99 ms | api p99 ms | write p99 ms | segments/s | segment p99 ms | Mbit/s | stalls | failed | refused | processors | own delay ms |',
      '|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|---:|',
      ...rows,
      '',
    ].join('\n');
  });
  return `# Load

Written by \`npm run load\`; do not edit. ${describeRun(run)}

The limit is where p99 of pages passes ${PAGE_LIMIT_MS} ms, a film stands still, or a request fails: no answer, or one that is neither 2xx nor
3xx. “refused”: expected answers such as 429 of a member who replies too soon, or 409 of what is bought already. “own delay”: p99 of how late the program that plays the people was; above ${BUSY_MS} ms it measures itself.

${parts.join('\n')}`;
}
