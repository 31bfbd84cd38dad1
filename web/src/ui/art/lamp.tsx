import { type ArtProps, CutMetal } from './cut-metal.tsx';

/** A lanp tèt gridap and its moths, for lists that are still dark. */
export function LampArt({ className }: ArtProps) {
  return (
    <CutMetal
      className={className}
      behind={
        <>
          <path d="M144 274h112l8 76h-128zm38-60h36l20 56h-76z" fill="var(--highlight, #f4a52e)" />
          <g fill="var(--highlight, #f4a52e)">
            <path d="M132 115q-13-9-29-9 13 9 29 9z" />
            <path d="M142 95q-16-19-39-29 17 18 39 29z" />
            <path d="M159 78q-5-15-18-24 5 15 18 24z" />
            <path d="M179 68q-3-25-15-46 3 24 15 46z" />
            <path d="M221 67q11-22 13-47-11 22-13 47z" />
            <path d="M242 76q13-10 17-25-13 10-17 25z" />
            <path d="M271 111q16 0 28-10-16 0-28 10z" />
            <path d="M276 134q24 4 48-2-24-4-48 2z" />
          </g>
          <path
            d="M90 57h.01m41-16h.01m28-34h.01m43 11h.01m43-11h.01m71 94h.01"
            strokeWidth="6"
            stroke="var(--highlight, #f4a52e)"
          />
        </>
      }
      iron={
        <>
          <path d="M138 272q62-16 124 0l6 84q-68 18-136 0z" />
          <path d="M138 276c8-30 38-44 46-70h32c8 26 38 40 46 70q-62 14-124 0z" />
          <path d="M176 196q24-6 48 0l-4 16h-40z" />
          <path d="M262 288c38-12 50 34 4 48" fill="none" strokeWidth="10" />
          <path d="M188 178h24v22h-24z" />
          <path
            d="M58 353c0 0-2 0-2 1-1 1-1 3 0 4 0 2 2 3 3 4 2 0 4 0 6-1 2-1 4-3 4-5 1-2 0-6-1-8-1-2-4-4-7-5-3 0-7 0-10 2-2 2-5 6-5 10-1 3 0 8 3 11 2 3 9 5 11 6m282-19c0 0 2 0 2 1 1 1 1 3 0 4 0 2-2 3-3 4-2 0-4 0-6-1-2-1-4-3-4-5-1-2 0-6 1-8 1-2 4-4 7-5 3 0 7 0 10 2 2 2 5 6 5 10 1 3 0 8-3 11-2 3-9 5-11 6"
            fill="none"
            strokeWidth="9"
          />
          <path d="M60 376c10 1 38 4 62 5 23 1 52 2 78 2 26 0 55-1 78-2 24-1 52-4 62-5v-8c-10-1-38-4-62-5-23-1-52-2-78-2-26 0-55 1-78 2-24 1-52 4-62 5z" />
          <g transform="translate(66 190) rotate(-24) scale(1)">
            <path d="M0-4c-10-26-40-28-42-8 0 14 24 20 40 16zm0 0c10-26 40-28 42-8 0 14-24 20-40 16z" />
            <path d="M-2 4c-20 2-30 18-18 26 12 2 18-12 20-20zm4 0c20 2 30 18 18 26-12 2-18-12-20-20z" />
            <path d="M0-8v30m-1-32l-8-14m10 14l8-14" fill="none" strokeWidth="5" />
          </g>
          <g transform="translate(330 70) rotate(30) scale(0.74)">
            <path d="M0-4c-10-26-40-28-42-8 0 14 24 20 40 16zm0 0c10-26 40-28 42-8 0 14-24 20-40 16z" />
            <path d="M-2 4c-20 2-30 18-18 26 12 2 18-12 20-20zm4 0c20 2 30 18 18 26-12 2-18-12-20-20z" />
            <path d="M0-8v30m-1-32l-8-14m10 14l8-14" fill="none" strokeWidth="5" />
          </g>
        </>
      }
      cuts={
        <>
          <path d="M139 284q61 14 124 0m-129 62q66 16 133 0" fill="none" strokeWidth="5" />
          <path d="M152 295l10 18-10 18-10-18zm24 4l10 18-10 18-10-18zm24 2l10 18-10 18-10-18zm24-2l10 18-10 18-10-18zm24-4l10 18-10 18-10-18z" />
          <path d="M182 214q18-6 36 0" fill="none" strokeWidth="4" />
          <path d="M176 246q-13 7-14 22 7-11 14-22zm24-10q-4 19 0 38 4-19 0-38zm24 10q7 11 14 22-1-15-14-22z" />
          <path d="M110 373h.01m30-1h.01m30 0h.01m30 0h.01m30 0h.01m30 0h.01m30 1h.01" strokeWidth="7" />
          <g transform="translate(66 190) rotate(-24) scale(1)">
            <path d="M-26-14h.01m52 0h.01m-44 34h.01m36 0h.01" strokeWidth="8" />
          </g>
          <g transform="translate(330 70) rotate(30) scale(0.74)">
            <path d="M-26-14h.01m52 0h.01m-44 34h.01m36 0h.01" strokeWidth="8" />
          </g>
        </>
      }
      front={
        <>
          <path
            d="M200 184c-28-6-42-32-30-62 8-20 26-30 28-66 24 22 42 56 38 88-2 24-16 38-36 40z"
            fill="var(--highlight, #f4a52e)"
          />
          <path
            d="M200 178c-16-6-18-26-8-38 6-8 8-16 8-28 14 14 20 32 18 46-2 12-8 18-18 20z"
            fill="var(--action, #d92b3a)"
          />
          <path d="M200 176c-8-6-6-16 0-26 6 8 10 20 0 26z" fill="#f7f2e8" />
        </>
      }
    />
  );
}
