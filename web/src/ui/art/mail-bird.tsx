import { type ArtProps, CutMetal } from './cut-metal.tsx';

const body =
  'M158 118c8-2 15 2 24 10 9 8 18 23 30 36 12 13 30 26 44 40 14 14 30 30 40 42 10 12 23 24 22 32-1 8-16 14-30 14-14 0-37-5-54-12-17-7-34-20-46-32-12-12-20-30-28-42-8-12-14-19-18-30-4-11-9-24-6-34 3-10 14-22 22-24z';
const beak = 'M222 196c25-41 31-123 24-174-25 46-39 128-24 174z';
const feather1 = 'M232 194c37-33 64-112 62-166-29 42-64 118-62 166z';
const feather2 = 'M240 198c45-23 91-93 98-148-35 37-88 102-98 148z';
const feather3 = 'M246 206c50-10 109-64 124-118-38 30-103 78-124 118z';
const feather4 = 'M248 216c49 3 116-33 140-82-40 21-112 50-140 82z';
const feather5 = 'M244 226c42 12 108-5 138-44-39 13-107 23-138 44z';

/** A bird with a letter: look into your inbox. */
export function MailBirdArt({ className }: ArtProps) {
  return (
    <CutMetal
      className={className}
      behind={
        <>
          <path
            d="M152 136c6-5 16 1 34 10 18 9 57 25 76 44 19 19 35 56 38 72 3 16-9 20-20 22-11 2-29-3-44-10-15-7-32-20-44-32-12-12-21-29-28-40-7-11-12-15-14-26-2-11-4-35 2-40z"
            fill="var(--highlight, #f4a52e)"
          />
          <path
            d="M196 330c32-22 66 20 104 36m-88-4c28-16 46 4 64 18m-236-230c-10-28 12-54 44-58"
            fill="none"
            strokeWidth="7"
            stroke="var(--highlight, #f4a52e)"
            strokeDasharray="0 17"
          />
        </>
      }
      iron={
        <>
          <g transform="rotate(-9 88 236)">
            <path d="M26 188h124q6 0 6 6v82q0 6-6 6h-124q-6 0-6-6v-82q0-6 6-6z" />
          </g>
          <g fill="#000" stroke="#000" strokeWidth="9">
            <path d="M142 142l-50 50q32-2 58-14z" />
            <path d={body} />
          </g>
          <path d="M202 176c-10-34-54-82-74-114-2 47 35 99 74 114z" />
          <path d="M210 170c-1-40-34-105-52-144-11 50 15 116 52 144z" />
          <path d="M218 168c10-42-6-116-18-160-18 47-9 123 18 160z" />
          <path d={body} />
          <path d="M142 142l-50 50q32-2 58-14z" />
          <g fill="#000" stroke="#000" strokeWidth="8">
            <path d={beak} />
            <path d={feather1} />
            <path d={feather2} />
            <path d={feather3} />
            <path d={feather4} />
            <path d={feather5} />
          </g>
          <path d={beak} />
          <path d={feather1} />
          <path d={feather2} />
          <path d={feather3} />
          <path d={feather4} />
          <path d={feather5} />
          <path d="M196 206c0-9 5-22 12-28 7-6 22-10 32-8 10 2 25 12 30 20 5 8 5 22 0 30-5 8-20 18-30 20-10 2-23 0-30-6-7-6-14-19-14-28z" />
          <path d="M300 270c23 11 66 6 92-2-26-15-69-14-92 2z" />
          <path d="M302 276c18 22 63 33 92 30-22-20-64-37-92-30z" />
          <path d="M296 284c11 27 49 53 80 56-18-22-53-52-80-56z" />
        </>
      }
      cuts={
        <>
          <path d="M161 127q-15-26-29-53 7 30 29 53zm18-22q-9-33-19-65 3 35 19 65zm26-11q-1-36-5-71-4 36 5 71zm27 21q9-38 11-78-10 38-11 78zm31 2q18-35 26-74-15 36-26 74zm26 14q27-30 42-67-22 33-42 67zm19 25q32-23 53-55-27 27-53 55zm9 28q35-13 60-40-30 20-60 40zm-6 29q33-4 60-24-30 12-60 24zm19 55q26 1 52-1-26-5-52 1zm2 18q25 12 52 17-25-12-52-17zm-11 18q20 20 46 31-22-17-46-31z" />
          <circle cx="157" cy="146" r="7" />
          <path
            d="M164 182q12 4 16-8m-4 32q14 4 18-10m2 36q14 4 20-8m6 28q14 4 20-8m8 22q14 2 20-8"
            fill="none"
            strokeWidth="4.5"
          />
          <path d="M208 210a18 18 0 1 1 30 12 11 11 0 0 1-16-10" fill="none" strokeWidth="4.5" />
          <path d="M250 188h.01m7 15h.01m-4 16h.01" strokeWidth="6" />
          <g transform="rotate(-9 88 236)">
            <path d="M28 196l60 48 60-48m-120 78l40-44m80 44l-40-44" fill="none" strokeWidth="5" />
          </g>
        </>
      }
      front={
        <g transform="rotate(-9 88 236)">
          <path
            d="M88 272c-12-14-28-18-26-34 2-14 20-16 26-2 6-14 24-12 26 2 2 16-14 20-26 34z"
            fill="var(--action, #d92b3a)"
          />
        </g>
      }
    />
  );
}
