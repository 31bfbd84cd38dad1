/** Milliseconds by query, one for each size. */
export type Growth = Record<string, number[]>;

/** The median of some rounds, in which the sizes take turns: a busy moment of the machine hits all of them. */
export async function measureInTurns<Place>(
  places: readonly Place[],
  questions: Readonly<Record<string, (place: Place, round: number) => Promise<unknown>>>,
  rounds: number,
): Promise<Growth> {
  const medians: Growth = {};
  for (const [name, question] of Object.entries(questions)) {
    const took = places.map((): number[] => []);
    for (let round = -WARMING; round < rounds; round += 1) {
      for (const [index, place] of places.entries()) {
        const started = performance.now();
        await question(place, round + WARMING);
        if (round >= 0) took[index]?.push(performance.now() - started);
      }
    }
    medians[name] = took.map((times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);
  }
  return medians;
}

/** Warm-up rounds. */
const WARMING = 5;

export function growthTable(
  heading: string,
  medians: Growth,
  { sizes, of, rounds }: { sizes: readonly number[]; of: string; rounds: number },
): string {
  return [
    `## ${heading}`,
    '',
    `| milliseconds, median of ${rounds} | ${sizes.map((size) => `${size.toLocaleString('en')} ${of}`).join(' | ')} | growth |`,
    `|---|${sizes.map(() => '---:|').join('')}---:|`,
    ...Object.entries(medians).map(([name, times]) => {
      const growth = (times.at(-1) ?? 0) / (times[0] ?? 1);
      return `| ${[name.trimEnd(), ...times.map((time) => time.toFixed(2)), `${growth.toFixed(2)} ×`].join(' | ')} |`;
    }),
    '',
  ].join('\n');
}
