import type { Rung } from './choose-ladder.ts';
import type { Packed } from './encrypt-segments.ts';
import type { Film, FilmRung } from './film.ts';
import { perSecond } from './frame-rate.ts';
import type { Plan } from './plan-film.ts';
import {
  type Bandwidths,
  masterPlaylist,
  measureBandwidths,
  type Rendition,
  type Variant,
} from './playlists.ts';
import type { Source } from './probe.ts';

interface Made {
  source: Source;
  plan: Plan;
  /** The finished folders, by name. */
  packed: Map<string, Packed>;
}

/** What the finished folders amount to: the measured part of film.json, and both playlists of playlists. */
export function describeFilm({ source, plan, packed }: Made) {
  const rungs = [...plan.ladder.early, ...plan.ladder.late].filter(({ name }) => packed.has(name));
  const variants = rungs.map((rung) => asVariant(rung, plan, packed));
  const tracks = { low: finished(plan.renditions.low, packed), high: finished(plan.renditions.high, packed) };
  const renditions = [
    ...tracks.low.map((one) => asRendition('low', one, source)),
    ...tracks.high.map((one) => asRendition('high', one, source)),
  ];
  const keys = plan.second.keyFrames;
  const wound = keys ? packed.get(keys.name) : undefined;
  const keyFrames =
    keys && wound
      ? {
          uri: `${keys.name}/playlist.m3u8`,
          bandwidth: measureBandwidths(wound.segments),
          codecs: wound.codecs,
          width: keys.width,
          height: keys.height,
        }
      : undefined;
  const sound = packed.get('audio');
  const heard = sound ? measureBandwidths(sound.segments) : undefined;
  const film = {
    duration: lengthOf(packed.get(rungs[0]?.name ?? '')),
    width: source.video.width,
    height: source.video.height,
    frame_rate: Math.round(perSecond(source.video.rate) * 1000) / 1000,
    rungs: rungs.map((rung, n) => asFilmRung(rung, variants[n], packed)),
    audio: source.audio.map(({ name, language, default: first }) => ({ name, language, default: first })),
    audio_only: heard ? { bandwidth: heard.peak, bytes: heard.bytes } : null,
  } satisfies Partial<Film>;
  const audio =
    sound && heard
      ? masterPlaylist({
          variants: [{ uri: 'audio/playlist.m3u8', bandwidth: heard, codecs: sound.codecs }],
        })
      : undefined;
  return { film, master: masterPlaylist({ variants, keyFrames, renditions }), audio };
}

export const lengthOf = (packed: Packed | undefined): number =>
  Math.round((packed?.segments ?? []).reduce((sum, { duration }) => sum + duration, 0) * 1000) / 1000;

function asVariant(rung: Rung, plan: Plan, packed: Map<string, Packed>): Variant {
  const { segments = [], codecs = [] } = packed.get(rung.name) ?? {};
  const group = groupOf(rung, plan);
  const sounds = group ? finished(plan.renditions[group], packed) : [];
  const loudest = sounds.map((one) => measureBandwidths(packed.get(one.name)?.segments ?? []));
  const own = measureBandwidths(segments);
  return {
    uri: `${rung.name}/playlist.m3u8`,
    bandwidth: {
      peak: own.peak + Math.max(0, ...loudest.map(({ peak }) => peak)),
      average: own.average + Math.max(0, ...loudest.map(({ average }) => average)),
      bytes: own.bytes + Math.max(0, ...loudest.map(({ bytes }) => bytes)),
    } satisfies Bandwidths,
    codecs: sounds.length > 0 ? [...codecs, 'mp4a.40.2'] : codecs,
    width: rung.width,
    height: rung.height,
    frameRate: perSecond(rung.rate),
    ...(group ? { sound: group } : {}),
  };
}

function groupOf(rung: Rung, { ladder, renditions }: Plan): 'low' | 'high' | undefined {
  if (renditions.low.length === 0) return undefined;
  return ladder.late.includes(rung) && renditions.high.length > 0 ? 'high' : 'low';
}

const finished = <One extends { name: string }>(sounds: One[], packed: Map<string, Packed>): One[] =>
  sounds.filter(({ name }) => packed.has(name));

function asRendition(group: string, one: { name: string; track: number }, { audio }: Source): Rendition {
  const track = audio[one.track];
  // Names must differ within a group.
  const twin = audio.some(({ name }, other) => other !== one.track && name === track?.name);
  return {
    group,
    uri: `${one.name}/playlist.m3u8`,
    name: `${track?.name ?? ''}${twin ? ` (${one.track + 1})` : ''}`,
    language: track?.language ?? 'und',
    default: track?.default ?? false,
  };
}

function asFilmRung(rung: Rung, variant: Variant | undefined, packed: Map<string, Packed>): FilmRung {
  return {
    name: rung.name,
    width: rung.width,
    height: rung.height,
    frame_rate: Math.round(perSecond(rung.rate) * 1000) / 1000,
    bandwidth: variant?.bandwidth.peak ?? 0,
    average_bandwidth: variant?.bandwidth.average ?? 0,
    codecs: (variant?.codecs ?? packed.get(rung.name)?.codecs ?? []).join(','),
    bytes: variant?.bandwidth.bytes ?? 0,
  };
}
