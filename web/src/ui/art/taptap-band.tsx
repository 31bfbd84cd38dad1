import { type ReactNode, useId } from 'react';
import type { ArtProps } from './cut-metal.tsx';

const red = 'var(--action, #d92b3a)';
const mango = 'var(--highlight, #f4a52e)';
const indigo = 'var(--indigo, #1d2f8a)';
const chalk = '#f7f2e8';
const cane = '#2f8f63';

/** Each pattern is one tile, 24 high, that joins itself on both sides. */
const patterns = {
  diamonds: {
    width: 48,
    tile: (
      <>
        <path fill={indigo} d="M0 0h48v24H0z" />
        <path fill={mango} d="M24 2l18 10-18 10L6 12z" />
        <path fill={red} d="M24 6.5L34 12l-10 5.5L14 12z" />
        <path fill={cane} d="M0 5l8 7-8 7zM48 5l-8 7 8 7z" />
        <circle cx="24" cy="12" r="2.5" fill={chalk} />
      </>
    ),
  },
  eyes: {
    width: 56,
    tile: (
      <>
        <path fill={red} d="M0 0h56v24H0z" />
        <path fill={chalk} d="M4 12Q28-9 52 12 28 33 4 12z" />
        <circle cx="28" cy="12" r="8" fill={indigo} />
        <circle cx="28" cy="12" r="3" fill={mango} />
        <path
          fill={mango}
          d="M0 6l5 6-5 6zM56 6l-5 6 5 6zM0 0h6L0 5zM56 0h-6l6 5zM0 24h6l-6-5zM56 24h-6l6-5z"
        />
      </>
    ),
  },
  petals: {
    width: 64,
    tile: (
      <>
        <path fill={mango} d="M0 0h64v24H0z" />
        <path
          fill={red}
          d="M32 12C20 9 20 1 25 1s7 5 7 11c0-6 2-11 7-11s5 8-7 11c12 3 12 11 7 11s-7-5-7-11c0 6-2 11-7 11s-5-8 7-11z"
        />
        <circle cx="32" cy="12" r="3" fill={chalk} />
        <path fill={cane} d="M4 12q8-9 15 0-7 9-15 0zM60 12q-8-9-15 0 7 9 15 0z" />
        <path fill={indigo} d="M0 7l4 5-4 5zM64 7l-4 5 4 5z" />
      </>
    ),
  },
  teeth: {
    width: 24,
    tile: (
      <>
        <path fill={indigo} d="M0 0h24v24H0z" />
        <path fill={red} d="M0 24L12 3l12 21z" />
        <path fill={mango} d="M6 24l6-11 6 11z" />
        <path fill={chalk} d="M0 0h5L0 8zM24 0h-5l5 8z" />
      </>
    ),
  },
} satisfies Record<string, { width: number; tile: ReactNode }>;

export type BandPattern = keyof typeof patterns;

interface TaptapBandProps extends ArtProps {
  pattern?: BandPattern;
  /** For a band that is on a page once. */
  id?: string;
}

/** A painted tap-tap band. Its height comes from the class; it fills any width without stretching. */
export function TaptapBand({ pattern = 'diamonds', id, className }: TaptapBandProps) {
  const own = useId();
  const patternId = id ?? own;
  const { width, tile } = patterns[pattern];
  return (
    <svg
      viewBox="0 0 9600 24"
      preserveAspectRatio="xMinYMid slice"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <pattern id={patternId} width={width} height="24" patternUnits="userSpaceOnUse">
        {tile}
      </pattern>
      <path fill={`url(#${patternId})`} d="M0 0h9600v24H0z" />
    </svg>
  );
}
