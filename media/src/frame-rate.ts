export interface FrameRate {
  num: number;
  den: number;
}

export const framesPerSecond = ({ num, den }: FrameRate): number => num / den;
export const formatRate = ({ num, den }: FrameRate): string => (den === 1 ? `${num}` : `${num}/${den}`);
export const halveRate = ({ num, den }: FrameRate): FrameRate =>
  num % 2 === 0 ? { num: num / 2, den } : { num, den: den * 2 };

const COMMON: FrameRate[] = [
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
 * The constant frame rate to encode at: the source's own if it is a common one, else the next common one above its
 * average, so that no frame of a variable-rate phone recording is dropped.
 */
export function chooseConstantRate(average: FrameRate | undefined): FrameRate {
  const wanted = average ? framesPerSecond(average) : 25;
  const exact = COMMON.find((rate) => Math.abs(framesPerSecond(rate) / wanted - 1) < 0.0008);
  return exact ?? COMMON.find((rate) => framesPerSecond(rate) >= wanted * 0.995) ?? { num: 60, den: 1 };
}
