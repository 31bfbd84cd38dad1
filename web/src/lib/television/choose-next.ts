export type Direction = 'left' | 'right' | 'up' | 'down';

/** A rectangle on the screen, as `getBoundingClientRect` gives it. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** What is beside the way counts more than what is along it, so that arrows follow rows and columns. */
const ASIDE = 3;
/** Boxes may overlap a little, such as a link that covers its card. */
const TOLERANCE = 4;

/** The box that somebody means who presses this arrow at `from`; undefined where there is none in that direction. */
export function chooseNext<Item extends { box: Box }>(
  from: Box,
  direction: Direction,
  items: readonly Item[],
): Item | undefined {
  let best: Item | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const cost = costOf(turned(from, direction), turned(item.box, direction));
    if (cost >= least) continue;
    best = item;
    least = cost;
  }
  return best;
}

/** As if the arrow pointed to the right. */
function turned({ left, right, top, bottom }: Box, direction: Direction): Box {
  if (direction === 'right') return { left, right, top, bottom };
  if (direction === 'left') return { left: -right, right: -left, top, bottom };
  if (direction === 'down') return { left: top, right: bottom, top: left, bottom: right };
  return { left: -bottom, right: -top, top: left, bottom: right };
}

function costOf(from: Box, to: Box): number {
  const along = Math.max(0, to.left - from.right);
  const aside = Math.max(0, to.top - from.bottom, from.top - to.bottom);
  const isBeside = to.left < from.right - TOLERANCE;
  const reachesFurther = centre(to) > centre(from) + TOLERANCE && to.right > from.right + TOLERANCE;
  if (isBeside && (aside > 0 || !reachesFurther)) return Number.POSITIVE_INFINITY;
  // Of those that are level with it, the one whose start is nearest: the first line of a tall neighbour, not its middle.
  const shift = Math.abs(to.top - from.top);
  return along + ASIDE * aside + shift / 100;
}

function centre({ left, right }: Box): number {
  return (left + right) / 2;
}
