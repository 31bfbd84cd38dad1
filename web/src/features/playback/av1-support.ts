/** Whether this browser plays AV1 smoothly, kept in it: the answer is needed before anything can be asked. */
const KEY = 'lakou-av1';

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

/** As remembered from the last film; false until then. */
export function playsAv1(): boolean {
  try {
    return localStorage.getItem(KEY) === 'smooth';
  } catch {
    return false;
  }
}

/** Asks the browser, for the next film. What is smooth can change, with a driver or an empty battery. */
export async function rememberAv1(): Promise<void> {
  const isSmooth = await decodesSmoothly().catch(() => false);
  remember(isSmooth);
}

/** AV1 did not play after all: the next film comes in H.264. */
export function forgetAv1(): void {
  remember(false);
}

async function decodesSmoothly(): Promise<boolean> {
  if (!MediaSource.isTypeSupported(MUXED)) return false;
  const asked = { type: 'media-source' as const, video: VIDEO, audio: AUDIO };
  const { supported, smooth } = await navigator.mediaCapabilities.decodingInfo(asked);
  return supported && smooth;
}

function remember(isSmooth: boolean): void {
  try {
    localStorage.setItem(KEY, isSmooth ? 'smooth' : 'no');
  } catch {
    // Storage is blocked or full: films come in H.264.
  }
}
