import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bitmap, emptyFrame } from './bitmap.ts';
import type { Scene, Size } from './scenes.ts';
import { play, type Score, waveFile } from './sound.ts';

const PICTURES_A_SECOND = 15;

export interface Sound {
  language: string;
  score: Score;
}

export interface Words {
  language: string;
  /** From, to, text. */
  lines: readonly (readonly [number, number, string])[];
}

/** Plays scenes one after the other into a film file with its sound and subtitles, for encodeFilm to read. */
export async function drawFilm(
  folder: string,
  {
    scenes,
    size,
    sounds,
    words,
    seed,
  }: { scenes: Scene[]; size: Size; sounds: Sound[]; words: readonly Words[]; seed: number },
): Promise<string> {
  const seconds = scenes.reduce((sum, scene) => sum + scene.seconds, 0);
  const waves = sounds.map(({ score }, n) => {
    const file = join(folder, `sound-${n}.wav`);
    writeFileSync(file, waveFile(play(score, seconds, seed + n)));
    return file;
  });
  const texts = words.map(({ lines }, n) => {
    const file = join(folder, `words-${n}.srt`);
    writeFileSync(
      file,
      lines.map(([from, to, text], i) => `${i + 1}\n${clock(from)} --> ${clock(to)}\n${text}\n`).join('\n'),
    );
    return file;
  });
  const out = join(folder, 'film.mkv');
  const inputs = [...waves, ...texts];
  const child = spawn(
    'ffmpeg',
    [
      ...['-v', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${size.width}x${size.height}`],
      ...['-r', String(PICTURES_A_SECOND), '-i', 'pipe:0', ...inputs.flatMap((file) => ['-i', file])],
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
      ...sounds.flatMap(({ language }, n) => [`-metadata:s:a:${n}`, `language=${language}`]),
      ...words.flatMap(({ language }, n) => [`-metadata:s:s:${n}`, `language=${language}`]),
      out,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const ended = once(child, 'exit');
  const frame = emptyFrame(size.width, size.height);
  for (const picture of pictures(scenes, frame))
    if (!child.stdin.write(Buffer.from(picture.data))) await once(child.stdin, 'drain');
  child.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  return out;
}

function* pictures(scenes: Scene[], frame: Bitmap): Generator<Bitmap> {
  for (const { seconds, draw } of scenes)
    for (let n = 0; n < Math.round(seconds * PICTURES_A_SECOND); n += 1) {
      draw(frame, n / PICTURES_A_SECOND);
      yield frame;
    }
}

const clock = (seconds: number): string =>
  `00:00:${String(Math.floor(seconds)).padStart(2, '0')},${String(Math.round((seconds % 1) * 1000)).padStart(3, '0')}`;
