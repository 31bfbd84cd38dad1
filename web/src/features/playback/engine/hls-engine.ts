import type Hls from 'hls.js';
import type { ErrorData, Fragment } from 'hls.js';
import { ENGINES } from '#lib/player-engine.ts';
import { createEngineStore, type Engine, type EngineOptions } from './engine.ts';
import { BUFFER, hlsSettings, isFinal } from './hls-settings.ts';
import { rungName, savingLevel } from './rungs.ts';

type HlsModule = { default: typeof Hls };

/** Loaded once; a failed attempt is not remembered. */
const modules = new Map<string, Promise<HlsModule>>();
export function loadHls(several: boolean): Promise<HlsModule> {
  const address = several ? ENGINES.full : ENGINES.light;
  const known = modules.get(address) ?? (import(/* @vite-ignore */ address) as Promise<HlsModule>);
  modules.set(address, known);
  known.catch(() => modules.delete(address));
  return known;
}

/** A line that says nothing for so long is asked anew: a cut connection does not always tell. */
const SILENCE_MS = 8000;
const LOOK_EVERY_MS = 2000;
/** One failure is no loss. */
const FAILURES_UNTIL_LOST = 2;
const MENDINGS = 3;
/** So many new tickets in a row that open nothing are enough. */
const REFUSALS = 4;

export function createHlsEngine({ default: HlsClass }: HlsModule, options: EngineOptions): Engine {
  const { video, onRefused, onBroken, onBandwidth } = options;
  const store = createEngineStore();
  const hls = new HlsClass(hlsSettings(options));
  const { Events, ErrorTypes } = HlsClass;
  let saving = options.saving;
  let wanted = options.sound;
  let refused = false;
  let refusals = 0;
  let failures = 0;
  let mended = 0;
  let playOn = false;
  let loading: { part: Fragment; loaded: number; since: number } | null = null;

  function arrived(): void {
    failures = 0;
    store.set({ lost: false });
  }

  function tryNow(): void {
    if (refused) return;
    loading = null;
    hls.stopLoad();
    hls.startLoad(-1, true);
  }

  function capForSaving(): void {
    if (saving) hls.autoLevelCapping = savingLevel(hls.levels.map(({ bitrate }) => ({ bitrate })));
  }

  function failed(_event: string, { fatal, type, response }: ErrorData): void {
    if (isFinal(response?.code)) {
      if (refused) return;
      refused = true;
      refusals += 1;
      hls.stopLoad();
      if (refusals > REFUSALS) onBroken();
      else onRefused();
      return;
    }
    if (type === ErrorTypes.NETWORK_ERROR) {
      failures += 1;
      if (failures >= FAILURES_UNTIL_LOST || !navigator.onLine) store.set({ lost: true });
      if (fatal) setTimeout(tryNow, LOOK_EVERY_MS);
    } else if (fatal) {
      mended += 1;
      if (type === ErrorTypes.MEDIA_ERROR && mended <= MENDINGS) hls.recoverMediaError();
      else onBroken();
    }
  }

  hls.on(Events.ERROR, failed);
  hls.on(Events.MANIFEST_PARSED, () => {
    arrived();
    capForSaving();
    store.set({
      rungs: hls.levels
        .map(({ width, height, bitrate }, level) => ({ level, name: rungName({ width, height }), bitrate }))
        .filter(({ level }) => (hls.levels[level]?.height ?? 0) > 0),
      chosen: null,
      playing: null,
    });
    if (playOn) video.play().catch(() => {});
    playOn = false;
  });
  hls.on(Events.LEVEL_LOADED, arrived);
  hls.on(Events.LEVEL_SWITCHED, (_event, { level }) => store.set({ playing: level }));
  hls.on(Events.AUDIO_TRACKS_UPDATED, () => {
    const sounds = hls.audioTracks.map(({ name, lang = '' }, id) => ({ id, name, language: lang }));
    const known = sounds.find(({ language }) => language === wanted);
    if (known) hls.audioTrack = known.id;
    store.set({ sounds, sound: hls.audioTrack });
  });
  hls.on(Events.AUDIO_TRACK_SWITCHED, (_event, { id }) => store.set({ sound: id }));
  hls.on(Events.FRAG_LOADING, (_event, { frag }) => {
    loading = { part: frag, loaded: 0, since: performance.now() };
  });
  hls.on(Events.FRAG_LOADED, () => {
    loading = null;
    refusals = 0;
    arrived();
    onBandwidth(hls.bandwidthEstimate);
  });

  const look = setInterval(() => {
    if (!loading) return;
    const { loaded } = loading.part.stats;
    if (loaded !== loading.loaded) loading = { ...loading, loaded, since: performance.now() };
    else if (performance.now() - loading.since > SILENCE_MS) {
      store.set({ lost: true });
      tryNow();
    }
  }, LOOK_EVERY_MS);
  addEventListener('online', tryNow);
  hls.attachMedia(video);

  return {
    state: store.state,
    subscribe: store.subscribe,
    load(address, at) {
      refused = false;
      mended = 0;
      playOn = !video.paused;
      hls.config.startPosition = at;
      hls.loadSource(address);
    },
    resume() {
      refused = false;
      tryNow();
    },
    tryNow,
    choose(level) {
      store.set({ chosen: level });
      if (level === null) hls.loadLevel = -1;
      else hls.nextLevel = level;
    },
    chooseSound(id) {
      hls.audioTrack = id;
      wanted = hls.audioTracks[id]?.lang ?? null;
    },
    saveData(wish) {
      saving = wish;
      Object.assign(hls.config, saving ? BUFFER.saving : BUFFER.full);
      hls.capLevelToPlayerSize = !saving;
      if (saving) capForSaving();
    },
    destroy() {
      clearInterval(look);
      removeEventListener('online', tryNow);
      hls.destroy();
    },
  };
}
