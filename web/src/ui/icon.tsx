import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';

/** Drawn on a grid of 24, one path each; those in `filled` are shapes, all others lines. */
const paths = {
  menu: 'M4 6.5h16M4 12h16M4 17.5h11',
  close: 'M6 6l12 12M18 6 6 18',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.4 15.4 20.5 20.5',
  user: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-3.9 3.6-6 7.5-6s6.9 2.1 7.5 6',
  'sign-out': 'M13.5 4H5.5v16h8M10 12h10.5M16.5 8l4 4-4 4',
  globe: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM3.5 12h17M12 3.5c-5 5-5 12 0 17 5-5 5-12 0-17Z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  play: 'M7 4.3v15.4a.6.6 0 0 0 .9.5l12-7.7a.6.6 0 0 0 0-1L7.9 3.8a.6.6 0 0 0-.9.5Z',
  pause: 'M6.5 4.5h3.6v15H6.5zM13.9 4.5h3.6v15h-3.6z',
  'chevron-left': 'M14.5 5.5 8 12l6.5 6.5',
  'chevron-right': 'M9.5 5.5 16 12l-6.5 6.5',
  'chevron-up': 'M5.5 14.5 12 8l6.5 6.5',
  'chevron-down': 'M5.5 9.5 12 16l6.5-6.5',
  'arrow-left': 'M20 12H4.5M10.5 5.5 4 12l6.5 6.5',
  'arrow-right': 'M4 12h15.5M13.5 5.5 20 12l-6.5 6.5',
  star: 'M12 2.8l2.85 5.85 6.35.9-4.6 4.55 1.1 6.4L12 17.45 6.3 20.5l1.1-6.4-4.6-4.55 6.35-.9Z',
  'star-half': 'M12 2.8v14.65L6.3 20.5l1.1-6.4-4.6-4.55 6.35-.9Z',
  heart: 'M12 20.5C5.5 16 3 12.6 3 9a4.7 4.7 0 0 1 9-2 4.7 4.7 0 0 1 9 2c0 3.6-2.5 7-9 11.5Z',
  bookmark: 'M6 3.5h12v17l-6-4.5-6 4.5Z',
  'bookmark-filled': 'M5.2 2.7h13.6v19.4L12 17l-6.8 5.1Z',
  plus: 'M12 4.5v15M4.5 12h15',
  minus: 'M4.5 12h15',
  check: 'M4.5 12.5 10 18 19.5 6.5',
  alert: 'M12 3.5 2.5 20h19ZM12 9.5v5M12 17.2v.3',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11v5.5M12 7.5v.3',
  eye: 'M2.5 12c2.5-4.3 5.6-6.5 9.5-6.5s7 2.2 9.5 6.5c-2.5 4.3-5.6 6.5-9.5 6.5S5 16.3 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  'eye-off':
    'M4 4l16 16M9.9 5.7c.7-.1 1.4-.2 2.1-.2 3.9 0 7 2.2 9.5 6.5-.8 1.4-1.7 2.6-2.7 3.5M6.5 7.3C5 8.4 3.7 10 2.5 12c2.5 4.3 5.6 6.5 9.5 6.5 1.8 0 3.4-.5 4.9-1.4M9.9 9.9a3 3 0 0 0 4.2 4.2',
  upload: 'M12 16V4.5M6.5 9.5 12 4l5.5 5.5M4 15.5v5h16v-5',
  download: 'M12 4v11.5M6.5 10.5 12 16l5.5-5.5M4 15.5v5h16v-5',
  trash: 'M4 6.5h16M9 6.5v-3h6v3M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6',
  edit: 'M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19ZM13.5 7l3.5 3.5',
  refresh: 'M20 4.5v5h-5M4 19.5v-5h5M19.6 9.5A8 8 0 0 0 5 8M4.4 14.5A8 8 0 0 0 19 16',
  lock: 'M5 10.5h14v10H5ZM8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2',
  ticket: 'M3 6.5h18V10a2 2 0 0 0 0 4v3.5H3V14a2 2 0 0 0 0-4ZM14.5 6.5v2M14.5 11v2M14.5 15.5v2',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3.5 2',
  calendar: 'M4 5.5h16v15H4ZM4 10h16M8 3v4.5M16 3v4.5',
  tag: 'M3.5 4v7.5l9 9 8-8-9-9ZM8 8.3v.2',
  film: 'M3.5 4.5h17v15h-17ZM8 4.5v15M16 4.5v15M3.5 9.5H8M3.5 14.5H8M16 9.5h4.5M16 14.5h4.5',
  tv: 'M3 7.5h18v12H3ZM8 3l4 4.5L16 3M17.5 11.5v4',
  external: 'M13.5 4H20v6.5M20 4l-9 9M17.5 13.5V20H4V6.5h6.5',
  share: 'M12 15V3.5M8 7l4-4 4 4M8 11H5v9.5h14V11h-3',
  phone:
    'M5 3.5h4l1.5 5L8 10.5c1.2 2.5 3 4.3 5.5 5.5l2-2.5 5 1.5v4c0 1-.7 1.7-1.7 1.5C10.5 19.7 4.3 13.5 3.5 5.2 3.4 4.2 4 3.5 5 3.5Z',
  mail: 'M3 5.5h18v13H3ZM3.5 6.5 12 13l8.5-6.5',
  'map-pin':
    'M12 21c-4.7-5-7-8.6-7-11.5a7 7 0 0 1 14 0c0 2.9-2.3 6.5-7 11.5ZM12 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  shield: 'M12 3l8 3v5.5c0 4.5-2.8 7.7-8 9.5-5.2-1.8-8-5-8-9.5V6ZM8.5 11.8l2.5 2.5 4.5-4.8',
  key: 'M8 11.5a4.3 4.3 0 1 0 0 8.6 4.3 4.3 0 0 0 0-8.6ZM11 12.7 20 3.7M15.5 8.2l3 3M18 5.7l2 2',
  device: 'M7 2.5h10v19H7ZM11 18.5h2',
  bell: 'M5 17.5c1.5-1.8 2-3.5 2-7a5 5 0 0 1 10 0c0 3.5.5 5.2 2 7ZM10 20.5h4M12 5.5v-2.5',
  chat: 'M3.5 4.5h17v12H11l-5 4.5v-4.5H3.5ZM8 9h8M8 12.5h5',
  dots: 'M3.8 12a1.7 1.7 0 1 0 3.4 0 1.7 1.7 0 0 0-3.4 0ZM10.3 12a1.7 1.7 0 1 0 3.4 0 1.7 1.7 0 0 0-3.4 0ZM16.8 12a1.7 1.7 0 1 0 3.4 0 1.7 1.7 0 0 0-3.4 0Z',
  pin: 'M9 3.5h6l-.8 6.5 3.3 3.5h-11l3.3-3.5ZM12 13.5v7',
  flag: 'M5.5 21V3.5M5.5 4.5h12l-2.5 4 2.5 4h-12',
  quote:
    'M4.5 17.5c2.5-1 3.5-2.7 3.5-5H4.5v-6h6v6c0 4-2 6.5-6 7M13.5 17.5c2.5-1 3.5-2.7 3.5-5h-3.5v-6h6v6c0 4-2 6.5-6 7',
  bold: 'M7 4.5h6a3.7 3.7 0 0 1 0 7.4H7ZM7 11.9h7a3.8 3.8 0 0 1 0 7.6H7Z',
  italic: 'M10 4.5h8M6 19.5h8M14.5 4.5l-5 15',
  list: 'M9 6h11.5M9 12h11.5M9 18h11.5M4 6h.3M4 12h.3M4 18h.3',
  code: 'M8.5 7 3.5 12l5 5M15.5 7l5 5-5 5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 1 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 1 0 5.7 5.7L12 17.7',
  google:
    'M12 10.3v3.6h5.1c-.5 2.3-2.4 3.9-5.1 3.9a5.8 5.8 0 1 1 3.8-10.2l2.7-2.7A9.6 9.6 0 1 0 12 21.6c5.5 0 9.4-3.9 9.4-9.4 0-.7-.1-1.3-.2-1.9Z',
  facebook:
    'M13.7 21.8v-8.4h2.9l.5-3.5h-3.4V7.7c0-1 .4-1.9 2-1.9h1.5V2.7c-.7-.1-1.5-.2-2.4-.2-2.7 0-4.5 1.6-4.5 4.6v2.8H7.2v3.5h3.1v8.4Z',
  instagram:
    'M7.5 3.5h9a4 4 0 0 1 4 4v9a4 4 0 0 1-4 4h-9a4 4 0 0 1-4-4v-9a4 4 0 0 1 4-4ZM12 8.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6ZM16.9 6.9v.2',
  twitter:
    'M3.5 4h4.3l4.7 6.3L17.8 4h2.5l-6.7 7.8L21 20h-4.3l-5.1-6.8L5.7 20H3.2l7.2-8.4Zm3.4 1.5 10.5 13h.8L7.7 5.5Z',
  youtube: 'M5 5.2h14a3 3 0 0 1 3 3v7.6a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V8.2a3 3 0 0 1 3-3Zm5 3.6v6.4l5.5-3.2Z',
  'store-apple':
    'M16.2 12.5c0-2 1.5-3 1.6-3.1a3.7 3.7 0 0 0-2.9-1.6c-1.2-.1-2.4.7-3 .7s-1.6-.7-2.6-.7c-2.5 0-4.3 2.1-4.3 5 0 3.6 2.5 8 4.6 8 .9 0 1.5-.6 2.5-.6s1.5.6 2.5.6c1.7 0 3.2-2.8 3.7-4.6a3.9 3.9 0 0 1-2.1-3.7ZM14.5 6.5c.7-.9 1-2 .9-3a3.8 3.8 0 0 0-2.9 3.9c.8 0 1.5-.3 2-.9Z',
  'store-play':
    'M4.8 2.9v18.2L13.6 12ZM14.6 13l2.3 2.3-9.7 5.5ZM14.6 11l2.3-2.3-9.7-5.5ZM15.6 12l2.4-2.5 3.4 1.9a.7.7 0 0 1 0 1.2L18 14.5Z',
} as const;

export type IconName = keyof typeof paths;

export const iconNames = Object.keys(paths) as IconName[];

const filled: ReadonlySet<IconName> = new Set<IconName>([
  'play',
  'pause',
  'star',
  'star-half',
  'bookmark-filled',
  'dots',
  'google',
  'facebook',
  'twitter',
  'youtube',
  'store-apple',
  'store-play',
]);

/** An icon in the colour of the text around it, hidden from screen readers. */
export function Icon({ name, className, ...rest }: { name: IconName } & ComponentProps<'svg'>) {
  const shape = filled.has(name);
  return (
    <svg
      viewBox="0 0 24 24"
      width="1.25em"
      height="1.25em"
      fill={shape ? 'currentColor' : 'none'}
      fillRule="evenodd"
      stroke={shape ? 'none' : 'currentColor'}
      strokeWidth={1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={cx('shrink-0', className)}
      {...rest}
    >
      <path d={paths[name]} />
    </svg>
  );
}
