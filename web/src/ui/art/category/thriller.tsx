/** A road at night, and a storm on the way. */
export function ThrillerTile() {
  return (
    <>
      <path fill="#22284a" d="M0 0h320v200H0z" />
      <path d="M96 200l94-140 24 24 36-58 90 174z" fill="#0c0e1a" />
      <path d="M250 26l-24 40 10 38-30 26-2 38-54 32h-54l94-140 10 10 14 14z" fill="#313a6b" />
      <path d="M190 60l-8 40-22 26-8 34-56 40z" fill="#454f8c" />
      <path
        d="M232 200c-42-16 18-34-2-46-16-8-34-12-16-22 16-8 30-10 22-20 6 12 2 18-8 24-10 6 12 10 26 18 28 14-4 28 46 46z"
        fill="#fbe4b8"
      />
      <path d="M142 4l-26 60h22l-16 48 50-66h-26l20-42z" fill="#f4a52e" />
      <path d="M238 176l5-9h18l6 9v9h-29z" fill="#0c0e1a" />
      <path d="M242 179h.01m20 0h.01" strokeWidth="5" stroke="#d92b3a" />
      <path
        d="M300 20l-8 18m-12-30l-8 18m46 22l-8 18m-222-46l-8 18m24 50l-8 18m100-94l-8 18m-128 30l-8 18m264 12l-6 14"
        fill="none"
        strokeWidth="4"
        stroke="#5a73d6"
      />
    </>
  );
}
