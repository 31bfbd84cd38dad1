import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFfmpeg } from './find-ffmpeg.ts';
import { MediaError } from './media-error.ts';
import {
  AAC,
  buildAudioGraph,
  countFrames,
  countSamples,
  hasMuxedAudio,
  hlsArguments,
  listAudio,
  NO_METADATA,
  type Pass,
  sheetArguments,
  sheetTiles,
} from './pass-arguments.ts';
import { type Piece, spanOf } from './plan-pieces.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import type { PassJob } from './run-pass.ts';
import { sandboxedInput } from './sandbox.ts';

const LOG = ['-hide_banner', '-nostdin', '-y', '-v', 'warning', '-nostats', '-progress', 'pipe:1'];
const AUDIO_FILE = 'audio.mp4';
const LIST_FILE = 'pieces.txt';

/** Encodes all audio of a pass in one go: every join in it would be heard. */
export async function encodeAudio(job: PassJob, pass: Pass, gains: number[]): Promise<void> {
  const { source, work, run } = job;
  const outputs = listAudio(pass, source);
  if (outputs.length === 0) return;
  const tracks = outputs.map(({ track }) => track);
  const args = [
    ...[...LOG, '-vn', ...sandboxedInput(source.file, source.duration)],
    ...['-filter_complex', buildAudioGraph(tracks, { source, gains }).join(';')],
    ...outputs.flatMap(({ bitrate }, n) => ['-map', `[a${n}]`, `-b:a:${n}`, `${bitrate}k`]),
    ...[...AAC, ...NO_METADATA, '-avoid_negative_ts', 'disabled', '-f', 'mp4', AUDIO_FILE],
  ];
  await runFfmpeg({ ...run, args, folder: work, onProgress: () => {} });
}

/** Puts the pieces of a pass one behind the other, with its audio, into the folders that one go would have written. */
export async function joinPieces(job: PassJob, pass: Pass, pieces: Piece[], files: string[]): Promise<void> {
  const { source, work, run } = job;
  await checkPieces(job, pass, pieces, files);
  const list = pieces.map(({ start, end }, n) => {
    const path = (files[n] ?? '').replaceAll("'", "'\\''");
    return `file 'file:${path}'\n${end === null ? '' : `duration ${(end - start).toFixed(6)}\n`}`;
  });
  await writeFile(join(work, LIST_FILE), `ffconcat version 1.0\n${list.join('')}`);
  const isMuxed = hasMuxedAudio(source);
  const separateAudio = isMuxed ? pass.rungs.length : 0;
  const keyFrames = pass.rungs.length;
  const thumbnails = keyFrames + (pass.keyFrames ? 1 : 0);
  const args = [
    ...[
      ...LOG,
      '-protocol_whitelist',
      'file',
      '-auto_convert',
      '0',
      '-safe',
      '0',
      '-f',
      'concat',
      '-i',
      LIST_FILE,
    ],
    ...(listAudio(pass, source).length > 0 ? ['-i', AUDIO_FILE] : []),
    ...pass.rungs.flatMap(({ name }, n) => [
      ...[
        '-map',
        `0:v:${n}`,
        ...(isMuxed ? ['-map', `1:a:${n}`] : []),
        '-c',
        'copy',
        ...hlsArguments(name, 0.1),
      ],
    ]),
    ...pass.audio.flatMap(({ name }, n) => [
      ...['-map', `1:a:${separateAudio + n}`, '-c', 'copy', ...hlsArguments(name, 4)],
    ]),
    ...(pass.keyFrames
      ? [
          ...['-map', `0:v:${keyFrames}`, '-c', 'copy', '-bsf:v', spreadEvenly(pass.keyFrames.interval)],
          ...hlsArguments(pass.keyFrames.name, 0.1),
        ]
      : []),
    ...(pass.sheets ? ['-vf', sheetTiles, ...sheetArguments(`0:v:${thumbnails}`)] : []),
  ];
  await runFfmpeg({ ...run, args, folder: work, onProgress: () => {} });
}

/** Key frames have a fixed distance, whatever the pieces say. */
const spreadEvenly = (interval: number): string => `setts=ts=N*${interval}/TB:duration=${interval}/TB`;

/**
 * No frame is missing or there twice, and all pieces have the header of the first, as all of a rendition share one. Encoders
 * of different versions can write different headers.
 */
async function checkPieces(job: PassJob, pass: Pass, pieces: Piece[], files: string[]): Promise<void> {
  let headers: string[] | undefined;
  for (const [n, piece] of pieces.entries()) {
    const tracks = await readTracks(job, files[n] ?? '');
    headers ??= tracks.map(({ header }) => header);
    const expected = countTracks(job, pass, piece);
    const isRight = expected.every((frames, at) => {
      const track = tracks[at];
      const hasAll = piece.end === null ? (track?.frames ?? 0) > 0 : track?.frames === frames;
      return hasAll && track?.header === headers?.[at];
    });
    if (!isRight)
      throw new MediaError(
        'media_failed',
        'The pieces of the film do not fit together.',
        `piece ${n}: ${JSON.stringify({ expected, tracks })}`,
      );
  }
}

/** The number of frames in each track of a piece. */
function countTracks({ source }: PassJob, { rungs, keyFrames, sheets }: Pass, piece: Piece): number[] {
  const span = spanOf(piece, source);
  return [
    ...rungs.map(({ rate }) => countFrames(rate, span.seconds)),
    ...(keyFrames ? [countSamples(keyFrames.interval, span)] : []),
    ...(sheets ? [countSamples(sheets.interval, span)] : []),
  ];
}

async function readTracks({ run }: PassJob, file: string): Promise<{ frames: number; header: string }[]> {
  const { ffprobe: program } = await findFfmpeg();
  const entries = 'stream=nb_frames,extradata_hash';
  const args = ['-v', 'error', '-show_data_hash', 'md5', '-show_entries', entries, '-of', 'json'];
  const { stdout } = await runFfmpeg({ ...run, program, args: [...args, `file:${file}`] });
  const { streams = [] } = JSON.parse(stdout) as {
    streams?: { nb_frames?: string; extradata_hash?: string }[];
  };
  return streams.map(({ nb_frames = '0', extradata_hash = '' }) => ({
    frames: Number(nb_frames),
    header: extradata_hash,
  }));
}
