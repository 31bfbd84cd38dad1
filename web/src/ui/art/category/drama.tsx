/** Two who sit at the table, and the lamp that hears what neither says. */
export function DramaTile() {
  return (
    <>
      <path fill="#1d2f8a" d="M0 0h320v200H0z" />
      <circle cx="222" cy="96" r="84" fill="#2c43b8" />
      <g fill="#0c0e1a">
        <g transform="translate(222 104) scale(1 1)">
          <path d="M96 100v-20c0-18-20-24-24-36 22-10 34-34 32-64-2-32-24-50-48-48-18 2-24 16-22 26 0 6-8 16-13 24-2 4 1 6 7 7 1 3-4 5-3 9 1 2 4 3 2 5-3 3-2 7 2 9-2 6-1 14 9 16 8 1 12 4 12 12 0 16-16 18-24 32-6 10-8 18-8 28z" />
        </g>
        <g transform="translate(222 104) scale(-1 1)">
          <path d="M96 100v-20c0-18-20-24-24-36 22-10 34-34 32-64-2-32-24-50-48-48-18 2-24 16-22 26 0 6-8 16-13 24-2 4 1 6 7 7 1 3-4 5-3 9 1 2 4 3 2 5-3 3-2 7 2 9-2 6-1 14 9 16 8 1 12 4 12 12 0 16-16 18-24 32-6 10-8 18-8 28z" />
        </g>
      </g>
      <g stroke="#5a73d6" strokeWidth="4" fill="none">
        <g transform="translate(222 104) scale(1 1)">
          <path d="M44-30q9-6 17 0m7-32q20 12 22 44m-32-38q16 10 18 34m-18 86q22-2 40 12" />
        </g>
        <g transform="translate(222 104) scale(-1 1)">
          <path d="M44-30q9-6 17 0m7-32q20 12 22 44m-32-38q16 10 18 34m-18 86q22-2 40 12" />
        </g>
      </g>
      <path d="M208 200l5-38h18l5 38z" fill="#5a73d6" />
      <path d="M222 160c-12-4-16-17-9-29 4-6 6-11 6-21 12 12 19 24 16 36-2 8-7 14-13 14z" fill="#f4a52e" />
      <path d="M222 158c-6-4-5-11 0-19 5 8 6 15 0 19z" fill="#d92b3a" />
      <path d="M200 118h.01m44 0h.01m-37-20h.01m30 0h.01m-15-14h.01" strokeWidth="5" stroke="#f4a52e" />
    </>
  );
}
