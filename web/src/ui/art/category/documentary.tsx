/** A camera with a patient eye. */
export function DocumentaryTile() {
  return (
    <>
      <path fill="#14503b" d="M0 0h320v200H0z" />
      <g transform="translate(20 -6)">
        <circle cx="226" cy="100" r="90" fill="#1b6a4e" />
        <g fill="#0c0e1a">
          <circle cx="196" cy="62" r="36" />
          <circle cx="262" cy="66" r="28" />
          <path d="M150 92h130q8 0 8 8v50q0 8-8 8h-130q-8 0-8-8v-50q0-8 8-8z" />
          <path d="M142 112l-30-12v50l30-12z" />
          <path d="M212 150l-36 70h18l26-50 26 50h18l-36-70z" />
        </g>
        <g fill="#3f9c77">
          <circle cx="196" cy="41" r="8" />
          <circle cx="216" cy="56" r="8" />
          <circle cx="208" cy="79" r="8" />
          <circle cx="184" cy="79" r="8" />
          <circle cx="176" cy="56" r="8" />
          <circle cx="262" cy="50" r="6" />
          <circle cx="277" cy="61" r="6" />
          <circle cx="271" cy="79" r="6" />
          <circle cx="253" cy="79" r="6" />
          <circle cx="247" cy="61" r="6" />
        </g>
        <path d="M168 124q38-32 76 0-38 32-76 0z" fill="#f7f2e8" />
        <circle cx="206" cy="124" r="15" fill="#2f8f63" />
        <circle cx="206" cy="124" r="7" fill="#0c0e1a" />
        <path d="M256 108h18m-18 14h18m-18 14h18" fill="none" strokeWidth="4" stroke="#f4a52e" />
        <path d="M96 96h.01m-12 16h.01m0 26h.01m12 16h.01m-26-29h.01" strokeWidth="5" stroke="#f4a52e" />
      </g>
    </>
  );
}
