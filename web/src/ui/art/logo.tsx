import { useId } from 'react';
import type { ArtProps } from './cut-metal.tsx';

const letterforms =
  'M49.9 0h-43v-66h16.1v52.5h26.9zM68.1 3.2q-4.4.1-7.8-1.6-3.5-1.6-5.5-5-1.9-3.2-2.1-8-.1-4.5 1.5-7.6 1.8-2.9 5-4.7 3.4-1.9 8-3.2 4.7-1.2 10.7-2.3 2.9-.6 4.9-1.1 1.8-.5 2.8-1.5 1-1 .9-2.9 0-2.5-1.9-4.3-1.8-1.7-5.8-1.6-2.8.1-5.1 1.1-2.2 1.1-3.7 3-1.6 2-2.3 4.7l-14.3-3.8q1.2-4.3 3.5-7.4 2.2-3.2 5.5-5.3 3.2-2.2 7.4-3.2 4.3-1.1 9.1-1.2 8-.2 13 2.1 5.2 2.5 7.7 7.8 2.7 5.3 2.9 13.7l.2 8.1q.1 3.6.4 7.2.2 3.7.5 7.2.4 3.7.9 7.4l-14.2.4q-.5-2.3-1-5.6-.4-3.2-.7-6.6l-1.9.1q-1.3 3.8-3.9 7.1-2.6 3.2-6.2 5-3.8 1.9-8.5 2zm7-11.6q1.8-.1 3.7-.8 1.8-.6 3.5-1.9 1.6-1.1 3-2.9 1.3-1.7 2-3.7l-.4-6.3q-.9.5-2 .8-2.2.8-4.5 1.3-2.4.4-4.7.9-2.2.5-4 1.3-1.7.7-2.6 1.9-1 1.3-.9 3.4 0 2.8 2 4.4 1.9 1.7 4.9 1.6zM127.5-2.1l-15.8-.3 1.2-72.1 15.8.3-.7 39.8q3-2.1 5.5-4.4 2.7-2.4 4.9-5 2.2-2.5 4-5.3 1.7-2.7 3.1-5.5l18.4.3q-1.4 3.9-3.7 7.6-2.4 3.9-5.8 7-3.3 3.3-8 5.5-4.5 2.2-10.2 2.9v1.8q7.2-1.3 11.9.1 4.5 1.5 7.3 4.5 2.7 3.1 4.2 7.1 1.4 4 2.3 8l2 8.3-17.5-.3-.9-5q-1-5-2.2-8.5-1.3-3.5-3.8-5.5-2.5-2-7.2-2.1h-4.5zM222.8-25.5a28.3 28.3 0 1 1-56.6 0 28.3 28.3 0 1 1 56.6 0zm-15.3 0a13 13 0 1 0-26 0 13 13 0 1 0 26 0zM246.8.2q-9.4-.3-13.9-6.8-4.7-6.4-4.3-19.4l.7-28.5 16.2.4-.7 26.4q-.2 7.4 1.9 11.1 2.1 3.7 6.6 3.9 2.7 0 4.7-1.3 2-1.3 3.5-3.7 1.3-2.4 2.1-5.6.7-3.2.8-7l.6-23.2 16.1.4-1.4 52.8-12.8-.4.1-16.3h-2q-1.6 6.1-3.9 10-2.4 3.9-5.9 5.6-3.4 1.7-8.4 1.6z';
const gleam =
  'M12.5-58v30m0 9v.01m105-47.01v30m0 9v.01m117-20.01v20m.5 8.5v.01m-174.5 2.99q-.8-3.5 1.6-6m112.4-12.5q4-9.5 13.5-12';
const red = 'var(--action, #d92b3a)';
const mango = 'var(--highlight, #f4a52e)';

/** The name as a sign painter puts it on a tap-tap: thick letterforms with a side, a rim, and the light in the o. */
export function Wordmark({ id, className }: ArtProps & { id?: string }) {
  const own = useId();
  const name = id ?? own;
  const letters = `${name}-letters`;
  const copies = (steps: readonly number[]) =>
    steps.map((step) => <use key={step} href={`#${letters}`} x={step} y={step} />);
  return (
    <svg viewBox="5 -76 291 88" className={className} aria-hidden="true">
      <defs>
        <path id={letters} d={letterforms} />
      </defs>
      <g id={name}>
        <g fill={mango} stroke={mango} strokeWidth="2.4" strokeLinejoin="round">
          {copies([7.6, 7])}
        </g>
        <g fill={red} stroke={red} strokeWidth="2" strokeLinejoin="round">
          {copies([6, 5, 4, 3, 2, 1])}
        </g>
        <use href={`#${letters}`} fill="currentColor" />
        <g stroke={mango} strokeWidth="2.6" strokeLinecap="round" fill="none">
          <path d={gleam} />
        </g>
        <circle cx="194.5" cy="-25.5" r="7.2" fill={mango} />
      </g>
    </svg>
  );
}

/** The same again, on a page that has one with this id. */
export function WordmarkCopy({ of, className }: ArtProps & { of: string }) {
  return (
    <svg viewBox="5 -76 291 88" className={className} aria-hidden="true">
      <use href={`#${of}`} />
    </svg>
  );
}
