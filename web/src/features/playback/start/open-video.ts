import type { Playback } from '@lakou/contract/playback/responses';
import { eventOf } from '#lib/event-of.ts';
import { measureVideo } from '../quality/measure-video.ts';
import type { QualityMeter } from '../quality/quality-meter.ts';
import { SegmentAppender } from './append-segments.ts';
import { createVideo } from './create-video.ts';
import type { OpenedVideo } from './early-playback.ts';
import { isBuffered } from './is-buffered.ts';
import { readPlan } from './read-playlists.ts';
import { applyPreferences, startPlaying } from './start-playing.ts';
import { waitForTaps } from './wait-for-taps.ts';

/** Plays the lowest rung from `position` on, in `place`; null where the engine has to begin. */
export async function openVideo(
  playback: Playback,
  position: number,
  place: Element,
  meter: QualityMeter | null,
): Promise<OpenedVideo | null> {
  const plan = playback.start && readPlan(playback.start);
  if (!plan) return null;
  const type = `video/mp4; codecs="${plan.codecs}"`;
  const first = plan.segments.findIndex(({ end }) => end > position);
  // One segment at least is left for the engine: see append-segments.ts.
  if (first < 0 || first >= plan.segments.length - 1 || !MediaSource.isTypeSupported(type)) return null;
  const video = createVideo();
  applyPreferences(video);
  const { codecs, kilobitsPerSecond } = plan;
  // This page was asked for to see the film.
  const measured = { began: 0, kilobitsPerSecond: () => kilobitsPerSecond };
  const stopMeasuring = meter ? measureVideo(video, meter, measured) : () => {};
  const onError = (): void => meter?.onError();
  video.addEventListener('error', onError);
  const appender = new SegmentAppender(playback.base, plan, video, first);
  const mediaSource = new MediaSource();
  video.src = URL.createObjectURL(mediaSource);
  place.append(video);
  await eventOf(mediaSource, 'sourceopen');
  mediaSource.duration = plan.duration;
  const buffer = mediaSource.addSourceBuffer(type);
  if (position > 0) video.currentTime = position;
  const appended = appender.run(buffer);
  const hasPicture = eventOf(video, 'loadeddata');
  // WebKit decodes no picture before it may play: without leave there may never be one.
  const autoplay = startPlaying(video);
  const isLost = eventOf(video, 'break').then(() => eventOf(video, 'break'));
  const isOpen = await new Promise<boolean>((resolve) => {
    const fail = (): void => resolve(false);
    void hasPicture.then(() => resolve(true));
    void appended.then(() => isBuffered(video) || fail());
    void autoplay.then((answer) => answer === 'refused' && fail());
    // The app says what is wrong while the engine tries on.
    void isLost.then(fail);
    video.addEventListener('error', fail);
  });
  if (!isOpen) {
    stopMeasuring();
    void appender.stop();
    video.remove();
    return null;
  }
  place.setAttribute('data-shown', '');
  waitForTaps(video, place, autoplay);
  return {
    video,
    autoplay: await autoplay,
    codecs,
    meter,
    stopMeasuring() {
      video.removeEventListener('error', onError);
      stopMeasuring();
    },
    appended,
    isBroken: () => appender.isBroken(),
    hasNotedBreak: () => appender.hasNotedBreak(),
    async handOver() {
      return { next: await appender.stop(), mediaSource, buffer };
    },
  };
}
