/** How long a video has played, without pauses and seeks. */
export function playedSeconds({ played, playbackRate }: HTMLVideoElement): number {
  let seconds = 0;
  for (let at = 0; at < played.length; at += 1) seconds += played.end(at) - played.start(at);
  return seconds / playbackRate;
}
