/** Whether the video has the position that it is at. */
export function isBuffered({ buffered, currentTime }: HTMLVideoElement): boolean {
  for (let at = 0; at < buffered.length; at += 1)
    if (buffered.start(at) <= currentTime && currentTime < buffered.end(at)) return true;
  return false;
}
