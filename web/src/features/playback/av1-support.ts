/** Whether this browser plays AV1 smoothly, kept in it: the answer is needed before anything can be asked. */
const KEY = 'lakou-av1';
/** A browser whose AV1 did not play may say again that it is smooth: for so long it is not asked. */
const FAILURE_MS = 30 * 24 * 3600 * 1000;

/** The largest of our AV1 rungs (media/src/choose-ladder.ts). */
const VIDEO = {
  contentType: 'video/mp4; codecs="av01.0.04M.08"',
  width: 854,
  height: 480,
  bitrate: 600_000,
  framerate: 30,
};
const AUDIO = { contentType: 'audio/mp4; codecs="opus"', channels: '2', bitrate: 96_000, samplerate: 48_000 };
const MUXED = 'video/mp4; codecs="av01.0.04M.08,opus"';

/** Whether this playlist is the one of a film's AV1. */
export const isInAv1 = (address: string): boolean => address.includes('/av1.m3u8');

/** As remembered from the last film; false until then. */
export const playsAv1 = (): boolean => read() === 'smooth';

/** Asks the browser, for the next film. What is smooth can change, with a driver or an empty battery. */
export async function rememberAv1(): Promise<void> {
  if (hasFailed()) return;
  const isSmooth = await decodesSmoothly().catch(() => false);
  // It may have failed meanwhile.
  if (!hasFailed()) store(isSmooth ? 'smooth' : 'no');
}

/** AV1 did not play after all: this film goes on in H.264, and the next ones come in it. */
export function rememberFailedAv1(): void {
  store(`failed ${Date.now()}`);
}

function hasFailed(): boolean {
  const [, at] = /^failed (\d+)$/.exec(read()) ?? [];
  return Math.abs(Date.now() - Number(at)) < FAILURE_MS;
}

async function decodesSmoothly(): Promise<boolean> {
  if (!MediaSource.isTypeSupported(MUXED)) return false;
  const asked = { type: 'media-source' as const, video: VIDEO, audio: AUDIO };
  const { supported, smooth } = await navigator.mediaCapabilities.decodingInfo(asked);
  return supported && smooth;
}

function read(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function store(answer: string): void {
  try {
    localStorage.setItem(KEY, answer);
  } catch {
    // Storage is blocked or full: films come in H.264.
  }
}
