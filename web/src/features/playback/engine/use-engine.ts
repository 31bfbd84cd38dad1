import type { Playback } from '@lakou/contract/playback/responses';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isInAv1, rememberAv1, rememberFailedAv1 } from '../av1-support.ts';
import { readPreferences, savePreferences } from '../preferences.ts';
import { PlaybackRefusedError } from '../request-playback.ts';
import type { OpenedVideo } from '../start/early-playback.ts';
import { waitForSeconds } from '../start/wait-for-seconds.ts';
import { type Engine, IDLE, type StoredFiles } from './engine.ts';
import { finishSeeks } from './finish-seeks.ts';
import { openEngine } from './open-engine.ts';

interface UseEngineOptions {
  video: HTMLVideoElement | null;
  opened: OpenedVideo | null;
  playback: Playback;
  /** Set for a downloaded film. */
  stored: StoredFiles | null;
  /** Start position in seconds. */
  startAt: number;
  renew(): Promise<Playback>;
  /** The server refuses a new ticket. */
  onRefused(refusal: PlaybackRefusedError): void;
  onBroken(reason: 'broken' | 'cannot_play'): void;
}

const RETRY_MS = 1000;
const STATE_EVENTS = ['timeupdate', 'seeking', 'play', 'pause'];
const withoutTicket = (address: string): string => address.split('?')[0] ?? address;

/** The engine of the video element. Renews the ticket when the server refuses the session. */
export function useEngine(options: UseEngineOptions) {
  const { video, opened: playing, playback, stored, startAt, renew, onRefused, onBroken } = options;
  const [engine, setEngine] = useState<Engine | null>(null);
  const [audioOnly, setAudioOnlyState] = useState(false);
  const current = useRef({ playback, audioOnly, renew, onRefused, onBroken });
  current.current = { ...current.current, audioOnly, renew, onRefused, onBroken };

  // biome-ignore lint/correctness/useExhaustiveDependencies: one engine per film; the rest is read through the ref.
  useEffect(() => {
    if (!video) return;
    let disposed = false;
    let opened: Engine | null = null;
    /** A video that broke is at 0, and Chromium pauses it. */
    const last = {
      position: video.currentTime || startAt,
      isPaused: playing !== null && video.paused && !video.error,
    };
    const noteState = (): void => {
      if (video.error || video.readyState === 0) return;
      Object.assign(last, { position: video.currentTime, isPaused: video.paused });
    };
    const preferences = readPreferences();
    const address = (): string => {
      const { playback: now, audioOnly: withoutPicture } = current.current;
      return (withoutPicture && now.audioUrl) || now.url;
    };

    async function renewTicket(): Promise<void> {
      try {
        const fresh = await current.current.renew();
        if (disposed || !opened) return;
        const same = fresh.base === current.current.playback.base;
        current.current.playback = fresh;
        if (!same) return opened.load(address(), video?.currentTime ?? 0);
        // Same files: exchange the ticket for a cookie and keep what is on screen.
        await fetch(fresh.url);
        if (!disposed) opened.resume();
      } catch (error) {
        if (disposed) return;
        if (error instanceof PlaybackRefusedError) current.current.onRefused(error);
        else setTimeout(() => !disposed && void renewTicket(), RETRY_MS);
      }
    }

    /** AV1 does not play here. The cookie is good for every file of the film. */
    function playH264(): void {
      rememberFailedAv1();
      const { playback: now } = current.current;
      current.current.playback = { ...now, url: `${now.base}master.m3u8` };
      const { position, isPaused } = last;
      opened?.destroy();
      void open(null, position).then(() => {
        if (!isPaused) video?.play().catch(() => {});
      });
    }

    async function open(begun: OpenedVideo | null, at: number): Promise<void> {
      const options = {
        video: video as HTMLVideoElement,
        opened: begun,
        start: playback.start ? { base: playback.base, files: playback.start } : null,
        stored,
        bandwidth: preferences.bandwidth,
        dataSaver: preferences.dataSaver && !stored,
        audio: { language: preferences.audio, kind: preferences.audioKind },
        // A file that is missing in the storage: no ticket brings it back.
        onRefused: () => (stored ? current.current.onBroken('broken') : void renewTicket()),
        onBroken: () => (isInAv1(address()) ? playH264() : current.current.onBroken('broken')),
        // How fast the storage is says nothing about the connection.
        onBandwidth: (bandwidth: number) => stored || savePreferences({ bandwidth: Math.round(bandwidth) }),
      };
      // Loading the engine must not stop the film.
      if (begun) await waitForSeconds(begun);
      if (disposed) return;
      try {
        opened = await openEngine(playback.film, options);
      } catch {
        // hls.js could not be loaded: there is no network.
        if (!disposed) setTimeout(() => !disposed && void open(begun, at), RETRY_MS);
        return;
      }
      if (disposed) return opened?.destroy();
      if (!opened) return current.current.onBroken('cannot_play');
      setEngine(opened);
      opened.load(address(), at);
      if (!stored) void rememberAv1();
    }

    const stopFinishing = finishSeeks(video);
    for (const event of STATE_EVENTS) video.addEventListener(event, noteState);
    void open(playing, startAt);
    return () => {
      stopFinishing();
      for (const event of STATE_EVENTS) video.removeEventListener(event, noteState);
      disposed = true;
      opened?.destroy();
      setEngine(null);
    };
  }, [video]);

  /** Switches between audio only and the full film at the current position. */
  const setAudioOnly = useCallback(
    (enabled: boolean) => {
      setAudioOnlyState(enabled);
      const { playback: now } = current.current;
      // The cookie from the ticket exchange is valid for both addresses.
      engine?.load(withoutTicket((enabled && now.audioUrl) || now.url), video?.currentTime ?? 0);
    },
    [engine, video],
  );

  const engineState = useSyncExternalStore(
    useCallback((changed) => engine?.subscribe(changed) ?? (() => {}), [engine]),
    () => engine?.state() ?? IDLE,
    () => IDLE,
  );
  return { engine, engineState, audioOnly, setAudioOnly };
}
