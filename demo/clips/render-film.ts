import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bitmap, emptyFrame } from './bitmap.ts';
import type { Scene, Size } from './scenes.ts';
import { encodeWav, type Score, synthesise } from './synthesise.ts';

const FRAMES_PER_SECOND = 15;

export interface AudioTrack {
  language: string;
  score: Score;
}

export interface SubtitleTrack {
  language: string;
  /** From, to, text. */
  lines: readonly (readonly [number, number, string])[];
}

/** Renders the scenes, audio and subtitles into one film file, the input of encodeFilm. */
export async function renderFilm(
  folder: string,
  {
    scenes,
    size,
    audioTracks,
    subtitles,
    seed,
  }: {
    scenes: Scene[];
    size: Size;
    audioTracks: AudioTrack[];
    subtitles: readonly SubtitleTrack[];
    seed: number;
  },
): Promise<string> {
  const seconds = scenes.reduce((sum, scene) => sum + scene.seconds, 0);
  const waves = audioTracks.map(({ score }, n) => {
    const file = join(folder, `sound-${n}.wav`);
    writeFileSync(file, encodeWav(synthesise(score, seconds, seed + n)));
    return file;
  });
  const texts = subtitles.map(({ lines }, n) => {
    const file = join(folder, `subtitles-${n}.srt`);
    writeFileSync(
      file,
      lines
        .map(([from, to, text], i) => `${i + 1}\n${formatTime(from)} --> ${formatTime(to)}\n${text}\n`)
        .join('\n'),
    );
    return file;
  });
  const out = join(folder, 'film.mkv');
  const inputs = [...waves, ...texts];
  const child = spawn(
    'ffmpeg',
    [
      ...['-v', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${size.width}x${size.height}`],
      ...['-r', String(FRAMES_PER_SECOND), '-i', 'pipe:0', ...inputs.flatMap((file) => ['-i', file])],
      ...['-map', '0', ...inputs.flatMap((_, n) => ['-map', String(n + 1)])],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '10', '-pix_fmt', 'yuv420p', '-threads', '1'],
      ...[
        '-vf',
        'scale=out_color_matrix=bt709:out_range=tv',
        '-colorspace',
        'bt709',
        '-color_primaries',
        'bt709',
      ],
      ...['-color_trc', 'bt709', '-c:a', 'pcm_s16le', '-c:s', 'srt'],
      ...audioTracks.flatMap(({ language }, n) => [`-metadata:s:a:${n}`, `language=${language}`]),
      ...subtitles.flatMap(({ language }, n) => [`-metadata:s:s:${n}`, `language=${language}`]),
      out,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const exit = once(child, 'exit');
  const frame = emptyFrame(size.width, size.height);
  for (const rendered of renderFrames(scenes, frame))
    if (!child.stdin.write(Buffer.from(rendered.data))) await once(child.stdin, 'drain');
  child.stdin.end();
  const [code] = await exit;
  if (code !== 0) throw new Error(`ffmpeg exited with code ${code}`);
  return out;
}

function* renderFrames(scenes: Scene[], frame: Bitmap): Generator<Bitmap> {
  for (const { seconds, draw } of scenes)
    for (let n = 0; n < Math.round(seconds * FRAMES_PER_SECOND); n += 1) {
      draw(frame, n / FRAMES_PER_SECOND);
      yield frame;
    }
}

const formatTime = (seconds: number): string =>
  `00:00:${String(Math.floor(seconds)).padStart(2, '0')},${String(Math.round((seconds % 1) * 1000)).padStart(3, '0')}`;
