import type { Result } from './tally.ts';

export const PAGE_LIMIT_MS = 500;

export interface Step {
  people: number;
  result: Result;
  /** Seconds of processor time per second, by what used it. */
  cpu: Record<string, number>;
  /** How late this program itself was. Above a few tens of milliseconds it measures itself. */
  ownDelayMs: number;
}

/** Why this number of people is too many; undefined: it is not. */
export function reasonOf({ kinds: { page }, stalls, failures }: Result): string | undefined {
  if (failures > 0) return `${failures} requests failed`;
  if (stalls > 0) return `${stalls} stalls`;
  if (page.p99 > PAGE_LIMIT_MS) return `p99 of pages ${Math.round(page.p99)} ms`;
  return undefined;
}

/** Doubles until it is too much, then halves the gap three times. `measure` is called at most 20 times. */
export async function findLimit(
  { from, most }: { from: number; most: number },
  measure: (people: number) => Promise<Step>,
): Promise<{ steps: Step[]; good: number; bad: number | undefined }> {
  const steps: Step[] = [];
  let good = 0;
  let bad: number | undefined;
  const tryOut = async (people: number): Promise<void> => {
    const step = await measure(people);
    steps.push(step);
    if (reasonOf(step.result)) bad = people;
    else good = people;
  };
  for (let people = from; bad === undefined && people <= most && steps.length < 16; people *= 2)
    await tryOut(people);
  if (bad === undefined && good < most && steps.length < 16) await tryOut(most);
  for (let round = 0; round < 3 && bad !== undefined; round += 1) {
    const middle = Math.round((good + bad) / 2);
    // Closer than a twentieth is noise.
    if (bad - good <= Math.max(1, bad / 20)) break;
    await tryOut(middle);
  }
  return { steps: steps.toSorted((a, b) => a.people - b.people), good, bad };
}
