import type { Autoplay } from './start-playing.ts';

/** On a weak connection the player takes long; after this time the browser shows its own controls. */
const CONTROLS_MS = 3000;

/** Until the player is there, whose controls cover the video: a tap pauses, or brings the sound where the browser began without. */
export function waitForTaps(video: HTMLVideoElement, place: Element, autoplay: Promise<Autoplay>): void {
  let isSilent = false;
  const setSilent = (silent: boolean): void => {
    isSilent = silent;
    // Shows the button for it: see watch-page.tsx.
    place.toggleAttribute('data-silent', silent);
    setTimeout(() => {
      // A tap on the browser's controls would not bring the sound.
      video.controls = !isSilent && place.contains(video);
    }, CONTROLS_MS);
  };
  const bringSound = (): void => {
    video.muted = false;
    setSilent(false);
  };
  setSilent(false);
  void autoplay.then((answer) => answer === 'muted' && setSilent(true));
  document.querySelector('[data-early-sound]')?.addEventListener('click', bringSound);
  video.addEventListener('click', () => {
    if (isSilent) bringSound();
    else if (!video.controls) void (video.paused ? video.play() : video.pause());
  });
}
