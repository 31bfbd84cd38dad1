import { dirname } from 'node:path';
import { type Limits, withDefaultLimits } from './limits.ts';
import { toMediaError } from './media-error.ts';
import {
  buildVideoGraph,
  createLabels,
  h264Arguments,
  keyFrameArguments,
  NO_METADATA,
  type Pass,
  type Span,
} from './pass-arguments.ts';
import { planFilm } from './plan-film.ts';
import { type Piece, spanOf } from './plan-pieces.ts';
import { probe } from './probe.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { ffmpegOptions, type OnSeconds, type PassJob, withCeilings } from './run-pass.ts';
import { sandboxedInput } from './sandbox.ts';

interface PieceTask {
  /** Path of the uploaded file; it is only read. */
  source: string;
  piece: Piece;
  /** The file to write. */
  file: string;
  signal?: AbortSignal | undefined;
  limits?: Partial<Limits>;
}

/** Encodes a piece of a film that another process prepares. */
export async function encodePiece(task: PieceTask): Promise<void> {
  const limits = withDefaultLimits(task.limits);
  const { piece, file, signal } = task;
  try {
    const source = await probe(task.source, { limits, signal });
    const plan = planFilm(source, limits);
    const run = await ffmpegOptions(source, limits, signal);
    await writePiece({ limits, source, plan, run }, plan[piece.stage], piece, file);
  } catch (error) {
    throw toMediaError(error);
  }
}

/** Writes one file with a video track for each rung, then one of key frames and one of thumbnails; all without audio. */
export async function writePiece(
  job: Pick<PassJob, 'limits' | 'source' | 'plan' | 'run'>,
  pass: Pass,
  piece: Piece,
  file: string,
  onSeconds: OnSeconds = () => {},
): Promise<void> {
  const args = buildPieceArguments(
    withCeilings(pass, piece.complexity),
    job,
    spanOf(piece, job.source),
    file,
  );
  await runFfmpeg({ ...job.run, args, folder: dirname(file), onProgress: onSeconds });
}

function buildPieceArguments(
  pass: Pass,
  { source, limits, plan }: Pick<PassJob, 'limits' | 'source' | 'plan'>,
  span: Span,
  file: string,
): string[] {
  const nextLabel = createLabels();
  const { first, following } = plan.ladder.segmentDurations;
  const segmentDurations = { first: span.start === 0 ? first : following, following };
  const outputs = [
    ...pass.rungs.map((rung) => h264Arguments(rung, { segmentDurations, limits })),
    ...(pass.keyFrames ? [keyFrameArguments(limits)] : []),
    ...(pass.sheets ? [['-c:v', 'mjpeg', '-q:v', '2']] : []),
  ];
  return [
    ...['-hide_banner', '-nostdin', '-y', '-v', 'warning', '-nostats', '-progress', 'pipe:1'],
    ...['-filter_complex_threads', String(limits.threads), '-threads', String(limits.threads)],
    // From the key frame before: frames that precede the piece are decoded, and the one still on screen is its first.
    ...(span.start === 0 ? [] : ['-noaccurate_seek', '-ss', span.start.toFixed(6)]),
    ...sandboxedInput(source.file),
    ...['-filter_complex', buildVideoGraph(pass, { source }, span).join(';')],
    ...outputs.flatMap((codec, track) => ['-map', nextLabel('v'), ...forTrack(codec, track)]),
    ...[
      ...NO_METADATA,
      '-max_muxing_queue_size',
      '4096',
      '-avoid_negative_ts',
      'disabled',
      '-f',
      'mp4',
      file,
    ],
  ];
}

/** `-crf` of one track among several is `-crf:v:2`. */
const forTrack = (codec: string[], track: number): string[] =>
  codec.map((argument, place) => (place % 2 === 0 ? `${argument.replace(/:v$/, '')}:v:${track}` : argument));
