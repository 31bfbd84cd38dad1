import type { AudioKind } from '@lakou/contract/media/track-kinds';
import type Hls from 'hls.js';
import type { ErrorData, MediaPlaylist } from 'hls.js';
import { ENGINES } from '#lib/player-engine.ts';
import { isInAv1 } from '../av1-support.ts';
import { countBreaks, isBreak, noteBreak } from '../connection-breaks.ts';
import { findAudioTrack } from '../find-track.ts';
import { isBuffered } from '../start/is-buffered.ts';
import { isFinal } from '../start/read-segment.ts';
import { waitToRetry } from '../wait-to-retry.ts';
import { bufferSize } from './buffer-size.ts';
import { createEngineStore, type Engine, type EngineOptions } from './engine.ts';
import { hlsSettings } from './hls-settings.ts';
import { type PlayedAddress, playAddress } from './play-address.ts';
import { dataSaverLevel, jumpLevel, levelName } from './quality-levels.ts';
import { storedLoader } from './stored-loader.ts';
import { canStream, streamingLoader } from './streaming-loader.ts';
import { takeOver } from './take-over.ts';

type HlsModule = { default: typeof Hls };

/** Loads each build once; a failed import is retried. */
const modules = new Map<string, Promise<HlsModule>>();
export function loadHls(severalAudioTracks: boolean): Promise<HlsModule> {
  const url = severalAudioTracks ? ENGINES.full : ENGINES.light;
  const module = modules.get(url) ?? (import(/* @vite-ignore */ url) as Promise<HlsModule>);
  modules.set(url, module);
  module.catch(() => modules.delete(url));
  return module;
}

const RETRY_MS = 1000;
const MAX_MEDIA_RECOVERIES = 3;
/** Gives up after this many renewed tickets in a row were refused. */
const MAX_REFUSALS = 4;

function audioKindOf({ characteristics = '' }: MediaPlaylist): AudioKind {
  return characteristics.includes('public.accessibility.describes-video') ? 'description' : 'main';
}

export function createHlsEngine({ default: HlsClass }: HlsModule, options: EngineOptions): Engine {
  const { video, onRefused, onBroken, onBandwidth } = options;
  const store = createEngineStore();
  const { opened, start, stored } = options;
  const { loader: Default } = HlsClass.DefaultConfig;
  const streaming =
    !stored && canStream() && streamingLoader(Default, { start, onData, onBroken: onConnectionBroken });
  const loader = stored ? storedLoader(Default, stored) : streaming;
  const hls = new HlsClass({ ...hlsSettings(options), ...(loader && { loader }) });
  // hls.js turns it off for loaders that it does not know.
  if (streaming) hls.config.progressive = true;
  let isOpened = opened !== null;
  let isTakingOver = false;
  let isHeld = false;
  const { Events, ErrorDetails, ErrorTypes } = HlsClass;
  const notPlayable: string[] = [
    ErrorDetails.MEDIA_SOURCE_REQUIRES_RESET,
    ErrorDetails.BUFFER_ADD_CODEC_ERROR,
    ErrorDetails.FRAG_PARSING_ERROR,
  ];
  let dataSaver = options.dataSaver;
  let audio = options.audio;
  let refused = false;
  let refusals = 0;
  let failures = 0;
  let mediaRecoveries = 0;
  let resumePlaying = false;
  let loaded = '';
  /** Set while a receiver's address plays. */
  let cast: PlayedAddress | undefined;

  function onData(): void {
    // Until the video is attached, playlists come from memory.
    if (isTakingOver) return;
    failures = 0;
    store.set({ isConnectionLost: false });
  }

  function onFailure(): void {
    failures += 1;
    if (!isBreak(failures) || store.state().isConnectionLost) return;
    store.set({ isConnectionLost: true });
    // The start script may have noted the break that goes on.
    if (!isTakingOver || !opened?.hasNotedBreak()) noteBreak();
    Object.assign(hls.config, bufferSize(countBreaks(), dataSaver));
  }

  function onConnectionBroken(status: number | undefined): Promise<void> {
    onFailure();
    return waitToRetry(status);
  }

  function retryNow(): void {
    // take-over.ts retries by itself.
    if (refused || isTakingOver || isHeld || cast) return;
    hls.stopLoad();
    hls.startLoad(-1, true);
  }

  /** av1.m3u8 has H.264 above AV1. hls.js changes the codec in place, but by itself stays among levels of one `codecSet`. */
  function allowEveryCodec(): void {
    const [lowest] = hls.levels;
    for (const level of hls.levels) Object.assign(level, { codecSet: lowest?.codecSet });
  }

  function capLevelForDataSaver(): void {
    if (dataSaver) hls.autoLevelCapping = dataSaverLevel(hls.levels.map(({ bitrate }) => ({ bitrate })));
  }

  function onError(_event: string, { fatal, type, details, response }: ErrorData): void {
    if (isFinal(response?.code)) {
      if (refused) return;
      refused = true;
      refusals += 1;
      hls.stopLoad();
      if (refusals > MAX_REFUSALS) onBroken();
      else onRefused();
      return;
    }
    if (isInAv1(loaded) && notPlayable.includes(details)) onVideoError();
    else if (type === ErrorTypes.NETWORK_ERROR) {
      onFailure();
      if (fatal) setTimeout(retryNow, RETRY_MS);
    } else if (fatal) {
      mediaRecoveries += 1;
      if (type === ErrorTypes.MEDIA_ERROR && mediaRecoveries <= MAX_MEDIA_RECOVERIES) hls.recoverMediaError();
      else onBroken();
    }
  }

  /** hls.js would try again; H.264 is more certain to play. */
  function onVideoError(): void {
    if (!cast && isInAv1(loaded)) onBroken();
  }

  /** hls.js would begin in the level that just keeps up, and the picture would come after half a segment's time. */
  function onSeeking(): void {
    if (isTakingOver || cast || hls.levels.length === 0 || isBuffered(video)) return;
    hls.nextAutoLevel = jumpLevel(hls.levels, hls.bandwidthEstimate);
  }

  // Before hls.js, which requests the segment in its own handler.
  if (!stored) video.addEventListener('seeking', onSeeking, { capture: true });
  video.addEventListener('error', onVideoError);
  hls.on(Events.ERROR, onError);
  // Our segments carry the film's own time. hls.js would move them to where the playlist says that the first one begins, which
  // is up to a tenth of a second later than its sound: enough for a gap behind what the start script has appended.
  hls.on(Events.INIT_PTS_FOUND, (_event, { timestampOffsets }) => {
    for (const offset of timestampOffsets) if (offset) offset.baseTime = 0;
  });
  hls.on(Events.MANIFEST_PARSED, () => {
    onData();
    allowEveryCodec();
    capLevelForDataSaver();
    store.set({
      levels: hls.levels
        .map(({ width, height, bitrate, videoCodec }, level) => ({
          level,
          name: levelName({ width, height }),
          bitrate,
          codec: videoCodec ?? '',
        }))
        .filter(({ level }) => (hls.levels[level]?.height ?? 0) > 0),
      chosenLevel: null,
      currentLevel: null,
    });
    if (resumePlaying) video.play().catch(() => {});
    resumePlaying = false;
  });
  hls.on(Events.LEVEL_LOADED, onData);
  hls.on(Events.MEDIA_ATTACHED, () => {
    isTakingOver = false;
    if (isHeld) hls.stopLoad();
    onData();
  });
  hls.on(Events.LEVEL_SWITCHED, (_event, { level }) => store.set({ currentLevel: level }));
  hls.on(Events.AUDIO_TRACKS_UPDATED, () => {
    const audioTracks = hls.audioTracks.map((track, id) => ({
      ...{ id, name: track.name, language: track.lang ?? '', isDefault: track.default },
      kind: audioKindOf(track),
    }));
    const preferred = findAudioTrack(audioTracks, audio);
    if (preferred) hls.audioTrack = preferred.id;
    store.set({ audioTracks, audioTrack: hls.audioTrack });
  });
  hls.on(Events.AUDIO_TRACK_SWITCHED, (_event, { id }) => store.set({ audioTrack: id }));
  hls.on(Events.FRAG_LOADED, () => {
    refusals = 0;
    onData();
    onBandwidth(hls.bandwidthEstimate);
  });

  if (!opened) hls.attachMedia(video);

  return {
    state: store.state,
    subscribe: store.subscribe,
    load(url, at) {
      loaded = url;
      refused = false;
      mediaRecoveries = 0;
      // It broke before it could be continued.
      if (video.error && isInAv1(url)) return onBroken();
      if (opened && isOpened) {
        isOpened = false;
        isTakingOver = true;
        void takeOver(hls, Events, opened, url);
        return;
      }
      resumePlaying = !video.paused;
      Object.assign(hls.config, { autoStartLoad: true, startPosition: at });
      hls.loadSource(url);
    },
    resume() {
      refused = false;
      retryNow();
    },
    retryNow,
    setLevel(level) {
      store.set({ chosenLevel: level });
      if (level === null) hls.loadLevel = -1;
      else hls.nextLevel = level;
    },
    setAudioTrack(id) {
      hls.audioTrack = id;
      store.set({ audioTrack: id });
      const track = hls.audioTracks[id];
      if (track) audio = { language: track.lang ?? null, kind: audioKindOf(track) };
    },
    setDataSaver(enabled) {
      dataSaver = enabled;
      Object.assign(hls.config, bufferSize(countBreaks(), dataSaver));
      hls.capLevelToPlayerSize = !dataSaver;
      if (dataSaver) capLevelForDataSaver();
    },
    hold(held) {
      if (held === isHeld) return;
      isHeld = held;
      if (!held) retryNow();
      else if (!isTakingOver) hls.stopLoad();
    },
    async cast(address, onFailed) {
      if (!address && !cast) return;
      if (isTakingOver)
        await new Promise<void>((resolve) => hls.once(Events.MEDIA_ATTACHED, () => resolve()));
      const at = cast?.position() ?? video.currentTime;
      const play = !(cast?.isPaused() ?? video.paused);
      cast?.stop();
      cast = undefined;
      if (address) {
        hls.stopLoad();
        hls.detachMedia();
        cast = playAddress(video, { address, at, play }, onFailed);
        return;
      }
      video.removeAttribute('src');
      hls.attachMedia(video);
      resumePlaying = play;
      Object.assign(hls.config, { autoStartLoad: true, startPosition: at });
      // The ticket is used; the cookie that came for it is still good.
      hls.loadSource(loaded.split('?')[0] ?? loaded);
    },
    destroy() {
      cast?.stop();
      video.removeEventListener('seeking', onSeeking, { capture: true });
      video.removeEventListener('error', onVideoError);
      hls.destroy();
    },
  };
}
