/** An old mapou under a full moon, and somebody who looks out of it. */
export function FantasyTile() {
  return (
    <>
      <path fill="#2a1a5e" d="M0 0h320v200H0z" />
      <circle cx="230" cy="78" r="66" fill="#fbe4b8" />
      <circle cx="230" cy="78" r="82" fill="#fbe4b8" opacity=".12" />
      <g fill="#0c0e1a">
        <path d="M214 200c8-32 2-60-4-78-20 4-44-2-60-18 22 6 42 4 54 0-8-16-26-26-44-26 18-8 40-4 52 10-2-22-12-36-24-44 22 2 36 18 40 38 6-24 18-38 38-42-12 12-18 28-18 44 12-14 32-18 52-12-18 4-32 14-38 30 18 2 38-4 50-18-8 26-30 40-54 38-6 24-4 50 10 78z" />
        <path d="M216 180c-26 2-56 10-76 24h190c-18-12-46-20-68-24z" />
      </g>
      <g fill="#0f3a3a">
        <circle cx="146" cy="102" r="18" />
        <circle cx="160" cy="74" r="20" />
        <circle cx="188" cy="42" r="22" />
        <circle cx="228" cy="32" r="24" />
        <circle cx="268" cy="38" r="22" />
        <circle cx="302" cy="70" r="20" />
        <circle cx="312" cy="92" r="16" />
      </g>
      <path
        d="M140 98h.01m14-30h.01m28-32h.01m14 12h.01m28-22h.01m16 10h.01m30-6h.01m-8 16h.01m42 18h.01m10 28h.01m-148-10h.01"
        strokeWidth="6"
        stroke="#2f8f63"
      />
      <path d="M222 142q9-10 18 0-9 10-18 0z" fill="#f4a52e" />
      <circle cx="231" cy="142" r="3.5" fill="#0c0e1a" />
      <path d="M236 160q7-7 14 0-7 7-14 0z" fill="#f4a52e" />
      <circle cx="243" cy="160" r="3" fill="#0c0e1a" />
      <path
        d="M120 40h.01m-16 44h.01m30-64h.01m-18 120h.01m12 26h.01m172-26h.01m12 24h.01"
        strokeWidth="4"
        stroke="#fbe4b8"
      />
    </>
  );
}
