import { useId } from 'react';
import type { ArtProps } from './cut-metal.tsx';

type Place = readonly [number, number];

const steps = [0, 12, 24, 36, 48, 60, 72, 84];
const places: Place[] = steps.flatMap((x) =>
  steps.flatMap((y): Place[] => [
    [x, y],
    [x + 6, y + 6],
  ]),
);
/** The cloth is sewn in lozenges, as wide as the tile. */
const onLozenge = ([x, y]: Place) => Math.abs(x - 48) + Math.abs(y - 48) === 48;
/** Three off the edge: a sequin must not be cut by the tile's border. */
const sewn = (chosen: readonly Place[]) => chosen.map(([x, y]) => `M${x + 3} ${y + 3}h.01`).join('');
const seam = sewn(places.filter(onLozenge));
const field = sewn(places.filter((place) => !onLozenge(place)));

/** Sequins of a drapo as a quiet texture: over a promo panel's background, in the colour of its text. */
export function SequinPanel({ className }: ArtProps) {
  const id = useId();
  return (
    <svg
      width="100%"
      height="100%"
      className={className}
      strokeLinecap="round"
      aria-hidden="true"
      focusable="false"
    >
      <pattern id={id} width="96" height="96" patternUnits="userSpaceOnUse">
        <path d={field} stroke="currentColor" strokeWidth="2.2" opacity=".16" />
        <path d={seam} stroke="var(--highlight, #f4a52e)" strokeWidth="3.2" opacity=".6" />
        <path
          d="M51 39h.01M63 51h.01M51 63h.01M39 51h.01"
          stroke="var(--action, #d92b3a)"
          strokeWidth="4"
          opacity=".8"
        />
        <path d="M51 51h.01" stroke="var(--highlight, #f4a52e)" strokeWidth="6" opacity=".8" />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
