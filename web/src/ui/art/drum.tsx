import { type ArtProps, CutMetal } from './cut-metal.tsx';

const rightArm =
  'M359 9c-5 3-20 14-28 20-8 7-14 15-22 20-8 4-19 6-26 8-7 3-15 5-18 6l2 24c4 1 17 6 26 4 9-3 21-13 30-20 9-6 17-10 26-16 9-7 24-17 28-20z';
const leftArm =
  'M23 61c4 3 19 13 28 20 9 6 17 10 26 16 9 7 21 17 30 20 9 2 22-3 26-4l2-24c-3-1-11-3-18-6-7-2-18-4-26-8-8-5-14-13-22-20-8-6-23-17-28-20z';
const fingers =
  'M128 95l34-3m-32 10l36 1m-42 6l34 6m-46-30q10-13 26-13m134-3l-34-3m32 10l-36 1m42 6l-34 6m46-30q-10-13-26-13';
const ruffles = 'M354 8h.01m12 10h.01m10 13h.01m4 15h.01m-334-12h.01m-12 10h.01m-10 13h.01m-4 15h.01';

/** Two hands and a tanbou, calling the first topic. */
export function DrumArt({ className }: ArtProps) {
  return (
    <CutMetal
      className={className}
      behind={
        <>
          <path
            d="M119 134h162l5 62-6 30-18 38-22 86q-40 12-80 0l-22-86-18-38-6-30z"
            fill="var(--highlight, #f4a52e)"
          />
          <path d="M166 264h68v64h-68z" fill="var(--action, #d92b3a)" />
          <path
            d="M56 170q-32 50 0 100m-26-110q-38 60 0 120m314-110q32 50 0 100m26-110q38 60 0 120"
            fill="none"
            strokeWidth="7"
            stroke="var(--highlight, #f4a52e)"
            strokeDasharray="0 17"
          />
          <path
            d="M200 84h.01m-16-16h.01m32 0h.01m-16-16h.01m-32 0h.01m64 0h.01"
            strokeWidth="7"
            stroke="var(--highlight, #f4a52e)"
          />
        </>
      }
      iron={
        <>
          <path d="M120 134c0-26 160-26 160 0l2 22c4 24 6 44 0 66-12 44-32 78-36 130q-46 22-92 0c-4-52-24-86-36-130-6-22-4-42 0-66z" />
          <path d="M118 226l-24 14m188-14l24 14" fill="none" strokeWidth="12" />
          <path d="M150 346h100l8 20q-58 20-116 0z" />
          <path
            d="M34 355c0 0-2 0-2 1-1 1-1 3-1 5 1 1 2 3 4 3 2 1 5 1 7 0 1-1 4-4 4-6 1-3 0-6-1-9-2-2-5-5-8-5-3-1-8 0-11 2-3 2-6 7-6 11-1 3 1 9 3 12 3 3 11 6 13 7m330-21c0 0 2 0 2 1 1 1 1 3 1 5-1 1-2 3-4 3-2 1-5 1-7 0-1-1-4-4-4-6-1-3 0-6 1-9 2-2 5-5 8-5 3-1 8 0 11 2 3 2 6 7 6 11 1 3-1 9-3 12-3 3-11 6-13 7"
            fill="none"
            strokeWidth="9"
          />
          <path d="M36 380c12 1 45 2 72 3 27 1 61 2 92 2 31 0 65-1 92-2 27-1 60-2 72-3v-8c-12-1-45-2-72-3-27-1-61-2-92-2-31 0-65 1-92 2-27 1-60 2-72 3z" />
          <path d="M84 370c-3-15-20-25-36-20 9 8 24 21 36 20z" />
          <path d="M104 372c3-10-7-24-12-32-8 13-2 28 12 32z" />
          <path d="M316 370c12 1 27-12 36-20-16-5-33 5-36 20z" />
          <path d="M296 372c14-4 20-19 12-32-5 8-15 22-12 32z" />
          <g fill="#000" stroke="#000">
            <path d={rightArm} strokeWidth="10" />
            <path d={leftArm} strokeWidth="10" />
            <path d={fingers} fill="none" strokeWidth="21" />
          </g>
          <path d={rightArm} strokeWidth="0" />
          <path d={leftArm} strokeWidth="0" />
          <path d={fingers} fill="none" strokeWidth="11" />
          <path d={ruffles} strokeWidth="19" fill="none" />
        </>
      }
      cuts={
        <>
          <path d="M126 138q74 24 148 0" fill="none" strokeWidth="4" />
          <path d="M120 160q80 35 160 0" fill="none" strokeWidth="5" />
          <path
            d="M134 151h.01m16 5h.01m17 4h.01m16 3h.01m17 0h.01m17 0h.01m16-3h.01m17-4h.01m16-5h.01"
            strokeWidth="6"
          />
          <path
            d="M122 222l21-45m-3-1l19 58 20-49m1 0l20 53 20-53m1 0l20 49 19-58m-3 1l21 45"
            fill="none"
            strokeWidth="4.5"
          />
          <circle cx="159" cy="236" r="11" />
          <circle cx="159" cy="236" r="6" fill="#fff" />
          <circle cx="200" cy="240" r="11" />
          <circle cx="200" cy="240" r="6" fill="#fff" />
          <circle cx="241" cy="236" r="11" />
          <circle cx="241" cy="236" r="6" fill="#fff" />
          <path d="M122 240q78 34 156 0" fill="none" strokeWidth="5" />
          <path d="M200 284c-8-16-30-13-29 5 2 15 19 23 29 35 10-12 27-20 29-35 1-18-21-21-29-5z" />
          <path d="M165 336h.01m18 4h.01m17 1h.01m17-1h.01m18-4h.01" strokeWidth="7" />
          <path d="M157 348q43 20 86 0" fill="none" strokeWidth="4" />
          <path d="M326 38q-1 17 14 24-10-10-14-24zm-266 50q15-7 14-24-4 14-14 24z" />
          <path d={ruffles} strokeWidth="6" fill="none" />
          <path d="M75 363q-8-10-21-12 10 7 21 12zm24 1q-3-10-7-19-1 11 7 19zm226-1q11-5 21-12-13 2-21 12zm-24 1q8-8 7-19-4 9-7 19z" />
          <path d="M132 376h.01m136 0h.01" strokeWidth="7" />
        </>
      }
    />
  );
}
