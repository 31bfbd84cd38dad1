import type { Playback } from '@lakou/contract/playback';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { readHabits, remember } from '../remembered.ts';
import { Refused } from '../request-playback.ts';
import { type Engine, IDLE } from './engine.ts';
import { openEngine } from './open-engine.ts';

interface UseEngineOptions {
  video: HTMLVideoElement | null;
  playback: Playback;
  /** Where to begin, in seconds. */
  startAt: number;
  renew(): Promise<Playback>;
  /** The house refuses for good; `cannot_play`: this browser does. */
  onRefused(refusal: Refused): void;
  onBroken(reason: 'broken' | 'cannot_play'): void;
}

const AGAIN_MS = 2000;
const withoutTicket = (address: string): string => address.split('?')[0] ?? address;

/** The engine behind the video element, from the first ticket on; it renews the ticket when the house asks for one. */
export function useEngine({ video, playback, startAt, renew, onRefused, onBroken }: UseEngineOptions) {
  const [engine, setEngine] = useState<Engine | null>(null);
  const [audioOnly, setAudioOnly] = useState(false);
  const current = useRef({ playback, audioOnly, renew, onRefused, onBroken });
  current.current = { ...current.current, audioOnly, renew, onRefused, onBroken };

  // biome-ignore lint/correctness/useExhaustiveDependencies: one engine for one film; the rest is read when needed.
  useEffect(() => {
    if (!video) return;
    let gone = false;
    let opened: Engine | null = null;
    const habits = readHabits();
    const address = (): string => {
      const { playback: now, audioOnly: deaf } = current.current;
      return (deaf && now.audioUrl) || now.url;
    };

    async function renewTicket(): Promise<void> {
      try {
        const fresh = await current.current.renew();
        if (gone || !opened) return;
        const same = fresh.base === current.current.playback.base;
        current.current.playback = fresh;
        if (!same) return opened.load(address(), video?.currentTime ?? 0);
        // The same files: the ticket is exchanged for a cookie, and what is on screen stays there.
        await fetch(fresh.url);
        if (!gone) opened.resume();
      } catch (error) {
        if (gone) return;
        if (error instanceof Refused) current.current.onRefused(error);
        else setTimeout(() => !gone && void renewTicket(), AGAIN_MS);
      }
    }

    async function open(): Promise<void> {
      const options = {
        video: video as HTMLVideoElement,
        bandwidth: habits.bandwidth,
        saving: habits.dataSaver,
        sound: habits.audio,
        onRefused: () => void renewTicket(),
        onBroken: () => current.current.onBroken('broken'),
        onBandwidth: (bandwidth: number) => remember({ bandwidth: Math.round(bandwidth) }),
      };
      try {
        opened = await openEngine(playback.film, options);
      } catch {
        // The engine itself could not be fetched: the network is gone.
        if (!gone) setTimeout(() => !gone && void open(), AGAIN_MS);
        return;
      }
      if (gone) return opened?.destroy();
      if (!opened) return current.current.onBroken('cannot_play');
      setEngine(opened);
      opened.load(address(), startAt);
    }

    void open();
    return () => {
      gone = true;
      opened?.destroy();
      setEngine(null);
    };
  }, [video]);

  /** The same film without its picture, or with it again, from where it is. */
  const listenOnly = useCallback(
    (wish: boolean) => {
      setAudioOnly(wish);
      const { playback: now } = current.current;
      // The ticket has been exchanged: the cookie opens either address.
      engine?.load(withoutTicket((wish && now.audioUrl) || now.url), video?.currentTime ?? 0);
    },
    [engine, video],
  );

  const ladder = useSyncExternalStore(
    useCallback((changed) => engine?.subscribe(changed) ?? (() => {}), [engine]),
    () => engine?.state() ?? IDLE,
    () => IDLE,
  );
  return { engine, ladder, audioOnly, listenOnly };
}
