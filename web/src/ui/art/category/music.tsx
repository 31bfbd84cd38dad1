/** A tanbou, and the beat going out from it. */
export function MusicTile() {
  return (
    <>
      <path fill="#6b1430" d="M0 0h320v200H0z" />
      <g fill="none" stroke="#a3243f" strokeWidth="7" strokeDasharray="0 15">
        <circle cx="226" cy="72" r="62" />
        <circle cx="226" cy="72" r="86" />
        <circle cx="226" cy="72" r="110" />
        <circle cx="226" cy="72" r="134" />
      </g>
      <path d="M158 72c2 46 28 78 26 134h84c-2-56 24-88 26-134z" fill="#0c0e1a" />
      <ellipse cx="226" cy="70" rx="70" ry="23" fill="#0c0e1a" />
      <ellipse cx="226" cy="68" rx="58" ry="16" fill="#fbe4b8" />
      <path d="M162 92q64 28 128 0" fill="none" strokeWidth="5" stroke="#f4a52e" />
      <path d="M166 96l18 38 20-26 22 38 22-38 20 26 18-38" fill="none" strokeWidth="4.5" stroke="#f4a52e" />
      <path d="M180 146q46 20 92 0" fill="none" strokeWidth="5" stroke="#f4a52e" />
      <path d="M226 182c-6-12-22-10-21 2 1 10 13 16 21 26 8-10 20-16 21-26 1-12-15-14-21-2z" fill="#d92b3a" />
      <g fill="#0c0e1a" stroke="#0c0e1a" strokeWidth="0">
        <path d="M108 8c28 6 44 18 62 30 14 6 26 8 30 14-2 10-16 14-32 10-22-6-46-18-68-22z" />
        <path d="M190 48l26 8m-30-2l26 9m-34-3l26 9m-28-27q14-8 24-4" fill="none" strokeWidth="8" />
        <path d="M344-14c-28 10-40 22-56 32-14 6-26 8-30 14 2 10 16 14 32 10 22-6 40-16 60-20z" />
        <path d="M268 28l-26 6m30 0l-26 8m34-2l-26 9m28-27q-14-8-24-4" fill="none" strokeWidth="8" />
      </g>
    </>
  );
}
