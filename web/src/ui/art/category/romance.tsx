/** Two birds, one letter, and what should have been said earlier. */
export function RomanceTile() {
  return (
    <>
      <path fill="#a81f30" d="M0 0h320v200H0z" />
      <g transform="translate(18 4) scale(.96)">
        <path
          d="M214 190c-38-40-86-62-84-108 2-42 60-52 84-8 24-44 82-34 84 8 2 46-46 68-84 108z"
          fill="#c5293b"
        />
        <g fill="#0c0e1a">
          <g transform="translate(214 0) scale(1 1)">
            <path d="M12 96c6-12 22-16 34-8 18 10 32 30 62 36-16 22-52 26-72 10-12-10-16-22-24-28l-10-8z" />
            <path d="M40 112c22-3 46-31 60-48-30-3-57 20-60 48z" />
            <path d="M96 126c5 14 25 23 40 24-7-13-25-26-40-24z" />
            <path d="M92 130c1 15 18 31 32 36-4-15-17-33-32-36z" />
          </g>
          <g transform="translate(214 0) scale(-1 1)">
            <path d="M12 96c6-12 22-16 34-8 18 10 32 30 62 36-16 22-52 26-72 10-12-10-16-22-24-28l-10-8z" />
            <path d="M40 112c22-3 46-31 60-48-30-3-57 20-60 48z" />
            <path d="M96 126c5 14 25 23 40 24-7-13-25-26-40-24z" />
            <path d="M92 130c1 15 18 31 32 36-4-15-17-33-32-36z" />
          </g>
        </g>
        <g fill="#f4a52e">
          <g transform="translate(214 0) scale(1 1)">
            <path d="M54 96q19-13 36-28-22 9-36 28z" />
            <circle cx="30" cy="96" r="4" />
            <path d="M46 128q18 10 36 0-18 2-36 0z" />
          </g>
          <g transform="translate(214 0) scale(-1 1)">
            <path d="M54 96q19-13 36-28-22 9-36 28z" />
            <circle cx="30" cy="96" r="4" />
            <path d="M46 128q18 10 36 0-18 2-36 0z" />
          </g>
        </g>
        <path d="M188 106h52v34h-52z" fill="#fbe4b8" />
        <path d="M188 106l26 20 26-20" fill="none" strokeWidth="4" stroke="#c5293b" />
        <path d="M214 60c-6-8-18-8-18-18 2-10 14-10 18 0 4-10 16-10 18 0 0 10-12 10-18 18z" fill="#f4a52e" />
        <path
          d="M113 59h.01m15-29h.01m24-22h.01m124 0h.01m24 22h.01m15 29h.01"
          strokeWidth="5"
          stroke="#f4a52e"
        />
      </g>
    </>
  );
}
