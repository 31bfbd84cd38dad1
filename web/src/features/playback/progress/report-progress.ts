import type { ProgressInput } from '@lakou/contract/playback/inputs';
import type { Film } from '@lakou/contract/playback/responses';

/** How far the video is. */
export function positionIn(video: HTMLVideoElement, film: Film): { position: number; duration: number } {
  return {
    position: Math.round(video.currentTime * 10) / 10,
    duration: Number.isFinite(video.duration) && video.duration > 0 ? video.duration : film.duration,
  };
}

/** Sends progress, authorised by the stream's cookie. False when the server could not be reached. */
export async function reportProgress(base: string, report: ProgressInput): Promise<boolean> {
  try {
    const response = await fetch(`${base}progress`, {
      method: 'POST',
      body: JSON.stringify(report),
      keepalive: true,
    });
    // A refused report is not stored: reports continue with the next ticket.
    return response.status < 500;
  } catch {
    return false;
  }
}
