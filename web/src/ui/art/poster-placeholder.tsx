import { choose } from './choose.ts';
import type { ArtProps } from './cut-metal.tsx';

const schemes = [
  { background: '#121d57', iron: '#2c43b8' },
  { background: '#3a0d1e', iron: '#8c1f38' },
  { background: '#0a2b26', iron: '#1f6f54' },
  { background: '#2b1430', iron: '#6a3a86' },
] as const;

const branches =
  'M204 359c6-4 22-18 34-23 12-5 28 0 40-5 12-6 25-24 30-28l-4-6c-5 4-18 20-30 24-12 5-27-1-40 3-13 4-32 18-38 21zM206 318c5-7 15-31 26-42 11-10 29-9 39-19 10-10 16-33 20-40l-6-2c-3 6-10 27-20 36-10 9-29 7-41 17-12 9-25 35-30 42zM206 272c2-8 7-33 12-46 6-13 20-18 24-31 4-12 1-37 1-45h-6c0 7 2 31-3 43-4 12-18 16-24 29-7 12-14 38-16 46z';
const leaves =
  'M230 334c11-9 13-28 2-40-4 11-8 30-2 40zm32-8c11-8 11-24 0-34-3 10-7 26 0 34zm-8 2c1 11 15 20 24 24 1-15-10-26-24-24zm34-10c5 9 20 12 30 12-4-14-18-19-30-12zm16-16c15 2 30-10 32-26-11 5-28 14-32 26zm-4 4c11-8 11-24 0-34-3 10-7 26 0 34zm-78-26c9-11 7-28-4-38-3 11-4 29 4 38zm30-20c11-8 13-24 2-34-4 9-8 25-2 34zm-4 2c5 10 22 13 32 14-4-14-20-21-32-14zm26-18c8 8 25 7 36 6-8-13-25-15-36-6zm12-24c13 6 30-1 36-14-12 0-30 4-36 14zm2 0c8-12 4-31-8-40-2 12-1 31 8 40zm-70-4c8-11 4-28-8-36-2 11-1 29 8 36zm16-18c9 5 22-1 30-6-10-8-24-5-30 6zm6-28c11 3 26-6 34-14-13-6-29 1-34 14zm0-16c6-12-2-28-14-34-1 11 3 29 14 34zm0-2c12-4 19-22 20-34-14 5-24 20-20 34zm-39 62c11-6 18-26 21-38-14 6-24 24-21 38zm0-46c10-6 17-24 19-36-14 6-23 23-19 36zm0-40c9-3 15-15 17-24-11 2-19 13-17 24z';
const ribs =
  'M232 323q5-11 1-23-1 11-1 23zm32-6q4-10-1-20-1 10 1 20zm-2 16q6 8 14 15-4-10-14-15zm35-13q8 4 17 7-7-7-17-7zm17-24q12-4 18-15-10 7-18 15zm-12 1q4-10-1-20-1 10 1 20zm-80-28q3-11-2-22-1 11 2 22zm32-18q5-10 1-20-1 10-1 20zm3 13q9 5 19 9-8-8-19-9zm27-20q11 3 21 4-10-6-21-4zm12-27q12 0 21-8-11 3-21 8zm-9-8q1-13-5-24 1 12 5 24zm-70-3q1-12-5-21 1 11 5 21zm25-11q9 0 18-3-10-2-18 3zm7-30q10-3 20-8-12 0-20 8zm-12-21q-1-11-8-20 2 11 8 20zm8-2q7-9 12-20-9 9-12 20zm-39 61q7-10 12-22-9 9-12 22zm-1-45q7-10 11-22-9 9-11 22zm0-37q7-6 10-14-8 5-10 14z';
const fruit = 'M252 302h.01M322 262h.01M268 236h.01M304 232h.01M222 204h.01M258 140h.01M282 306h.01';

/** A tree of life on a drum lid, for titles without a poster. The title decides its colour. */
export function PosterPlaceholder({ seed = '', className }: ArtProps & { seed?: string | undefined }) {
  const { background, iron } = choose(seed, schemes);
  return (
    <svg
      viewBox="0 0 400 600"
      preserveAspectRatio="xMidYMid slice"
      className={className}
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
      focusable="false"
    >
      <path fill={background} d="M0 0h400v600H0z" />
      <circle cx="200" cy="262" r="181" stroke={iron} strokeWidth="5" strokeDasharray="0 14.22" />
      <circle cx="200" cy="262" r="160" stroke={iron} strokeWidth="11" />
      {['', 'matrix(-1 0 0 1 400 0)'].map((mirror) => (
        <g key={mirror} transform={mirror || undefined}>
          <path fill={iron} d={branches} />
          <path fill={iron} d={leaves} />
          <path fill={background} d={ribs} />
          <path stroke="#f4a52e" strokeWidth="9" d={fruit} />
        </g>
      ))}
      <path
        fill={iron}
        d="M186 396c8-46 5-96 9-146l3-120c-6-14-4-22 2-32 6 10 8 18 2 32l3 120c4 50 1 100 9 146z"
      />
      <path
        stroke={iron}
        strokeWidth="9"
        d="M190 388q-30 22-62-6M196 392q-16 24-34 26M210 388q30 22 62-6M204 392q16 24 34 26"
      />
      <path fill={background} d="M200 400q-7-60 0-120 7 60 0 120z" />
      <path
        fill={iron}
        d="M0 600V560l20 24 20-24 20 24 20-24 20 24 20-24 20 24 20-24 20 24 20-24 20 24 20-24 20 24 20-24 20 24 20-24 20 24 20-24 20 24 20-24v40zM0 0v14l20 20 20-20 20 20 20-20 20 20 20-20 20 20 20-20 20 20 20-20 20 20 20-20 20 20 20-20 20 20 20-20 20 20 20-20 20 20 20-20V0z"
      />
    </svg>
  );
}
