import { join } from 'node:path';
import sharp from 'sharp';
import { fit } from './choose-ladder.ts';
import { MediaError } from './media-error.ts';
import { toStandardPicture } from './pass.ts';
import type { Source } from './probe.ts';
import { type Run, runFfmpeg } from './run-ffmpeg.ts';
import { sandboxed } from './sandbox.ts';

const PLACES = [0.1, 0.25, 0.4, 0.6, 0.8, 0];
/** A clip has fewer different moments. */
const FEW_PLACES = [0.3, 0.6, 0];

/** A telling picture from the film (poster.jpg in the folder) and a tiny blurred one as a data address. */
export async function drawPoster(
  source: Source,
  folder: string,
  work: string,
  run: Omit<Run, 'args'>,
): Promise<{ preview: string }> {
  const best = await bestPicture(source, work, run);
  await sharp(best).jpeg({ quality: 76, mozjpeg: true }).toFile(join(folder, 'poster.jpg'));
  const tiny = await sharp(best).resize(24, 24, { fit: 'inside' }).blur(1).webp({ quality: 25 }).toBuffer();
  return { preview: `data:image/webp;base64,${tiny.toString('base64')}` };
}

/** The picture that says most, among the most typical ones around five moments; black and white ones say little. */
async function bestPicture(source: Source, work: string, run: Omit<Run, 'args'>): Promise<string> {
  const { width, height } = fit(source.video, { long: 1280, short: 720 });
  let best: { file: string; worth: number } | undefined;
  const places = source.duration < 30 ? FEW_PLACES : PLACES;
  for (const [n, place] of places.entries()) {
    // The very beginning is often black: only if there is nothing else.
    if (place === 0 && best) break;
    const file = join(work, `picture-${n}.jpg`);
    const filters = [
      ...toStandardPicture(source.video),
      'thumbnail=24',
      `scale=${width}:${height}`,
      'setsar=1',
    ];
    const args = [
      ...['-v', 'error', '-nostdin', '-y', '-ss', (source.duration * place).toFixed(3), '-t', '4'],
      ...[...sandboxed(source.file), '-map', `0:${source.video.index}`, '-vf', filters.join(',')],
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
    const worth = await runFfmpeg({ ...run, args })
      .then(() => worthOf(file))
      .catch((error: MediaError) => {
        // A place that cannot be read is no reason to give up: there are others.
        if (error instanceof MediaError && error.key !== 'media_failed') throw error;
        return 0;
      });
    if (worth > (best?.worth ?? 0)) best = { file, worth };
  }
  if (!best) throw new MediaError('media_broken', 'No picture could be taken from this film.');
  return best.file;
}

async function worthOf(file: string): Promise<number> {
  const { entropy, channels } = await sharp(file).stats();
  const light = channels.slice(0, 3).reduce((sum, { mean }) => sum + mean, 0) / 3;
  return (0.1 + entropy) * (light < 24 || light > 236 ? 0.2 : 1);
}
