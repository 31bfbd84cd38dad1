import { type ArtProps, CutMetal } from './cut-metal.tsx';

const petal = 'M200 90c17-14 14-42 0-58-14 16-17 44 0 58z';
const ray = 'M176 102c12-14 0-26 10-42 8-14 26-18 24-50 22 26 20 48 10 62-8 12-4 22 4 30z';
const vein = 'M200 94c-6-12 4-22 8-34 4-10 6-18 6-30 8 16 6 28-2 40-6 10-10 14-12 24z';

const turns = [0, 45, 90, 135, 180, 225, 270, 315];
const around = (shape: string, from = 0) =>
  turns.map((turn) => <path key={turn} d={shape} transform={`rotate(${turn + from} 200 200)`} />);

/** The sun, for the light theme and for what went well. */
export function SunFaceArt({ className }: ArtProps) {
  return (
    <CutMetal
      className={className}
      behind={
        <>
          <g fill="var(--highlight, #f4a52e)">
            <circle cx="200" cy="200" r="98" />
            {around(petal, 22.5)}
          </g>
          <path
            d="M370 270h.01m-100 100h.01m-140 0h.01m-100-100h.01m0-140h.01m100-100h.01m140 0h.01m100 100h.01"
            strokeWidth="9"
            stroke="var(--action, #d92b3a)"
          />
        </>
      }
      iron={
        <>
          <circle cx="200" cy="200" r="104" />
          {around(ray)}
        </>
      }
      cuts={
        <>
          <circle cx="200" cy="200" r="93" fill="none" strokeWidth="5" />
          {around(vein)}
          <path d="M139 186q25-20 50 0-25 17-50 0zm72 0q25-20 50 0-25 17-50 0zm-47 66q18-11 29-8 7 4 14 0 11-3 29 8-18 2-36 2-18 0-36-2zm4 6q32 5 64 0-14 18-32 18-18 0-32-18zm32-144q2 16 12 18-10 2-12 18-2-16-12-18 10-2 12-18z" />
          <g fill="#fff">
            <circle cx="164" cy="184" r="9.5" />
            <circle cx="236" cy="184" r="9.5" />
          </g>
          <path
            d="M130 172q20-26 48-16 12 6 10 26-2 24-8 34-4 12 8 14 12 6 24 0 12-2 8-14-6-10-8-34-2-20 10-26 28-10 48 16m-132 54a9 9 0 1 1-12-10m136 10a9 9 0 1 0 12-10"
            fill="none"
            strokeWidth="5.5"
          />
          <path d="M176 136h.01m48 0h.01m-67 7h.01m86 0h.01" strokeWidth="7" />
        </>
      }
      front={
        <path
          d="M164 252q18-11 29-8 7 4 14 0 11-3 29 8-18 2-36 2-18 0-36-2zm4 6q32 5 64 0-14 18-32 18-18 0-32-18z"
          fill="var(--action, #d92b3a)"
        />
      }
    />
  );
}
