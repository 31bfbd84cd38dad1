import { join } from 'node:path';
import sharp from 'sharp';
import { fitWithin } from './choose-ladder.ts';
import { MediaError } from './media-error.ts';
import { standardVideoFilters } from './pass-arguments.ts';
import type { Source } from './probe.ts';
import { type FfmpegOptions, runFfmpeg } from './run-ffmpeg.ts';
import { sandboxedInput } from './sandbox.ts';

/** Shares of the duration. */
const POSITIONS = [0.1, 0.25, 0.4, 0.6, 0.8, 0];
/** For clips under 30 seconds. */
const CLIP_POSITIONS = [0.3, 0.6, 0];

/** Writes poster.jpg into the folder and returns a tiny blurred version of it as a data URL. */
export async function extractPoster(
  source: Source,
  folder: string,
  work: string,
  run: FfmpegOptions,
): Promise<{ preview: string }> {
  const best = await chooseFrame(source, work, run);
  await sharp(best).jpeg({ quality: 76, mozjpeg: true }).toFile(join(folder, 'poster.jpg'));
  const tiny = await sharp(best).resize(24, 24, { fit: 'inside' }).blur(1).webp({ quality: 25 }).toBuffer();
  return { preview: `data:image/webp;base64,${tiny.toString('base64')}` };
}

/** The frame with the highest score among representative frames from several positions of the film. */
async function chooseFrame(source: Source, work: string, run: FfmpegOptions): Promise<string> {
  const { width, height } = fitWithin(source.video, { long: 1280, short: 720 });
  let best: { file: string; score: number } | undefined;
  const positions = source.duration < 30 ? CLIP_POSITIONS : POSITIONS;
  for (const [n, position] of positions.entries()) {
    // The first frame is often black; it is used only if no other position gave one.
    if (position === 0 && best) break;
    const file = join(work, `frame-${n}.jpg`);
    const filters = [
      ...standardVideoFilters(source.video),
      'thumbnail=24',
      `scale=${width}:${height}`,
      'setsar=1',
    ];
    const args = [
      ...['-v', 'error', '-nostdin', '-y', '-ss', (source.duration * position).toFixed(3), '-t', '4'],
      ...[...sandboxedInput(source.file), '-map', `0:${source.video.index}`, '-vf', filters.join(',')],
      ...[
        '-frames:v',
        '1',
        '-c:v',
        'mjpeg',
        '-q:v',
        '2',
        '-pix_fmt',
        'yuvj420p',
        '-f',
        'image2',
        `file:${file}`,
      ],
    ];
    const score = await runFfmpeg({ ...run, args })
      .then(() => scoreFrame(file))
      .catch((error: MediaError) => {
        // An unreadable position is skipped; others remain.
        if (error instanceof MediaError && error.key !== 'media_failed') throw error;
        return 0;
      });
    if (score > (best?.score ?? 0)) best = { file, score };
  }
  if (!best) throw new MediaError('media_broken', 'No frame of this film could be decoded for the poster.');
  return best.file;
}

/** Prefers detail; very dark and very bright frames count a fifth. */
async function scoreFrame(file: string): Promise<number> {
  const { entropy, channels } = await sharp(file).stats();
  const brightness = channels.slice(0, 3).reduce((sum, { mean }) => sum + mean, 0) / 3;
  return (0.1 + entropy) * (brightness < 24 || brightness > 236 ? 0.2 : 1);
}
