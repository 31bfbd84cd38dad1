export interface FrameRate {
  num: number;
  den: number;
}

export const perSecond = ({ num, den }: FrameRate): number => num / den;
export const asText = ({ num, den }: FrameRate): string => (den === 1 ? `${num}` : `${num}/${den}`);
export const half = ({ num, den }: FrameRate): FrameRate =>
  num % 2 === 0 ? { num: num / 2, den } : { num, den: den * 2 };

const USUAL: FrameRate[] = [
  { num: 10, den: 1 },
  { num: 12, den: 1 },
  { num: 25, den: 2 },
  { num: 15, den: 1 },
  { num: 20, den: 1 },
  { num: 24000, den: 1001 },
  { num: 24, den: 1 },
  { num: 25, den: 1 },
  { num: 30000, den: 1001 },
  { num: 30, den: 1 },
  { num: 50, den: 1 },
  { num: 60000, den: 1001 },
  { num: 60, den: 1 },
];

export function parseRate(text: string | undefined): FrameRate | undefined {
  const [num = 0, den = 1] = (text ?? '').split('/').map(Number);
  return num > 0 && den > 0 ? { num, den } : undefined;
}

/**
 * The constant rate that a film gets: its own if that is a usual one, else the next usual one above its average, so
 * that a phone's uneven pictures all have their place.
 */
export function constantRate(average: FrameRate | undefined): FrameRate {
  const wanted = average ? perSecond(average) : 25;
  const own = USUAL.find((rate) => Math.abs(perSecond(rate) / wanted - 1) < 0.0008);
  return own ?? USUAL.find((rate) => perSecond(rate) >= wanted * 0.995) ?? { num: 60, den: 1 };
}
