import { useId } from 'react';
import { Sitter } from './courtyard-sitter.tsx';
import type { ArtProps } from './cut-metal.tsx';

const straw = '#fbe4b8';
const mango = '#f4a52e';
const night = '#0c0e1a';

/** An evening screening in a courtyard. Cropped from the middle when it is wide. */
export function CourtyardScene({ className }: ArtProps) {
  const id = useId();
  return (
    <svg
      viewBox="0 0 600 900"
      preserveAspectRatio="xMidYMid slice"
      className={className}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id={`${id}sky`} x2="0" y2="1">
          <stop stopColor={night} />
          <stop offset=".16" stopColor="#141f5e" />
          <stop offset=".27" stopColor="#3a3a96" />
          <stop offset=".36" stopColor="#a2527f" />
          <stop offset=".42" stopColor="#f08a5a" />
        </linearGradient>
        <radialGradient id={`${id}glow`}>
          <stop stopColor={straw} stopOpacity=".75" />
          <stop offset="1" stopColor={mango} stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}beam`} x1="1" y1="1" x2="0" y2="0">
          <stop stopColor={straw} stopOpacity=".62" />
          <stop offset="1" stopColor={straw} stopOpacity=".05" />
        </linearGradient>
      </defs>
      <path fill={`url(#${id}sky)`} d="M0 0h600v900H0z" />
      <Sky />
      <Hills />
      <path fill="#16112f" d="M0 556q300-34 600 0v344H0z" />
      <ellipse cx="300" cy="600" rx="330" ry="110" fill={`url(#${id}glow)`} opacity=".4" />
      <Cottage />
      <Tree />
      <ellipse cx="300" cy="452" rx="250" ry="170" fill={`url(#${id}glow)`} opacity=".55" />
      <path fill={`url(#${id}beam)`} d="M424 690L168 540V370l264 2 6 312z" />
      <Screen />
      <Lights />
      <Crowd />
      <Projector />
      <ellipse cx="330" cy="846" rx="120" ry="80" fill={`url(#${id}glow)`} opacity=".5" />
      <Lamp />
    </svg>
  );
}

function Sky() {
  return (
    <>
      <circle cx="150" cy="150" r="104" fill={straw} opacity=".07" />
      <circle cx="150" cy="150" r="80" fill={straw} opacity=".1" />
      <circle cx="150" cy="150" r="56" fill={straw} />
      <path
        d="M128 128q12-10 26-4M124 152q18 14 44 4M170 128q8 6 8 16M146 178q10 4 20 0"
        stroke={mango}
        strokeWidth="5"
        opacity=".55"
      />
      <path
        d="M60 50h.01M262 66h.01M330 150h.01M420 60h.01M500 120h.01M560 40h.01M40 250h.01M286 240h.01M390 210h.01M470 230h.01M555 200h.01M220 28h.01M350 40h.01M270 180h.01"
        stroke={straw}
        strokeWidth="3.5"
      />
      <path
        d="M470 84l4 12 12 4-12 4-4 12-4-12-12-4 12-4zM320 92l3 9 9 3-9 3-3 9-3-9-9-3 9-3zM540 270l3 9 9 3-9 3-3 9-3-9-9-3 9-3z"
        fill={straw}
      />
    </>
  );
}

/** The mountains above Port-au-Prince, with the lamps of those who live on them. */
function Hills() {
  return (
    <>
      <path
        fill="#3b2f7e"
        d="M0 330l40-36 34 18 62-78 36 34 26-18 54 52 40-30 58 66 42-34 52 40 56-48 100 60v240H0z"
      />
      <path fill="#1c1d5c" d="M0 372l70-40 44 16 66-52 60 44 52-20 84 46 70-36 60 20 94-26v260H0z" />
      <path
        d="M130 352h6M150 338h6M172 326h6M160 356h6M186 346h6M206 334h6M196 362h6M222 356h6M240 348h6M234 370h6M262 362h6M280 346h6M292 366h6M312 352h6M330 368h6M352 362h6M372 372h6M392 360h6M412 366h6M140 376h6M154 392h6M136 410h6M156 424h6M140 444h6M158 462h6M442 470h6M460 486h6M470 456h6M446 500h6M540 470h6M566 482h6M586 464h6M552 500h6M578 510h6"
        stroke={mango}
        strokeWidth="6"
        strokeLinecap="butt"
      />
      <path
        d="M144 362h5M178 358h5M214 346h5M250 366h5M272 350h5M302 360h5M322 344h5M344 350h5M364 358h5M400 374h5M148 408h5M162 440h5M454 460h5M562 466h5M590 492h5"
        stroke={straw}
        strokeWidth="5"
        strokeLinecap="butt"
      />
    </>
  );
}

function Cottage() {
  return (
    <>
      <path fill="#0f1440" d="M0 350h128v250H0z" />
      <path fill="#0b0e2c" d="M-40 362L56 268l96 94z" />
      <path
        d="M-30 362q8 14 16 0 8 14 16 0 8 14 16 0 8 14 16 0 8 14 16 0 8 14 16 0 8 14 16 0 8 14 16 0 8 14 16 0 8 14 16 0 8 14 16 0"
        stroke="#5a73d6"
        strokeWidth="3"
      />
      <circle cx="56" cy="326" r="13" fill={mango} />
      <path d="M56 313v26M43 326h26" stroke="#0b0e2c" strokeWidth="3" />
      <path fill={mango} d="M22 600V452q26-26 52 0v148z" />
      <path d="M48 440v160M22 480h52M22 516h52M22 552h52" stroke="#b3691a" strokeWidth="3" />
      <path fill="#8c1729" d="M14 600V448l-24-6v158zM82 600V448l20-8v160z" />
      <path d="M116 362v238" stroke="#5a73d6" strokeWidth="5" />
      <path d="M116 392q-16-4-22-24M116 392q10-4 14-20" stroke="#5a73d6" strokeWidth="3" />
    </>
  );
}

/** The mango tree that the sheet is tied to. */
function Tree() {
  return (
    <>
      <path
        fill="#0a1a24"
        d="M500 640c14-60 16-130 8-190-14-18-34-26-52-30 24-4 42 2 54 12 2-30-2-48-12-66 22 14 28 36 28 58 14-18 34-28 60-26-34 10-50 34-54 66-2 70 4 120 22 176z"
      />
      <path
        fill="#0e2f33"
        d="M404 352c-14-34 22-62 50-52 4-36 54-48 76-20 20-30 70-22 86 8v128c-16 12-40 8-48-8-12 20-46 20-56-2-14 16-42 12-48-10-24 14-58-8-60-44z"
      />
      <path
        d="M430 340q10 20 30 16M470 312q14 14 30 6M452 384q12 10 24 2M520 300q12 12 28 4M540 350q14 12 30 4M500 360q12 14 28 6M560 392q10 10 24 6M576 316q8 8 18 6"
        stroke="#1d5a4a"
        strokeWidth="6"
      />
      <path d="M446 400v14M500 404v18M552 410v14M588 404v12" stroke="#0e2f33" strokeWidth="3" />
      <path d="M446 424v.01M500 432v.01M552 434v.01M588 426v.01" stroke={mango} strokeWidth="15" />
    </>
  );
}

function Screen() {
  return (
    <>
      <path d="M116 366l56 8M172 536l-58 28M428 374l78 60M428 536l76 40" stroke={straw} strokeWidth="2.5" />
      <path fill="#fff6e2" d="M166 368q134 16 268 0-8 86 0 174-134-12-268 0 8-88 0-174z" />
      <path fill="#f6b64d" d="M180 384q120 12 240 0-6 72 0 142-120-10-240 0 6-70 0-142z" />
      <circle cx="338" cy="444" r="34" fill="#d92b3a" />
      <path fill="#1d2f8a" d="M178 470q30-9 60 0t60 0 60 0 64 0q-2 28 0 56-122-10-244 0 2-28 0-56z" />
      <path
        fill={night}
        d="M214 462h84c-6 20-16 26-26 26h-34c-12 0-20-10-24-26zM250 456V398l40 54zM245 456l-26-4 26-42z"
      />
      <path d="M198 500h40M262 508h50M330 496h60" stroke="#f6b64d" strokeWidth="3" />
    </>
  );
}

function Lights() {
  const line = 'M56 268Q190 400 300 338T506 330';
  return (
    <>
      <path d={line} stroke={night} strokeWidth="2.5" />
      <path d={line} stroke={straw} strokeWidth="10" strokeDasharray="0 64" strokeDashoffset="-12" />
      <path d={line} stroke="#e8515c" strokeWidth="10" strokeDasharray="0 64" strokeDashoffset="-44" />
    </>
  );
}

function Crowd() {
  return (
    <>
      <Sitter x={196} y={580} size={0.62} head="puffs" dress="#2b1033" />
      <Sitter x={244} y={586} size={0.62} head="afro" dress="#16257a" />
      <Sitter x={292} y={578} size={0.66} head="crop" dress="#3a1226" />
      <Sitter x={346} y={586} size={0.6} head="puffs" dress="#0f2b33" />
      <Sitter x={398} y={580} size={0.64} head="crop" dress="#241040" />
      <Sitter x={146} y={624} size={0.95} head="wrap" dress="#16257a" chair />
      <Sitter x={232} y={634} size={0.98} head="hat" dress="#1b0f2e" chair />
      <Sitter x={322} y={630} size={0.98} head="afro" dress="#3a1226" chair />
      <Sitter x={486} y={622} size={0.95} head="hat" dress="#0f2b33" chair />
      <Sitter x={84} y={720} size={1.6} head="bun" dress="#4a1230" chair />
      <Sitter x={212} y={738} size={1.62} head="wrap" dress="#16257a" chair />
    </>
  );
}

function Projector() {
  return (
    <>
      <path d="M404 782l-24 130M540 782l26 130M420 836h112" stroke="#3b2440" strokeWidth="12" />
      <path fill="#4d2c48" d="M378 768h190v18H378z" />
      <path fill={night} d="M438 690h102q8 0 8 8v62q0 8-8 8H438q-8 0-8-8v-62q0-8 8-8z" />
      <path fill={night} d="M432 680l-16 4 6 26 16 4zM452 690l16-50h12v50zM520 690l-8-40h12l10 40z" />
      <circle cx="472" cy="626" r="44" fill={night} />
      <circle cx="540" cy="640" r="32" fill={night} />
      <path
        d="M472 600v.01M497 618v.01M487 647v.01M457 647v.01M447 618v.01"
        stroke="#3a4a9e"
        strokeWidth="20"
      />
      <path
        d="M540 621v.01M558 634v.01M551 656v.01M529 656v.01M522 634v.01"
        stroke="#3a4a9e"
        strokeWidth="14"
      />
      <path d="M452 706h40M452 720h40M452 734h40" stroke={mango} strokeWidth="4" />
      <circle cx="520" cy="728" r="15" fill="#d92b3a" />
      <circle cx="520" cy="728" r="6" fill={straw} />
      <circle cx="424" cy="692" r="9" fill={straw} />
    </>
  );
}

function Lamp() {
  return (
    <g transform="translate(62 8)">
      <path fill={night} d="M238 872l6-34h12l4-14h16l4 14h12l6 34z" />
      <path d="M246 858h44" stroke={mango} strokeWidth="4" strokeDasharray="0 11" />
      <path fill={mango} d="M268 822c-14-2-20-18-10-32 4-6 8-10 9-20 12 12 20 26 16 38-2 8-8 14-15 14z" />
      <path fill={straw} d="M268 820c-6-2-8-10-2-18 4 4 8 14 2 18z" />
    </g>
  );
}
