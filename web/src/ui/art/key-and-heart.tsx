import { type ArtProps, CutMetal } from './cut-metal.tsx';

/** A key behind a heart with a keyhole: signing in, a new password. */
export function KeyAndHeartArt({ className }: ArtProps) {
  return (
    <CutMetal
      className={className}
      behind={
        <>
          <path
            d="M200 305c-27-29-113-65-113-137 0-60 84-74 113-20 29-54 113-40 113 20 0 72-86 108-113 137z"
            fill="var(--action, #d92b3a)"
          />
          <circle cx="200" cy="204" r="47" fill="var(--highlight, #f4a52e)" />
          <path
            d="M62 92h.01m-14 38h.01m-2 40h.01m46-110h.01m38-14h.01m140 284h.01m36-24h.01m30-32h.01m18-38h.01m-126 110h.01"
            strokeWidth="8"
            stroke="var(--highlight, #f4a52e)"
          />
        </>
      }
      iron={
        <>
          <g transform="rotate(45 200 200)">
            <path d="M200 10v386" fill="none" strokeWidth="15" />
            <path d="M200-20v80" fill="none" strokeWidth="15" />
            <path d="M200-22c-14-26-48-16-44 14 4 26 34 34 44 54 10-20 40-28 44-54 4-30-30-40-44-14z" />
            <path d="M206 336h38v16h-14v10h14v18h-38z" />
            <path d="M184 40h32v11h-32zm2 346h28v12h-28z" />
          </g>
          <g fill="#000" stroke="#000" strokeWidth="12">
            <path d="M200 312c-29-31-120-69-120-145 0-64 89-80 120-21 31-59 120-43 120 21 0 76-91 114-120 145z" />
          </g>
          <path d="M200 312c-29-31-120-69-120-145 0-64 89-80 120-21 31-59 120-43 120 21 0 76-91 114-120 145z" />
        </>
      }
      cuts={
        <>
          <path
            d="M200 298c-26-27-106-61-106-128 0-56 79-70 106-19 27-51 106-37 106 19 0 67-80 101-106 128z"
            fill="none"
            strokeWidth="5"
          />
          <g transform="rotate(45 200 200)">
            <path d="M200-4c-7-14-26-10-24 4 2 12 18 18 24 28 6-10 22-16 24-28 2-14-17-18-24-4z" />
          </g>
          <path d="M200 164a22 22 0 0 1 12 40l9 40h-42l9-40a22 22 0 0 1 12-40z" />
          <path
            d="M178 148c-18-32-66-28-70 8-2 26 32 30 34 8 0-14-16-16-16-4"
            fill="none"
            strokeWidth="5.5"
          />
          <path d="M118 194q18 22 32 46-6-30-32-46zm24 6q13 26 22 54 0-32-22-54zm20-28q5 27 10 54 4-29-10-54zm10 90q11 12 22 24-5-17-22-24z" />
          <path d="M222 148c18-32 66-28 70 8 2 26-32 30-34 8 0-14 16-16 16-4" fill="none" strokeWidth="5.5" />
          <path d="M282 194q-26 16-32 46 14-24 32-46zm-24 6q-22 22-22 54 9-28 22-54zm-20-28q-14 25-10 54 5-27 10-54zm-10 90q-17 7-22 24 11-12 22-24z" />
          <path d="M200 144h.01m0 118h.01m0 16h.01" strokeWidth="7" />
        </>
      }
    />
  );
}
