import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourceFile } from '../test-support/sources.ts';
import { chooseLadder } from './choose-ladder.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import { withDefaultLimits } from './limits.ts';
import { probe } from './probe.ts';
import { probeComplexity, withCeiling } from './probe-complexity.ts';

const limits = withDefaultLimits();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lakou-complexity-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function complexityOf(file: string): Promise<number> {
  const { ffmpeg } = await findFfmpeg();
  const source = await probe(file, { limits });
  const run = { program: ffmpeg, niceness: 0, memory: limits.memory, seconds: 600 };
  return probeComplexity(source, folder, limits, run);
}

test('a still square is simpler than noise, also when the noise is only in the middle of the film', async () => {
  const noise = join(folder, 'noise.mkv');
  const picture = "color=gray:size=320x180:rate=10:duration=20,noise=alls=60:allf=t:enable='between(t,8,14)'";
  const encoder = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '15', noise];
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-f', 'lavfi', '-i', picture, ...encoder]);
  const simple = await complexityOf(sourceFile(folder, 'silent.mp4'));
  const busy = await complexityOf(noise);
  expect(simple).toBeGreaterThan(0);
  expect(busy).toBeGreaterThan(simple * 5);
  expect(readdirSync(folder)).not.toContain('sample.h264');
});

test('ceilings grow with the complexity, and stay between half of the usual ones and the usual ones', () => {
  const video = { index: 0, width: 1920, height: 1080, rate: { num: 24, den: 1 }, interlaced: false };
  const { early, late } = chooseLadder({ video: { ...video, highDynamicRange: false }, audio: [] }, limits);
  for (const rung of [...early, ...late]) {
    const ceilings = [0, 1e-4, 5e-4, 1e-3, 2e-3, 4e-3, 0.01, 0.1, 1, 10, Number.POSITIVE_INFINITY].map(
      (complexity) => withCeiling(rung, complexity).video,
    );
    expect(ceilings).toEqual(ceilings.toSorted((a, b) => a - b));
    expect(ceilings[0]).toBe(Math.round(rung.video / 2));
    expect(ceilings.at(-1)).toBe(rung.video);
    expect(new Set(ceilings).size).toBeGreaterThan(2);
  }
});
