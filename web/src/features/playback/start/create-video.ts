/** The player's video element; the script in the page makes it before React is there. */
export function createVideo(): HTMLVideoElement {
  const video = document.createElement('video');
  video.playsInline = true;
  video.preload = 'auto';
  video.className = 'absolute inset-0 size-full object-contain';
  return video;
}
