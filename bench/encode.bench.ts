import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFilm } from '../media/src/encode-film.ts';
import type { MediaError } from '../media/src/media-error.ts';
import { measureQuality } from './encode-quality.ts';

/*
 * Bits at equal quality (encode-quality.ts), which do not depend on how busy the machine is. `BENCH_SPEED=no` leaves out
 * the rest, which does.
 *
 * How long a whole ladder takes, beside one plain ffmpeg command that writes the same pictures and sound: the second
 * pass beside a command with its outputs, and everything beside a command with all of them (which nobody could watch
 * before its end). Then: the memory of our process and of ffmpeg while a film of three hours goes through both passes.
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 16);
const HOURS = Number(process.env.BENCH_HOURS ?? 3);
/** Milliseconds for the long film. */
const LONGEST = 120_000;
const key = Buffer.alloc(16, 1);
const folder = mkdtempSync(join(tmpdir(), 'lakou-bench-encode-'));
const ffmpeg = (args: string[], cwd = folder): void => {
  execFileSync('nice', ['-n', '10', 'ffmpeg', '-v', 'error', '-nostdin', '-y', ...args], { cwd });
};

async function measureTime(): Promise<void> {
  const source = join(folder, 'film.mp4');
  console.error('  a film of 720 lines');
  const picture = `testsrc2=size=1280x720:rate=24:duration=${SECONDS},noise=alls=8:allf=t`;
  ffmpeg([
    ...['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=duration=${SECONDS}`],
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-crf',
      '18',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      source,
    ],
  ]);
  const plainSecond = clock(() => plain(source, 'plain-second', RUNGS.slice(2)));
  const begun = performance.now();
  let watchable = 0;
  await encodeFilm({
    source,
    folder: join(folder, 'ours'),
    key,
    onWatchable: () => {
      watchable = performance.now();
    },
  });
  const ended = performance.now();
  const plainAll = clock(() => plain(source, 'plain-all', RUNGS));
  const ours = { whole: (ended - begun) / 1000, second: (ended - watchable) / 1000 };
  console.log(`## A film becomes a stream\n`);
  console.log(`${SECONDS} seconds of 1280 × 720, five rungs, key frames, storyboard.\n`);
  console.log('| what | ours, s | one plain ffmpeg command, s | our speed |');
  console.log('|---|---:|---:|---:|');
  console.log(row('second pass (three rungs, one decoding)', ours.second, plainSecond));
  console.log(row('everything, from the probe to the last playlist', ours.whole, plainAll));
  console.log(`\nWatchable after ${((watchable - begun) / 1000).toFixed(1)} s.\n`);
}

const row = (what: string, ours: number, rival: number): string =>
  `| ${what} | ${ours.toFixed(1)} | ${rival.toFixed(1)} | ${(rival / ours).toFixed(2)} |`;

function clock(work: () => void): number {
  const begun = performance.now();
  work();
  return (performance.now() - begun) / 1000;
}

const RUNGS = [
  { name: 'v145', size: '416:234', video: 99, audio: 40, preset: 'slow' },
  { name: 'v365', size: '640:360', video: 303, audio: 56, preset: 'slow' },
  { name: 'v730', size: '854:480', video: 628, audio: 96, preset: 'fast' },
  { name: 'v1100', size: '960:540', video: 966, audio: 128, preset: 'fast' },
  { name: 'v2000', size: '1280:720', video: 1866, audio: 128, preset: 'fast' },
];

/** The rival: one command, unencrypted, without checks of its output. */
function plain(source: string, name: string, rungs: typeof RUNGS): void {
  const out = join(folder, name);
  for (const rung of rungs) mkdirSync(join(out, rung.name), { recursive: true });
  mkdirSync(join(out, 'iframes'), { recursive: true });
  const branches = rungs.length + 2;
  const ends = Array.from({ length: branches }, (_, n) => `[s${n}]`).join('');
  const graph = [
    `[0:v]split=${branches}${ends}`,
    ...rungs.map(({ size }, n) => `[s${n}]scale=${size}[v${n}]`),
    `[s${rungs.length}]fps=1/2,scale=416:234[keys]`,
    `[s${rungs.length + 1}]fps=1/2,scale=160:90,tile=5x5,format=yuvj420p[board]`,
  ];
  const hls = ['-f', 'hls', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'];
  const into = (place: string, time: string): string[] => [
    ...[...hls, '-hls_time', time, '-hls_segment_filename', `${place}/%05d.m4s`, `${place}/playlist.m3u8`],
  ];
  ffmpeg(
    [
      ...['-i', source, '-filter_complex', graph.join(';')],
      ...rungs.flatMap(({ name: place, video, audio, preset }, n) => [
        ...['-map', `[v${n}]`, '-map', '0:a', '-c:v', 'libx264', '-preset', preset, '-crf', '23'],
        ...[
          '-maxrate',
          `${video}k`,
          '-bufsize',
          `${Math.round(video * 1.5)}k`,
          '-g',
          '96',
          '-sc_threshold',
          '0',
          '-aq-mode',
          '2',
          '-bf',
          '6',
          '-x264-params',
          'psy-rd=0.4,0:rc-lookahead=60',
        ],
        ...['-c:a', 'aac', '-b:a', `${audio}k`, '-ac', '2', ...into(place, '4')],
      ]),
      ...['-map', '[keys]', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '30', '-g', '1', '-bf', '0'],
      ...[...into('iframes', '0.1'), '-map', '[board]', '-q:v', '7', 'storyboard-%d.jpg'],
    ],
    out,
  );
}

/** Resident megabytes of a process. */
function memoryOf(pid: number | string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** The largest process at work inside of a folder. */
function memoryInside(place: string): number {
  const sizes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(place) ? memoryOf(pid) : 0;
      } catch {
        return 0;
      }
    });
  return Math.max(0, ...sizes);
}

async function measureMemory(): Promise<void> {
  const source = join(folder, 'long.mkv');
  console.error(`  a film of ${HOURS} hours`);
  ffmpeg([
    ...['-f', 'lavfi', '-i', `testsrc2=size=128x72:rate=2:duration=${HOURS * 3600}`],
    ...['-f', 'lavfi', '-i', `sine=sample_rate=8000:duration=${HOURS * 3600}`],
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      '-b:a',
      '16k',
      source,
    ],
  ]);
  const stream = join(folder, 'long');
  const samples: { stage: string; percent: number; ours: number; ffmpeg: number }[] = [];
  const now = { stage: 'first', percent: 0 };
  const watch = setInterval(
    () => samples.push({ ...now, ours: memoryOf(process.pid), ffmpeg: memoryInside(stream) }),
    500,
  );
  // Encoding all of it would take long; the memory's course shows earlier.
  const ended = await encodeFilm({
    source,
    folder: stream,
    key,
    signal: AbortSignal.timeout(LONGEST),
    onProgress: (progress) => Object.assign(now, progress),
  }).then(
    () => 'to its end',
    (error: MediaError) => {
      if (error.key !== 'media_canceled') throw error;
      return `to ${now.percent.toFixed(0)} %, then called off`;
    },
  );
  clearInterval(watch);
  console.log(`A film of ${HOURS} hours, ${ended}: megabytes of memory at most.\n`);
  console.log('| pass | part of it | our process | ffmpeg |');
  console.log('|---|---|---:|---:|');
  for (const stage of ['first', 'second']) {
    const own = samples.filter((sample) => sample.stage === stage && sample.ffmpeg > 0);
    if (own.length < 3) continue;
    for (const part of [0, 1, 2]) {
      const some = own.slice((own.length * part) / 3, (own.length * (part + 1)) / 3);
      const most = (of: 'ours' | 'ffmpeg'): string => Math.max(0, ...some.map((one) => one[of])).toFixed(0);
      console.log(`| ${stage} | third ${part + 1} | ${most('ours')} | ${most('ffmpeg')} |`);
    }
  }
}

try {
  await measureQuality(folder);
  if (process.env.BENCH_SPEED === 'no') console.log('Speed and memory were left out of this run.');
  else {
    await measureTime();
    await measureMemory();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
