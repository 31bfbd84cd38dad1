/** The prow of the Citadelle, stone upon stone. */
export function HistoryTile() {
  return (
    <>
      <path fill="#8a3a1c" d="M0 0h320v200H0z" />
      <circle cx="254" cy="60" r="42" fill="#f4a52e" />
      <path d="M120 200l18-24 22-4 18 28z" fill="#6e2c14" />
      <path d="M138 200l38-108 60-28 94 28v108z" fill="#0c0e1a" />
      <path d="M236 64v136h-98l38-108z" fill="#2a120b" />
      <path
        d="M176 92v-14h12v10l12-6v-14h12v10l12-6v-14h12v14h14v-10h14v14h14v-10h14v16h14v-10h14v20z"
        fill="#0c0e1a"
      />
      <path
        d="M168 118l68-22 94 22m-170 26l76-18 94 18m-178 26l84-14 94 14"
        fill="none"
        strokeWidth="4"
        stroke="#c8683a"
      />
      <path
        d="M200 106v26m18-31v29m-32-16v24m72-36v28m26-22v26m24-20v24m-132 2v24m30-30v26m40-30v28m26-24v26m26-20v24m-108 2v34m32-40v40m40-38v38m28-34v34"
        fill="none"
        strokeWidth="3.5"
        stroke="#c8683a"
      />
      <path d="M246 112h16v14h-16zm46 10h14v12h-14zm-96 20l12-3v13l-12 3z" fill="#f4a52e" />
      <path
        d="M130 46q10-10 18 0 8-10 18 0m-6-22q7-7 13 0 6-7 13 0"
        fill="none"
        strokeWidth="4"
        stroke="#0c0e1a"
      />
    </>
  );
}
