import { useState } from 'react';
import { pictureSources } from '#lib/picture.ts';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';
import { initialsOf } from './initials.ts';

const sizes = {
  s: { box: 'size-8 text-xs', pixels: 32 },
  m: { box: '', pixels: 44 },
  l: { box: 'size-16 text-xl', pixels: 64 },
  xl: { box: 'size-28 text-4xl', pixels: 112 },
} as const;

interface AvatarProps {
  src?: string | null | undefined;
  /** For the initials. */
  name?: string | null | undefined;
  /** Empty where the name is beside it. */
  alt?: string | undefined;
  size?: keyof typeof sizes | undefined;
  className?: string | undefined;
}

/** A portrait, or initials. Its space is reserved before it loads. */
export function Avatar({ src, name, alt = '', size = 'm', className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const { box, pixels } = sizes[size];
  const initials = initialsOf(name);
  return (
    <span
      className={cx('avatar', box, className)}
      {...(alt && (!src || broken === src) ? { role: 'img', 'aria-label': alt } : {})}
    >
      <span aria-hidden="true">{initials || <Icon name="user" />}</span>
      {src && broken !== src && (
        <img
          // One size, for screens with two dots to a pixel: it is small on any.
          src={pictureSources(src, pixels * 2).src}
          alt={alt}
          width={pixels}
          height={pixels}
          loading="lazy"
          onError={() => setBroken(src)}
          className="cover"
        />
      )}
    </span>
  );
}
