import { type ArtProps, CutMetal } from './cut-metal.tsx';

/** A bird waits on a radio that hears nothing: offline. */
export function RadioArt({ className }: ArtProps) {
  return (
    <CutMetal
      className={className}
      behind={
        <>
          <circle cx="152" cy="82" r="6" fill="var(--highlight, #f4a52e)" />
          <circle cx="140" cy="260" r="60" fill="var(--highlight, #f4a52e)" />
          <circle cx="244" cy="292" r="23" fill="var(--highlight, #f4a52e)" />
          <circle cx="300" cy="292" r="23" fill="var(--highlight, #f4a52e)" />
          <path d="M220 200h96v40h-96z" fill="var(--highlight, #f4a52e)" />
          <path
            d="M337 16a36 36 0 0 0 8 48m-36-49a62 62 0 0 0 13 64m-41-61a88 88 0 0 0 17 72"
            fill="none"
            strokeWidth="6"
            stroke="var(--highlight, #f4a52e)"
            strokeDasharray="0 15"
          />
        </>
      }
      iron={
        <>
          <path d="M84 172h232q24 0 24 24v126q0 24-24 24h-232q-24 0-24-24v-126q0-24 24-24z" />
          <path d="M104 176c0-44 20-48 46-48h100c26 0 46 4 46 48" fill="none" strokeWidth="12" />
          <path d="M316 176l50-136" fill="none" strokeWidth="6" />
          <circle cx="367" cy="36" r="9" />
          <path
            d="M30 352c0 0-2 0-2 1-1 1-1 3-1 4 1 2 3 4 4 4 2 1 5 1 6 0 2-1 4-4 5-6 0-2 0-6-2-8-1-3-4-5-7-6-3 0-8 1-10 3-3 2-6 6-6 10-1 3 1 9 3 12 3 3 10 5 12 6m338-20c0 0 2 0 2 1 1 1 1 3 1 4-1 2-3 4-4 4-2 1-5 1-6 0-2-1-4-4-5-6 0-2 0-6 2-8 1-3 4-5 7-6 3 0 8 1 10 3 3 2 6 6 6 10 1 3-1 9-3 12-3 3-10 5-12 6"
            fill="none"
            strokeWidth="9"
          />
          <path d="M32 376c12 1 46 2 74 3 28 1 63 2 94 2 31 0 66-1 94-2 28-1 62-2 74-3v-8c-12-1-46-2-74-3-28-1-63-2-94-2-31 0-66 1-94 2-28 1-62 2-74 3z" />
          <path d="M96 346v20m208-20v20" fill="none" strokeWidth="18" />
          <path d="M214 128c-18 0-34-12-38-32-4-22-20-30-32-26l-16 10 14 4c4 20 10 46 44 50l50 12 8-8z" />
          <path d="M180 104c12 16 42 16 60 14-12-25-40-31-60-14z" />
          <path d="M214 124l48 26-14 8-42-24z" />
        </>
      }
      cuts={
        <>
          <circle cx="140" cy="260" r="62" />
          <circle cx="140" cy="260" r="56" fill="#fff" />
          <path d="M140 260h.01" strokeWidth="11" />
          <path d="M156 260h.01m-8 14h.01m-16 0h.01m-8-14h.01m8-14h.01m16 0h.01" strokeWidth="8" />
          <path
            d="M171 260h.01m-4 16h.01m-11 11h.01m-16 4h.01m-15-4h.01m-12-11h.01m-4-16h.01m4-15h.01m11-12h.01m16-4h.01m16 4h.01m11 12h.01"
            strokeWidth="8"
          />
          <path
            d="M186 260h.01m-3 16h.01m-8 14h.01m-12 10h.01m-15 5h.01m-16 0h.01m-15-5h.01m-12-10h.01m-8-14h.01m-3-16h.01m3-16h.01m8-14h.01m12-10h.01m15-5h.01m16 0h.01m15 5h.01m12 10h.01m8 14h.01"
            strokeWidth="8"
          />
          <path d="M224 196h88q8 0 8 8v32q0 8-8 8h-88q-8 0-8-8v-32q0-8 8-8z" />
          <path
            d="M228 206v12m12-12v7m12-7v7m12-7v12m12-12v7m12-7v7m12-7v12m11-12v7"
            stroke="#fff"
            strokeWidth="3.5"
          />
          <path d="M228 232h82" stroke="#fff" strokeWidth="3.5" />
          <circle cx="244" cy="292" r="25" />
          <circle cx="244" cy="292" r="18" fill="#fff" />
          <circle cx="300" cy="292" r="25" />
          <circle cx="300" cy="292" r="18" fill="#fff" />
          <path d="M244 292v-12m56 12l10-8" fill="none" strokeWidth="5" />
          <path d="M216 330h110m-252-144h126" fill="none" strokeDasharray="0 11" strokeWidth="6" />
          <path d="M191 104q21 5 41 9-19-12-41-9z" />
          <circle cx="152" cy="82" r="5" />
          <path d="M130 372h.01m35 0h.01m35 0h.01m35 0h.01m35 0h.01" strokeWidth="7" />
        </>
      }
      front={<path d="M276 202h6v36h-6z" fill="var(--action, #d92b3a)" />}
    />
  );
}
