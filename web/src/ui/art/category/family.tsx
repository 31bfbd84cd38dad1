/** A roof, and everybody under it. */
export function FamilyTile() {
  return (
    <>
      <path fill="#0f5563" d="M0 0h320v200H0z" />
      <path d="M110 96l106-80 106 80z" fill="#d92b3a" />
      <path
        d="M116 96q10 16 20 0 10 16 20 0 10 16 20 0 10 16 20 0 10 16 20 0 10 16 20 0 10 16 20 0 10 16 20 0 10 16 20 0 10 16 20 0"
        fill="none"
        strokeWidth="5"
        stroke="#fbe4b8"
      />
      <path d="M130 100h172v100h-172z" fill="#14707f" />
      <circle cx="216" cy="66" r="13" fill="#f4a52e" />
      <path d="M216 53v26m-13-13h26" fill="none" strokeWidth="4" stroke="#d92b3a" />
      <g transform="translate(166 132) scale(1)">
        <path d="M-26 84c-2-48 6-66 26-66 20 0 28 18 26 66z" fill="#8c1729" />
        <path d="M-6 8h12v14q-6 4-12 0z" fill="#2a1510" />
        <circle cx="0" cy="0" r="15" fill="#2a1510" />
      </g>
      <g transform="translate(264 134) scale(1)">
        <path d="M-26 84c-2-48 6-66 26-66 20 0 28 18 26 66z" fill="#1d2f8a" />
        <path d="M-6 8h12v14q-6 4-12 0z" fill="#2a1510" />
        <circle cx="0" cy="0" r="15" fill="#2a1510" />
      </g>
      <g transform="translate(216 126) scale(1.12)">
        <path d="M-26 84c-2-48 6-66 26-66 20 0 28 18 26 66z" fill="#0c2f3a" />
        <path d="M-6 8h12v14q-6 4-12 0z" fill="#2a1510" />
        <circle cx="0" cy="0" r="15" fill="#2a1510" />
      </g>
      <g transform="translate(192 164) scale(0.62)">
        <path d="M-26 84c-2-48 6-66 26-66 20 0 28 18 26 66z" fill="#f4a52e" />
        <path d="M-6 8h12v14q-6 4-12 0z" fill="#2a1510" />
        <circle cx="0" cy="0" r="15" fill="#2a1510" />
      </g>
      <g transform="translate(242 166) scale(0.6)">
        <path d="M-26 84c-2-48 6-66 26-66 20 0 28 18 26 66z" fill="#d92b3a" />
        <path d="M-6 8h12v14q-6 4-12 0z" fill="#2a1510" />
        <circle cx="0" cy="0" r="15" fill="#2a1510" />
      </g>
      <path d="M176 160c2-16 30-16 32 0q-16-8-32 0z" fill="#0c0e1a" />
      <path d="M228 161c2-15 26-15 28 0q-14-7-28 0z" fill="#0c0e1a" />
      <path d="M249 132c-1-20 31-20 30 0q-15-10-30 0z" fill="#0c0e1a" />
      <path d="M200 122c-4-20 36-22 33 0q-17-10-33 0z" fill="#f4a52e" />
      <path d="M140 126q26-10 52 0-10-6-12-12-14-8-28 0-2 6-12 12z" fill="#fbe4b8" />
      <path d="M180 152h.01m24 0h.01" strokeWidth="9" stroke="#0c0e1a" />
    </>
  );
}
