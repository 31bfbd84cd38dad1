import { choose } from './choose.ts';
import type { ArtProps } from './cut-metal.tsx';

const schemes = [
  { sky: '#121d57', moon: '#2c43b8', far: '#1b2a78', near: '#0d1440' },
  { sky: '#3a0d1e', moon: '#8c1f38', far: '#5a1530', near: '#250815' },
  { sky: '#0a2b26', moon: '#1f6f54', far: '#12463a', near: '#061d1a' },
  { sky: '#2b1430', moon: '#6a3a86', far: '#43235a', near: '#1c0c22' },
] as const;

/** A moon over the hills, for titles without a wide picture. The drawing is on the right, text on the left. */
export function BannerPlaceholder({ seed = '', className }: ArtProps & { seed?: string | undefined }) {
  const { sky, moon, far, near } = choose(seed, schemes);
  const lights = 'M-20 40Q170 132 340 66T660 30';
  return (
    <svg
      viewBox="0 0 640 360"
      preserveAspectRatio="xMaxYMid slice"
      className={className}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path fill={sky} d="M0 0h640v360H0z" />
      <g stroke={moon} strokeWidth="5" strokeDasharray="0 15">
        <circle cx="470" cy="152" r="126" />
        <circle cx="470" cy="152" r="146" />
        <circle cx="470" cy="152" r="166" />
      </g>
      <circle cx="470" cy="152" r="106" fill={moon} />
      <g stroke={sky} strokeWidth="5">
        <circle cx="470" cy="152" r="95" />
        <path d="M398 124q20-26 48-16 12 6 10 26-2 24-8 34-4 12 8 14 12 6 24 0 12-2 8-14-6-10-8-34-2-20 10-26 28-10 48 16" />
      </g>
      <path
        fill={sky}
        d="M408 138q24 20 48 0-24-20-48 0zM484 138q24 20 48 0-24-20-48 0zM434 204q18-11 29-8 7 4 14 0 11-3 29 8-18 22-36 22t-36-22z"
      />
      <path fill={far} d="M0 300l70-60 50 34 84-84 60 56 50-30 80 70 70-50 60 40 116-80v164H0z" />
      <path fill={near} d="M0 330l90-50 70 40 90-60 80 50 70-36 90 56 70-40 80 30v40H0z" />
      <path
        d="M60 316h.01M92 300h.01M120 318h.01M152 334h.01M196 310h.01M222 292h.01M250 276h.01M262 300h.01M292 310h.01M330 326h.01M372 306h.01M400 292h.01M422 312h.01M452 330h.01M494 336h.01M530 318h.01M562 306h.01M590 322h.01M618 332h.01"
        stroke="#f4a52e"
        strokeWidth="4"
      />
      <path d={lights} stroke={near} strokeWidth="2" />
      <path d={lights} stroke="#f4a52e" strokeWidth="8" strokeDasharray="0 34" />
    </svg>
  );
}
