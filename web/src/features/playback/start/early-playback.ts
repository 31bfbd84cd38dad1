import type { Playback, PlaybackRefusal } from '@lakou/contract/playback/responses';
import type { QualityMeter } from '../quality/quality-meter.ts';
import type { Autoplay } from './start-playing.ts';

/** What the script in the page has begun before the app is there: see start-script.ts. */
export interface EarlyPlayback {
  id: string;
  /** The answer to the request for a ticket; rejected where none came. */
  answer: Promise<{ status: number; body: Playback & Partial<PlaybackRefusal> }>;
  /** The video with its first picture; null where the engine has to begin. */
  opening: Promise<OpenedVideo | null>;
  /** The first picture is there, or the app has to show something. */
  shown: Promise<void>;
  /** Resolves when there is enough on hand to load a part of the app meanwhile. */
  hasTime(): Promise<void>;
}

/** A video that plays from a media source to which the engine can append. */
export interface OpenedVideo {
  video: HTMLVideoElement;
  autoplay: Autoplay;
  codecs: string;
  /** What has been measured so far; null for a playback that reports nothing. */
  meter: QualityMeter | null;
  /** The player measures now. */
  stopMeasuring(): void;
  /** Resolves when nothing more is appended. */
  appended: Promise<void>;
  /** The connection is lost: nothing is gained by waiting for the film. */
  isBroken(): boolean;
  /** This break is remembered already: see connection-breaks.ts. */
  hasNotedBreak(): boolean;
  /** Appends no more; resolves when the last segment is complete. */
  handOver(): Promise<HandOver>;
}

interface HandOver {
  mediaSource: MediaSource;
  buffer: SourceBuffer;
  /** The start of the first segment that is missing, in seconds. */
  next: number;
}

declare global {
  /** Also read by the text in lib/first-visit.ts. */
  var earlyPlayback: EarlyPlayback | undefined;
}
