import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { av1Arguments } from '../media/src/av1-arguments.ts';
import { chooseLadder, type Rung } from '../media/src/choose-ladder.ts';
import { findFfmpeg } from '../media/src/find-ffmpeg.ts';
import { withDefaultLimits } from '../media/src/limits.ts';
import { h264Arguments } from '../media/src/pass-arguments.ts';
import { probe } from '../media/src/probe.ts';
import { probeComplexity, withCeiling } from '../media/src/probe-complexity.ts';
import { KINDS, renderKind } from './encode-sources.ts';

/*
 * Bits at equal quality. A rung as it was before is one point: its bits and its SSIM, the harmonic mean over its frames.
 * Today's H.264 and AV1 are encoded with several ceilings; the bits at the same SSIM are read from that line.
 * Where even the lowest point looks better than the old rung, its bits are taken, so the real ratio is smaller (≤).
 */
const SECONDS = Number(process.env.BENCH_QUALITY_SECONDS ?? 8);
/** Some of the kinds, with commas between. */
const wanted = process.env.BENCH_KINDS?.split(',');
const limits = withDefaultLimits();
const BEFORE = { v145: 'fast', v365: 'fast', v730: 'veryfast' } as Record<string, string>;
/** Steps of the CRF; every six halve the ceiling. */
const H264_STEPS = [-2, 1, 5];
const AV1_STEPS = [-4, 7];

interface Point {
  bits: number;
  /** In decibels, which makes the line between two points nearly straight. */
  quality: number;
}

const ffmpeg = (args: string[]): void => {
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
};

/** As `media/` encoded before: the same command with the presets and defaults of x264 that it had. */
function beforeArguments(name: string, video: number, keys: string[]): string[] {
  return [
    ...['-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-preset', BEFORE[name] ?? 'fast'],
    ...['-crf', '23', '-maxrate', `${video}k`, '-bufsize', `${Math.round(video * 1.5)}k`, ...keys],
  ];
}

function measure(reference: string, encoder: string[]): Point {
  const out = `${reference}.encoded.mp4`;
  const frames = `${reference}.ssim`;
  ffmpeg(['-i', reference, ...encoder, out]);
  ffmpeg(['-i', out, '-i', reference, '-lavfi', `[0:v][1:v]ssim=stats_file=${frames}`, '-f', 'null', '-']);
  const values = [...readFileSync(frames, 'utf8').matchAll(/All:([\d.]+)/g)].map(([, value]) =>
    Number(value),
  );
  const mean = values.length / values.reduce((sum, value) => sum + 1 / value, 0);
  return { bits: statSync(out).size * 8, quality: -10 * Math.log10(1 - Math.min(mean, 0.999999)) };
}

/** The bits of a line of points at a quality, relative to those of a point. */
function compare(line: Point[], { bits, quality }: Point): { ratio: number; isBound: boolean } {
  const sorted = line.toSorted((a, b) => a.quality - b.quality);
  const above = sorted.findIndex((point) => point.quality >= quality);
  // Worse at every point: nothing can be read from the line.
  if (above < 0) return { ratio: Number.NaN, isBound: false };
  const [low, high] = [sorted[above - 1], sorted[above]];
  if (!low || !high) return { ratio: (high?.bits ?? 0) / bits, isBound: true };
  const share = (quality - low.quality) / (high.quality - low.quality);
  const found = Math.exp(Math.log(low.bits) + (Math.log(high.bits) - Math.log(low.bits)) * share);
  return { ratio: found / bits, isBound: false };
}

export async function measureQuality(folder: string): Promise<void> {
  const ratios = { h264: [] as number[], av1: [] as number[] };
  console.log('## Bits at equal quality\n');
  const perKind: string[] = [];
  console.log(
    `${SECONDS} seconds of each kind, drawn by code, 854 × 480, pictures without sound, a key frame every four seconds. Before is 1; SSIM, harmonic mean over frames.\n`,
  );
  console.log('| kind | rung | before, kbit/s | SSIM, dB | H.264 | AV1 | ceiling / usual |');
  console.log('|---|---|---:|---:|---:|---:|---:|');
  for (const kind of KINDS.filter(({ name }) => wanted?.includes(name) ?? true)) {
    const own = { h264: [] as number[], av1: [] as number[] };
    console.error(`  ${kind.name}`);
    const film = await renderKind(folder, kind, SECONDS);
    const source = await probe(film, { limits });
    const { ffmpeg: program } = await findFfmpeg();
    const run = { program, niceness: 0, memory: limits.memory, seconds: 3600 };
    const complexity = await probeComplexity(source, folder, limits, run);
    const { early, late, segmentDurations: inFilms } = chooseLadder({ ...source, audio: [] }, limits);
    // H.264 has one key frame more in a film, as its first segment is shorter. In a short clip that would count as many.
    const segmentDurations = { ...inFilms, first: inFilms.following };
    for (const rung of [...early, ...late]) {
      const reference = join(folder, `${kind.name}-${rung.name}.mkv`);
      const scale = `scale=${rung.width}:${rung.height}:flags=bicubic,setsar=1,format=yuv420p`;
      ffmpeg(['-i', film, '-vf', scale, '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', reference]);
      const at = (step: number) => ({ ...limits, crf: limits.crf + step });
      const capped = (step: number): Rung => ({ ...rung, video: rung.video * 2 ** (-step / 6) });
      const h264 = (step: number) => h264Arguments(capped(step), { segmentDurations, limits: at(step) });
      const keys = h264(0).slice(h264(0).indexOf('-g'));
      const before = measure(reference, beforeArguments(rung.name, rung.video, keys));
      const found = {
        h264: compare(
          H264_STEPS.map((step) => measure(reference, h264(step))),
          before,
        ),
        av1: compare(
          AV1_STEPS.map((step) =>
            measure(reference, av1Arguments(capped(step), { segmentDurations, limits: at(step) })),
          ),
          before,
        ),
      };
      own.h264.push(found.h264.ratio);
      own.av1.push(found.av1.ratio);
      const cell = ({ ratio, isBound }: typeof found.av1): string =>
        `${isBound ? '≤ ' : ''}${ratio.toFixed(2)}`;
      const ceiling = withCeiling(rung, complexity).video / rung.video;
      console.log(
        `| ${kind.name} | ${rung.name} | ${(before.bits / SECONDS / 1000).toFixed(0)} | ${before.quality.toFixed(1)} | ${cell(found.h264)} | ${cell(found.av1)} | ${ceiling.toFixed(2)} |`,
      );
    }
    perKind.push(`| **${kind.name}** | mean | 1 | | **${mean(own.h264)}** | **${mean(own.av1)}** | |`);
    ratios.h264.push(...own.h264);
    ratios.av1.push(...own.av1);
  }
  console.log(perKind.join('\n'));
  console.log(`| **all** | mean | 1 | | **${mean(ratios.h264)}** | **${mean(ratios.av1)}** | |\n`);
}

const mean = (values: number[]): string =>
  (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2);
