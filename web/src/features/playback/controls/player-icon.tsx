import type { ComponentProps } from 'react';
import { cx } from '#ui/class-names.ts';

/** On the same 24-pixel grid as `ui/icon.tsx`; separate because only the player loads them. */
const lines = {
  'back-10':
    'M4.5 4.5v5h5M4.9 9.3A8.2 8.2 0 1 1 3.8 13M9.3 10.6v5.2M8 11.4l1.3-.8M14.4 10.5c1.3 0 2 1 2 2.7s-.7 2.7-2 2.7-2-1-2-2.7.7-2.7 2-2.7Z',
  'forward-10':
    'M19.5 4.5v5h-5M19.1 9.3A8.2 8.2 0 1 0 20.2 13M9.3 10.6v5.2M8 11.4l1.3-.8M14.4 10.5c1.3 0 2 1 2 2.7s-.7 2.7-2 2.7-2-1-2-2.7.7-2.7 2-2.7Z',
  volume: 'M4 9.5v5h3.5L12 19V5L7.5 9.5ZM15.5 9a4 4 0 0 1 0 6M18 6.2a8 8 0 0 1 0 11.6',
  'volume-low': 'M4 9.5v5h3.5L12 19V5L7.5 9.5ZM15.5 9a4 4 0 0 1 0 6',
  'volume-off': 'M4 9.5v5h3.5L12 19V5L7.5 9.5ZM15.5 9.5l5 5M20.5 9.5l-5 5',
  captions: 'M3 5h18v14H3ZM10.5 10.4a2.1 2.1 0 1 0 0 3.2M17.5 10.4a2.1 2.1 0 1 0 0 3.2',
  settings:
    'M4 7h8M17.5 7H20M12 7a2.7 2.7 0 1 0 5.5 0A2.7 2.7 0 0 0 12 7ZM4 17h2.5M12 17h8M6.5 17a2.7 2.7 0 1 0 5.5 0 2.7 2.7 0 0 0-5.5 0Z',
  'picture-in-picture': 'M3 5h18v14H3ZM12.5 12h5.5v4h-5.5Z',
  'full-screen': 'M4 9V4.5h4.5M15.5 4.5H20V9M20 15v4.5h-4.5M8.5 19.5H4V15',
  'leave-full-screen': 'M8.5 4.5V9H4M20 9h-4.5V4.5M15.5 19.5V15H20M4 15h4.5v4.5',
  cast: 'M3 9V5h18v14h-6M3 19v0M3 15.5A3.5 3.5 0 0 1 6.5 19M3 12a7 7 0 0 1 7 7',
  episodes: 'M3.5 8.5h13v11h-13ZM7 5.5h13v10.5M9 12v4l3.3-2Z',
  replay: 'M4.5 4.5v5h5M4.9 9.3A8.2 8.2 0 1 1 3.8 13',
  headphones:
    'M4.5 18v-5.5a7.5 7.5 0 0 1 15 0V18M4.5 13.5h3.3v6H6a1.5 1.5 0 0 1-1.5-1.5ZM19.5 13.5h-3.3v6H18a1.5 1.5 0 0 0 1.5-1.5Z',
  quality: 'M4 18.5h4v-4H4ZM10 18.5h4v-8h-4ZM16 18.5h4v-13h-4Z',
  sign: 'M8 11.5V6.2a1.4 1.4 0 0 1 2.8 0V11M10.8 10.5V4.7a1.4 1.4 0 0 1 2.8 0v5.8M13.6 10.8V5.9a1.4 1.4 0 0 1 2.8 0v8.6c0 3.4-2.1 5.5-5.2 5.5-2.3 0-3.8-1-5-3L4 13.1a1.4 1.4 0 0 1 2.3-1.6L8 13.8',
  speed: 'M4.8 17.5a8.5 8.5 0 1 1 14.4 0M12 14l4-5',
  check: 'M4.5 12.5 10 18 19.5 6.5',
  keyboard: 'M3 6.5h18v11H3ZM6.5 10h.1M10 10h.1M13.5 10h.1M17 10h.1M7.5 14h9',
} as const;
const shapes = {
  play: 'M7 4.3v15.4a.6.6 0 0 0 .9.5l12-7.7a.6.6 0 0 0 0-1L7.9 3.8a.6.6 0 0 0-.9.5Z',
  pause: 'M6.5 4.5h3.6v15H6.5zM13.9 4.5h3.6v15h-3.6z',
  next: 'M5 4.6v14.8a.6.6 0 0 0 .9.5l10-7.4a.6.6 0 0 0 0-1l-10-7.4a.6.6 0 0 0-.9.5ZM17.2 4.5h2.3v15h-2.3z',
} as const;

export type PlayerIconName = keyof typeof lines | keyof typeof shapes;

export function PlayerIcon({ name, className, ...rest }: { name: PlayerIconName } & ComponentProps<'svg'>) {
  const filled = name in shapes;
  return (
    <svg
      viewBox="0 0 24 24"
      width="1.6em"
      height="1.6em"
      fill={filled ? 'currentColor' : 'none'}
      stroke={filled ? 'none' : 'currentColor'}
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={cx('shrink-0', className)}
      {...rest}
    >
      <path d={filled ? shapes[name as keyof typeof shapes] : lines[name as keyof typeof lines]} />
    </svg>
  );
}
