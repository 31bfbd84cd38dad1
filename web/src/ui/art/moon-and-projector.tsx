import { type ArtProps, CutMetal } from './cut-metal.tsx';

/** With no film to show, the projector lights up the moon. */
export function MoonAndProjectorArt({ className }: ArtProps) {
  return (
    <CutMetal
      className={className}
      behind={
        <>
          <g fill="var(--highlight, #f4a52e)">
            <path d="M222 210l63-114-2 32z" />
            <path d="M232 220l44-70 8 22z" />
            <path d="M240 232l46-50 14 16z" />
            <path d="M246 246l54-38-4 14z" />
            <g transform="translate(12 18)">
              <path d="M296 128q22-24 50-2-24 24-50 2z" />
            </g>
            <path d="M72 43l4 13 13 4-13 4-4 13-4-13-13-4 13-4z" />
            <path d="M170 29l3 8 8 3-8 3-3 8-3-8-8-3 8-3z" />
            <path d="M364 286l4 10 10 4-10 4-4 10-4-10-10-4 10-4z" />
          </g>
          <g transform="translate(20 40) scale(.88) rotate(-38 140 268)">
            <circle cx="166" cy="278" r="20" fill="var(--action, #d92b3a)" />
          </g>
          <path
            d="M124 96h.01m84 4h.01m-172 18h.01m274 158h.01m-38 40h.01m68 34h.01"
            strokeWidth="6"
            stroke="var(--highlight, #f4a52e)"
          />
        </>
      }
      iron={
        <>
          <g transform="translate(12 18)">
            <path d="M262 20a100 100 0 1 1 6 200c20-10 30-22 26-34-4-9-16-5-19-13-2-6 6-6 6-10-2-4-10-4-8-12 2-5 8-4 8-10-6-3-22-5-21-12 2-9 21-17 25-33 8-28 1-56-23-76z" />
          </g>
          <g transform="translate(20 40) scale(.88) rotate(-38 140 268)">
            <path d="M78 238h112q8 0 8 8v64q0 8-8 8h-112q-8 0-8-8v-64q0-8 8-8z" />
            <path d="M194 256l30-4v52l-30-4z" />
            <path d="M222 246l18-6v76l-18-6z" />
            <circle cx="92" cy="190" r="52" />
            <circle cx="192" cy="200" r="36" />
            <path d="M84 190h16l12 54h-28zm96 10h20l-14 44h-20z" />
            <path d="M52 262h20v36h-20z" />
          </g>
          <path d="M146 300l-38 84m56-84l50 84" fill="none" strokeWidth="11" />
          <path d="M128 344q36-12 60 0" fill="none" strokeWidth="8" />
          <path d="M90 386h36m70 0h38" fill="none" strokeWidth="9" />
          <path d="M52 282c-24 22-16 52 6 64 20 12 16 34-10 38" fill="none" strokeWidth="15" />
        </>
      }
      cuts={
        <>
          <g transform="translate(20 40) scale(.88) rotate(-38 140 268)">
            <circle cx="92" cy="160" r="12.5" />
            <circle cx="121" cy="181" r="12.5" />
            <circle cx="110" cy="214" r="12.5" />
            <circle cx="74" cy="214" r="12.5" />
            <circle cx="63" cy="181" r="12.5" />
            <circle cx="92" cy="190" r="5.2" />
            <circle cx="92" cy="190" r="47" fill="none" strokeWidth="3" />
            <circle cx="202" cy="182" r="8.6" />
            <circle cx="212" cy="204" r="8.6" />
            <circle cx="194" cy="221" r="8.6" />
            <circle cx="173" cy="208" r="8.6" />
            <circle cx="178" cy="184" r="8.6" />
            <circle cx="192" cy="200" r="3.6" />
            <circle cx="192" cy="200" r="32" fill="none" strokeWidth="3" />
            <path d="M84 256h46m-46 14h46m-46 14h46m-46 14h46" strokeWidth="5" />
            <circle cx="166" cy="278" r="22" />
            <circle cx="166" cy="278" r="14" fill="#fff" />
            <circle cx="166" cy="278" r="6" />
            <path d="M231 262h.01m0 16h.01m0 16h.01" strokeWidth="6" />
          </g>
          <path
            d="M52 282c-24 22-16 52 6 64 20 12 16 34-10 38"
            fill="none"
            strokeWidth="7"
            strokeDasharray="4 9"
            strokeLinecap="butt"
          />
          <g transform="translate(12 18)">
            <path d="M300 128q18-16 42-2-20 18-42 2z" />
            <circle cx="320" cy="127" r="6" fill="#fff" />
            <path d="M296 108q20-16 48-2" fill="none" strokeWidth="5.5" />
            <path d="M284 172q12 6 22-4" fill="none" strokeWidth="5" />
            <path d="M346 172a15 15 0 1 1-15-15 9 9 0 0 1 4 17" fill="none" strokeWidth="5" />
            <path d="M312 45h.01" strokeWidth="7" />
            <path d="M348 91h.01" strokeWidth="7" />
            <path d="M353 120h.01" strokeWidth="7" />
            <path d="M348 149h.01" strokeWidth="7" />
            <path d="M334 175h.01" strokeWidth="7" />
            <path d="M312 195h.01" strokeWidth="7" />
            <path d="M286 206h.01" strokeWidth="7" />
            <path d="M300 42q7 21 6 44 9-24-6-44zm14 8q6 16 6 34 8-19-6-34zm14 12q4 11 4 22 6-12-4-22z" />
          </g>
        </>
      }
    />
  );
}
