/** Four cards, and other people’s money. */
export function CrimeTile() {
  return (
    <>
      <path fill="#123c3a" d="M0 0h320v200H0z" />
      <circle cx="236" cy="110" r="92" fill="#185250" />
      <g stroke="#0c0e1a" strokeWidth="3">
        <g transform="rotate(-34 226 220)">
          <path d="M192 40h68q8 0 8 8v102q0 8-8 8h-68q-8 0-8-8v-102q0-8 8-8z" fill="#f7f2e8" />
        </g>
        <g transform="rotate(-12 226 220)">
          <path d="M192 40h68q8 0 8 8v102q0 8-8 8h-68q-8 0-8-8v-102q0-8 8-8z" fill="#f7f2e8" />
        </g>
        <g transform="rotate(12 226 220)">
          <path d="M192 40h68q8 0 8 8v102q0 8-8 8h-68q-8 0-8-8v-102q0-8 8-8z" fill="#f7f2e8" />
        </g>
        <g transform="rotate(36 226 220)">
          <path d="M192 40h68q8 0 8 8v102q0 8-8 8h-68q-8 0-8-8v-102q0-8 8-8z" fill="#fbe4b8" />
        </g>
      </g>
      <g transform="rotate(36 226 220)">
        <path
          d="M226 66c-12 18-26 24-24 38 2 10 16 12 22 2l-4 18h12l-4-18c6 10 20 8 22-2 2-14-12-20-24-38z"
          fill="#0c0e1a"
        />
        <path d="M194 50h.01m64 98h.01" strokeWidth="7" stroke="#0c0e1a" />
      </g>
      <g transform="rotate(12 226 220)">
        <path d="M204 68c-6-10-16-8-16 2 2 8 10 12 16 20 6-8 14-12 15-20 0-10-9-12-15-2z" fill="#d92b3a" />
      </g>
      <g transform="rotate(-12 226 220)">
        <path d="M202 58l10 14-10 14-10-14z" fill="#d92b3a" />
      </g>
      <g transform="rotate(-34 226 220)">
        <circle cx="202" cy="62" r="6" fill="#0c0e1a" />
        <circle cx="195" cy="72" r="6" fill="#0c0e1a" />
        <circle cx="209" cy="72" r="6" fill="#0c0e1a" />
        <path d="M200 72l-3 14h10l-3-14z" fill="#0c0e1a" />
      </g>
      <path d="M128 200c12-32 42-50 78-48l56 6c18 6 38 22 44 42z" fill="#0c0e1a" />
      <path
        d="M180 156l12 32m14-36l8 34m18-32l6 30m18-26l2 26"
        fill="none"
        strokeWidth="4"
        stroke="#185250"
      />
      <circle cx="118" cy="44" r="16" fill="#f4a52e" />
      <circle cx="118" cy="44" r="9" fill="none" stroke="#9c5208" strokeWidth="3" />
      <circle cx="136" cy="26" r="16" fill="#f4a52e" />
      <circle cx="136" cy="26" r="9" fill="none" stroke="#9c5208" strokeWidth="3" />
    </>
  );
}
