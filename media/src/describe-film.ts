import type { Rung } from './choose-ladder.ts';
import type { EncodedFolder } from './encrypt-segments.ts';
import type { Film, FilmRung } from './film.ts';
import { framesPerSecond } from './frame-rate.ts';
import type { AudioOutput } from './pass-arguments.ts';
import type { Plan } from './plan-film.ts';
import {
  type Bandwidths,
  formatMasterPlaylist,
  measureBandwidths,
  type Rendition,
  type Variant,
} from './playlists.ts';
import type { Source } from './probe.ts';

interface Input {
  source: Source;
  plan: Plan;
  /** The finished output folders by name. */
  folders: Map<string, EncodedFolder>;
}

/** The measured part of film.json, the master playlist and the audio-only master playlist. */
export function describeFilm({ source, plan, folders }: Input) {
  const rungs = [...plan.ladder.early, ...plan.ladder.late].filter(({ name }) => folders.has(name));
  const variants = rungs.map((rung) => toVariant(rung, plan, folders));
  const tracks = {
    low: onlyFinished(plan.renditions.low, folders),
    high: onlyFinished(plan.renditions.high, folders),
  };
  const renditions = [
    ...tracks.low.map((output) => toRendition('low', output, source)),
    ...tracks.high.map((output) => toRendition('high', output, source)),
  ];
  const planned = plan.second.keyFrames;
  const encoded = planned ? folders.get(planned.name) : undefined;
  const keyFrames =
    planned && encoded
      ? {
          uri: `${planned.name}/playlist.m3u8`,
          bandwidth: measureBandwidths(encoded.segments),
          codecs: encoded.codecs,
          width: planned.width,
          height: planned.height,
        }
      : undefined;
  const audioFolder = folders.get('audio');
  const audioBandwidth = audioFolder ? measureBandwidths(audioFolder.segments) : undefined;
  const measured = {
    duration: totalDuration(folders.get(rungs[0]?.name ?? '')),
    width: source.video.width,
    height: source.video.height,
    frame_rate: Math.round(framesPerSecond(source.video.rate) * 1000) / 1000,
    rungs: rungs.map((rung, n) => toFilmRung(rung, variants[n], folders)),
    audio: source.audio.map(({ name, language, default: first, kind }) => ({
      ...{ name, language, default: first, kind },
    })),
    audio_only: audioBandwidth ? { bandwidth: audioBandwidth.peak, bytes: audioBandwidth.bytes } : null,
  } satisfies Partial<Film>;
  const audio =
    audioFolder && audioBandwidth
      ? formatMasterPlaylist({
          variants: [{ uri: 'audio/playlist.m3u8', bandwidth: audioBandwidth, codecs: audioFolder.codecs }],
        })
      : undefined;
  return { measured, master: formatMasterPlaylist({ variants, keyFrames, renditions }), audio };
}

export const totalDuration = (folder: EncodedFolder | undefined): number =>
  Math.round((folder?.segments ?? []).reduce((sum, { duration }) => sum + duration, 0) * 1000) / 1000;

function toVariant(rung: Rung, plan: Plan, folders: Map<string, EncodedFolder>): Variant {
  const { segments = [], codecs = [] } = folders.get(rung.name) ?? {};
  const group = audioGroupOf(rung, plan);
  const renditions = group ? onlyFinished(plan.renditions[group], folders) : [];
  const audio = renditions.map((output) => measureBandwidths(folders.get(output.name)?.segments ?? []));
  const own = measureBandwidths(segments);
  return {
    uri: `${rung.name}/playlist.m3u8`,
    bandwidth: {
      peak: own.peak + Math.max(0, ...audio.map(({ peak }) => peak)),
      average: own.average + Math.max(0, ...audio.map(({ average }) => average)),
      bytes: own.bytes + Math.max(0, ...audio.map(({ bytes }) => bytes)),
    } satisfies Bandwidths,
    codecs: renditions.length > 0 ? [...codecs, 'mp4a.40.2'] : codecs,
    width: rung.width,
    height: rung.height,
    frameRate: framesPerSecond(rung.rate),
    ...(group ? { audioGroup: group } : {}),
  };
}

function audioGroupOf(rung: Rung, { ladder, renditions }: Plan): 'low' | 'high' | undefined {
  if (renditions.low.length === 0) return undefined;
  return ladder.late.includes(rung) && renditions.high.length > 0 ? 'high' : 'low';
}

const onlyFinished = <Output extends { name: string }>(
  outputs: Output[],
  folders: Map<string, EncodedFolder>,
): Output[] => outputs.filter(({ name }) => folders.has(name));

function toRendition(group: string, output: AudioOutput, { audio }: Source): Rendition {
  const track = audio[output.track];
  // HLS requires names to be unique within a group.
  const isDuplicate = audio.some(({ name }, other) => other !== output.track && name === track?.name);
  return {
    group,
    uri: `${output.name}/playlist.m3u8`,
    name: `${track?.name ?? ''}${isDuplicate ? ` (${output.track + 1})` : ''}`,
    language: track?.language ?? 'und',
    default: track?.default ?? false,
    kind: track?.kind ?? 'main',
  };
}

function toFilmRung(rung: Rung, variant: Variant | undefined, folders: Map<string, EncodedFolder>): FilmRung {
  return {
    name: rung.name,
    width: rung.width,
    height: rung.height,
    frame_rate: Math.round(framesPerSecond(rung.rate) * 1000) / 1000,
    bandwidth: variant?.bandwidth.peak ?? 0,
    average_bandwidth: variant?.bandwidth.average ?? 0,
    codecs: (variant?.codecs ?? folders.get(rung.name)?.codecs ?? []).join(','),
    bytes: variant?.bandwidth.bytes ?? 0,
  };
}
