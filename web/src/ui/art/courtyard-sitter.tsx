const heads = {
  crop: { paint: '#0c0e1a', shape: 'M-17-20C-20-48 20-48 17-20z' },
  afro: { paint: '#0c0e1a', shape: 'M-25-26a25 25 0 1 1 50 0 25 25 0 1 1-50 0z' },
  bun: { paint: '#0c0e1a', shape: 'M-17-20C-20-48 20-48 17-20zM-11-51a11 11 0 1 1 22 0 11 11 0 1 1-22 0z' },
  puffs: {
    paint: '#0c0e1a',
    shape:
      'M-17-20C-20-46 20-46 17-20zM-30-40a11 11 0 1 1 22 0 11 11 0 1 1-22 0zM8-40a11 11 0 1 1 22 0 11 11 0 1 1-22 0z',
  },
  wrap: { paint: '#b3263a', shape: 'M-19-12C-26-46 22-56 20-12Q0 2-19-12zM14-38q14-16 20-8-2 10-16 14z' },
  hat: { paint: '#9a6530', shape: 'M-38-24Q0-36 38-24 26-28 20-34 16-52 0-52T-20-34Q-26-28-38-24z' },
} as const;

interface SitterProps {
  x: number;
  y: number;
  size: number;
  head: keyof typeof heads;
  dress: string;
  chair?: boolean;
}

/** Somebody seen from behind, with the light of the screen along the edge. */
export function Sitter({ x, y, size, head, dress, chair }: SitterProps) {
  const { paint, shape } = heads[head];
  const back = 'M-44 96C-46 40-34 18-9 12H9c25 6 37 28 35 84z';
  const skull = 'M-16-20a16 20 0 1 1 32 0 16 20 0 1 1-32 0z';
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <path fill="#f4a52e" transform="translate(0 -2.5)" d={back + skull} />
      <path fill="#f4a52e" transform="translate(0 -2.5)" d={shape} />
      <path fill={dress} d={back} />
      <path fill="#2a1510" d="M-10-8h20v22q-10 7-20 0z" />
      <path fill="#0c0e1a" d={skull} />
      <path fill={paint} d={shape} />
      {chair && (
        <path
          d="M-34 24v150M34 24v150M-34 36q34 10 68 0M-34 60q34 10 68 0M-34 84q34 10 68 0M-34 112h68M-34 146h68"
          stroke="#7a4640"
          strokeWidth="6"
        />
      )}
    </g>
  );
}
