/** Of the style that hides images on a first visit until the app is there: see first-visit.ts. */
export const LATER_IMAGES = 'later-images';

export function showLaterImages(): void {
  document.getElementById(LATER_IMAGES)?.remove();
}
