import type { Film, Playback } from '@lakou/contract/playback/responses';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import type { Engine } from '../engine/engine.ts';
import { endCastAddress, requestCastAddress } from './cast-address.ts';
import { type AppleVideo, videoOfAddress, watchConnection, watchReceivers } from './receivers.ts';

interface CastOptions {
  video: AppleVideo | null;
  engine: Engine | null;
  playback: Playback;
  captions: Film['subtitles'][number] | undefined;
  /** A downloaded film: its files are on this device alone. */
  isStored: boolean;
  announce(text: string): void;
}

/**
 * Playing on another screen. Where the browser sends what it has itself, nothing changes; a receiver that fetches by
 * itself gets an address of its own, and the film comes back here at the same position.
 */
export function useCast({ video, engine, playback, captions, isStored, announce }: CastOptions) {
  const t = useTranslations();
  const [isThere, setThere] = useState({ forVideo: false, forAddress: false });
  const [isCasting, setCasting] = useState(false);
  /** Whether the video plays the receiver's address. */
  const isHandedOver = useRef(false);

  useEffect(() => {
    if (!video || isStored) return;
    const stops = [watchReceivers(video, (forVideo) => setThere((before) => ({ ...before, forVideo })))];
    // Some browsers cannot hand over what a script feeds them; a playlist they can.
    if (!video.webkitShowPlaybackTargetPicker && video.remote)
      stops.push(
        watchReceivers(videoOfAddress(`${playback.base}master.m3u8`), (forAddress) =>
          setThere((before) => ({ ...before, forAddress })),
        ),
      );
    return () => {
      for (const stop of stops) stop();
      setThere({ forVideo: false, forAddress: false });
    };
  }, [video, isStored, playback.base]);

  const handOver = async (): Promise<void> => {
    const address = await requestCastAddress(playback, captions);
    isHandedOver.current = true;
    await engine?.cast(address, takeBack);
  };
  const takeBack = (): void => {
    setCasting(false);
    if (!isHandedOver.current) return;
    isHandedOver.current = false;
    void engine?.cast(null);
    void endCastAddress(playback).catch(() => {});
  };
  const latest = useRef({ handOver, takeBack, announce });
  latest.current = { handOver, takeBack, announce };

  useEffect(() => {
    if (!video || !engine || isStored) return;
    return watchConnection(video, (isConnected) => {
      const { handOver: give, takeBack: take, announce: say } = latest.current;
      if (!isConnected) return take();
      setCasting(true);
      say(t('playback.casting'));
      // AirPlay is also begun outside of the page, with what the video plays at that moment.
      if (video.webkitShowPlaybackTargetPicker && !isHandedOver.current) void give().catch(take);
    });
  }, [video, engine, isStored, t]);

  // The receiver shows the captions that its playlist names first.
  const shown = useRef(captions);
  useEffect(() => {
    if (shown.current === captions) return;
    shown.current = captions;
    if (isHandedOver.current) void latest.current.handOver().catch(() => latest.current.takeBack());
  }, [captions]);

  async function choose(media: AppleVideo): Promise<void> {
    if (media.webkitShowPlaybackTargetPicker) return media.webkitShowPlaybackTargetPicker();
    const isFed = media.currentSrc.startsWith('blob:');
    if (!isHandedOver.current && !(isFed && isThere.forVideo)) await handOver();
    await media.remote.prompt();
    // Closed without a choice.
    if (media.remote.state === 'disconnected') takeBack();
  }

  const isAvailable = video !== null && engine !== null && (isThere.forVideo || isThere.forAddress);
  return {
    isCasting,
    cast: isAvailable ? () => void choose(video).catch(takeBack) : undefined,
  };
}
