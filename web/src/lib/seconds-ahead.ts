/** How much of a film is on hand beyond what is shown. */
export function secondsAhead({ buffered, currentTime }: HTMLVideoElement): number {
  const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
  return end - currentTime;
}
