import type { ReactNode } from 'react';
import { choose } from '../choose.ts';

const backgrounds = [
  '#1d2f8a',
  '#6b1430',
  '#14503b',
  '#2a1a5e',
  '#8a3a1c',
  '#0f5563',
  '#2f3a7a',
  '#9c5208',
] as const;
const turns = [0, 45, 90, 135, 180, 225, 270, 315];
const dark = '#0c0e1a';
const mango = '#f4a52e';

/** A flower of cut iron with a light in its heart. */
const flower = (
  <>
    {turns.map((turn) => (
      <g key={turn} transform={`rotate(${turn} 224 100)`}>
        <path fill={dark} d="M224 76c-20-16-22-48 0-70 22 22 20 54 0 70z" />
        <path d="M224 26v34" stroke={mango} strokeWidth="4" />
        <path d="M262 8v.01" stroke={mango} strokeWidth="6" />
      </g>
    ))}
    <circle cx="224" cy="100" r="20" fill={mango} />
    <circle cx="224" cy="100" r="8" fill={dark} />
  </>
);

/** A sea of curls under the moon. */
const curls =
  'M-40 0c2-1 10-3 14-8 4-5 7-15 12-20 5-5 12-10 18-10 6 0 14 6 16 10 2 4 0 12-3 15-2 3-10 2-12 1-2-1 0-7 0-9m17 21c2-1 10-3 14-8 4-5 7-15 12-20 5-5 12-10 18-10 6 0 14 6 16 10 2 4 0 12-3 15-2 3-10 2-12 1-2-1 0-7 0-9m17 21c2-1 10-3 14-8 4-5 7-15 12-20 5-5 12-10 18-10 6 0 14 6 16 10 2 4 0 12-3 15-2 3-10 2-12 1-2-1 0-7 0-9m17 21c2-1 10-3 14-8 4-5 7-15 12-20 5-5 12-10 18-10 6 0 14 6 16 10 2 4 0 12-3 15-2 3-10 2-12 1-2-1 0-7 0-9m17 21c2-1 10-3 14-8 4-5 7-15 12-20 5-5 12-10 18-10 6 0 14 6 16 10 2 4 0 12-3 15-2 3-10 2-12 1-2-1 0-7 0-9';
const sea = (
  <>
    <circle cx="244" cy="74" r="52" fill={mango} />
    {[132, 168, 204].map((y, row) => (
      <g key={y} transform={`translate(${row % 2 ? 132 : 104} ${y})`} stroke={dark} strokeWidth="9">
        <path d="M-40 0h320" />
        <path d={curls} />
      </g>
    ))}
  </>
);

/** Hills with lamps on them, one behind the other. */
const hills = (
  <>
    <circle cx="196" cy="62" r="40" fill={mango} />
    <path fill="#171b33" d="M70 200l92-96 40 34 60-70 70 76v56z" />
    <path fill={dark} d="M110 200l70-54 36 20 52-48 60 60v22z" />
    <path
      d="M176 164h.01M196 176h.01M214 184h.01M236 162h.01M252 178h.01M270 146h.01M284 170h.01M300 184h.01M262 134h.01M156 184h.01M150 130h.01M252 92h.01M286 116h.01"
      stroke={mango}
      strokeWidth="6"
    />
  </>
);

/** A branch with leaves and one bird. */
const branch = (
  <>
    <path d="M110 196C170 186 220 150 246 96c12-24 34-42 70-52" stroke={dark} strokeWidth="10" />
    <path
      fill={dark}
      d="M150 186c-4-28-26-42-48-40 2 24 22 42 48 40zM196 160c6-28-10-50-32-58-6 26 6 50 32 58zM176 176c16 24 42 28 62 16-12-22-38-28-62-16zM226 128c22 18 48 14 62-4-18-18-44-16-62 4zM262 78c22 12 44 4 54-14-20-12-42-6-54 14z"
    />
    <path
      d="M140 178q-10-16-26-22M192 150q-2-20-18-36M188 180q18 12 38 10M238 130q20 2 36-6M272 74q14 0 30-8"
      stroke={mango}
      strokeWidth="4"
    />
    <path fill={mango} d="M238 84c-26 4-44-10-46-32-2-16-16-22-28-16l-14 10 14 4c4 30 24 50 58 48l34 4z" />
    <path d="M176 44h.01" stroke={dark} strokeWidth="7" />
    <path d="M200 64q14 14 34 12" stroke={dark} strokeWidth="4" />
  </>
);

const drawings: readonly [ReactNode, ...ReactNode[]] = [flower, sea, hills, branch];

/** For other categories: the name decides the background and the drawing. */
export function OtherTile({ name }: { name: string }) {
  const word = name.trim().toLowerCase();
  return (
    <>
      <path fill={choose(word, backgrounds)} d="M0 0h320v200H0z" />
      {choose(word, drawings, 1)}
    </>
  );
}
