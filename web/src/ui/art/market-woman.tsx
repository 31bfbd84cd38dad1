import { type ArtProps, CutMetal } from './cut-metal.tsx';

const raisedArm =
  'M246 240c8-3 37-7 46-19 10-12 13-34 11-52-1-18-17-46-20-55l-14 4c3 9 14 38 16 53 1 15-1 28-9 36-8 7-32 7-38 9z';
const restingArm =
  'M152 218c-7 5-37 15-42 26-6 11-1 33 9 40 9 7 40 4 48 4l2-12c-7-2-33-5-40-8-7-3-8-7-3-12 6-4 32-12 38-14z';

/** A machann with a full basket, where nothing was bought yet. */
export function MarketWomanArt({ className }: ArtProps) {
  return (
    <CutMetal
      className={className}
      behind={
        <>
          <path d="M172 280h56l22 30 34 28 14 24h-196l14-24 34-28z" fill="var(--highlight, #f4a52e)" />
          <ellipse cx="200" cy="74" rx="25" ry="29" fill="var(--highlight, #f4a52e)" />
          <path d="M122 102h156l-16 28-62 12-62-12z" fill="var(--highlight, #f4a52e)" />
          <path d="M150 228h100l-12 14h-76z" fill="var(--action, #d92b3a)" />
        </>
      }
      iron={
        <>
          <path d="M151 84c-7-1-34-2-46-8-13-7-24-26-29-31l-4 2c4 8 10 36 23 45 13 9 45 7 54 8z" />
          <path d="M154 83c-6-3-25-10-35-19-10-9-19-29-23-35l-4 2c2 8 4 34 13 45 9 11 34 18 41 21z" />
          <path d="M158 79c-4-5-17-18-24-28-6-10-13-26-16-32l-4 2c0 6-2 28 4 40 5 11 23 24 28 28z" />
          <path d="M200 52c9-12 7-35 0-48-7 13-9 36 0 48z" />
          <path d="M196 50c-1-13-16-29-24-40-5 18 8 36 24 40z" />
          <path d="M204 50c16-4 29-22 24-40-8 11-23 27-24 40z" />
          <ellipse cx="200" cy="74" rx="28" ry="32" />
          <path d="M114 96h172c-2 34-34 50-86 50-52 0-84-16-86-50z" />
          <path d="M110 94h180" fill="none" strokeWidth="12" />
          <path d="M168 166c-4-28 68-28 64 0q-32-16-64 0z" />
          <path d="M232 160c4 10 20 16 30 18-4-13-18-22-30-18z" />
          <path d="M232 158c8 8 23 8 32 0-9-4-24-6-32 0z" />
          <ellipse cx="200" cy="170" rx="29" ry="34" />
          <path d="M200 194v28" fill="none" strokeWidth="22" />
          <path d="M150 228c16-16 84-16 100 0l-14 22-6 28h-60l-6-28z" />
          <path d="M170 272h60c18 30 58 54 74 90-18 16-42 0-56 8-16 10-32-6-48 2-16 8-32-8-48-2-14 8-38-8-56-8 16-36 56-60 74-90z" />
          <g fill="#000" stroke="#000">
            <path d={raisedArm} strokeWidth="0" />
            <path d={restingArm} strokeWidth="0" />
          </g>
          <path d={raisedArm} strokeWidth="0" />
          <path d={restingArm} strokeWidth="0" />
          <path d="M140 236c4-22 38-30 60-22 22-8 56 0 60 22-10 10-16-2-26 4-10 8-20-4-34 2-14 6-24-6-34-2-10 6-18 4-26-4z" />
          <path d="M178 366v12l-12 4m56-16v12l12 4" fill="none" strokeWidth="11" />
          <path
            d="M44 371c0 0-2 0-2 1-1 1-1 3 0 4 0 2 2 3 3 4 2 0 4 0 6-1 2-1 4-3 4-5 1-2 0-6-1-8-1-2-4-4-7-5-3 0-7 0-10 2-2 2-5 6-5 10-1 3 0 8 3 11 2 3 9 5 11 6m310-19c0 0 2 0 2 1 1 1 1 3 0 4 0 2-2 3-3 4-2 0-4 0-6-1-2-1-4-3-4-5-1-2 0-6 1-8 1-2 4-4 7-5 3 0 7 0 10 2 2 2 5 6 5 10 1 3 0 8-3 11-2 3-9 5-11 6"
            fill="none"
            strokeWidth="8"
          />
          <path d="M46 394c11 0 42 1 68 2 25 0 57 1 86 1 29 0 61-1 86-1 26-1 57-2 68-2v-7c-11-1-42-2-68-3-25 0-57-1-86-1-29 0-61 1-86 1-26 1-57 2-68 3z" />
        </>
      }
      cuts={
        <>
          <path d="M188 48l38 38m-48-26l36 38m-2-50l-38 38m48-26l-36 38" fill="none" strokeWidth="3.5" />
          <path d="M122 106h156" fill="none" strokeWidth="5" />
          <path d="M132 112q2 11 11 19-2-11-11-19zm20 0q0 12 8 22-1-12-8-22zm19 0q-1 13 5 24 1-13-5-24zm20 0q-3 14 2 27 2-14-2-27zm19 0q-4 13-1 27 4-14 1-27zm20 0q-6 11-4 24 5-11 4-24zm19 0q-7 10-7 22 7-10 7-22zm20 0q-9 8-10 19 8-8 10-19zm-93 60q9-8 18 0-9 7-18 0zm30 0q9-8 18 0-9 7-18 0z" />
          <path
            d="M175 161q10-7 20 0 4 5 2 21-1 5 3 6 4-1 3-6m2-21q10-7 20 0"
            fill="none"
            strokeWidth="3.5"
          />
          <path d="M174 151q26-13 52 0" fill="none" strokeWidth="4" />
          <path d="M150 232q10 8 22 0 12 8 26 2 14 6 28-2 12 6 22-2" fill="none" strokeWidth="4" />
          <path d="M168 274h64" fill="none" strokeWidth="5" />
          <path d="M166 296q9 14 17 0 9 14 17 0 9 14 17 0 9 14 17 0" fill="none" strokeWidth="5" />
          <path d="M160 315h.01m20 0h.01m20 0h.01m20 0h.01m20 0h.01" strokeWidth="8" />
          <path
            d="M124 327l15 16 15-16 15 16 15-16 15 16 15-16 15 16 15-16 15 16 15-16"
            fill="none"
            strokeWidth="5.5"
          />
          <path
            d="M110 353q11 12 23 0 11 12 23 0 11 12 23 0 11 12 23 0 11 12 23 0 11 12 23 0 11 12 23 0 11 12 23 0"
            fill="none"
            strokeWidth="5"
          />
          <path d="M112 258q7 0 12-4-7 0-12 4zm172-72q8 3 16 2-8-3-16-2z" />
        </>
      }
      front={
        <>
          <ellipse
            cx="248"
            cy="74"
            rx="22"
            ry="18"
            transform="rotate(-24 248 74)"
            fill="var(--highlight, #f4a52e)"
          />
          <ellipse
            cx="156"
            cy="76"
            rx="20"
            ry="17"
            transform="rotate(20 156 76)"
            fill="var(--action, #d92b3a)"
          />
          <ellipse cx="274" cy="80" rx="13" ry="11" fill="var(--free, #2f8f63)" />
          <path d="M189 191q6-4 11-1 5-3 11 1-11 10-22 0z" fill="var(--action, #d92b3a)" />
          <path d="M170 190h.01m60 0h.01" stroke="var(--highlight, #f4a52e)" strokeWidth="9" />
        </>
      }
    />
  );
}
