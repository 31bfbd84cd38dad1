import { useMemo } from 'react';
import { encode } from 'uqr';

/** Dark on light in both themes, as scanners expect. */
export function QrCode({ text, className }: { text: string; className?: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { border: 3 });
    const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
    return { size, path };
  }, [text]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true" className={className}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#0c0e1a" d={path} />
    </svg>
  );
}
