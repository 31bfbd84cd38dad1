import { type ReactNode, useState } from 'react';
import { AVATAR_PIXELS, avatarAddress } from './avatar-address.ts';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';
import { initialsOf } from './initials.ts';

const boxes = { s: 'size-8 text-xs', m: '', l: 'size-16 text-xl', xl: 'size-28 text-4xl' } as const;

interface AvatarProps {
  src?: string | null | undefined;
  /** For the initials. */
  name?: string | null | undefined;
  /** Empty where the name is beside it. */
  alt?: string | undefined;
  size?: keyof typeof AVATAR_PIXELS | undefined;
  className?: string | undefined;
  /** In its place while `src` is not known. */
  children?: ReactNode;
}

/** A portrait, or initials. Its space is reserved before it loads. */
export function Avatar({ src, name, alt = '', size = 'm', className, children }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const pixels = AVATAR_PIXELS[size];
  const initials = initialsOf(name);
  return (
    <span
      className={cx('avatar', boxes[size], className)}
      {...(alt && (!src || broken === src) ? { role: 'img', 'aria-label': alt } : {})}
    >
      <span aria-hidden="true">{initials || <Icon name="user" />}</span>
      {children}
      {src && broken !== src && (
        <img
          src={avatarAddress(src, size)}
          alt={alt}
          width={pixels}
          height={pixels}
          // The largest is at the top of its page.
          loading={size === 'xl' ? 'eager' : 'lazy'}
          onError={() => setBroken(src)}
          className="cover"
        />
      )}
    </span>
  );
}
