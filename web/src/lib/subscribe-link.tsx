import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { useAppearance } from './session.ts';
import { subscribePath, type TitleInPath, titleInPath } from './title-path.ts';

type SubscribeLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { kind: 'movie' | 'series'; id: string };

/** To the plans, for a title. Its address carries the title through a registration; a member's tab remembers it. */
export function SubscribeLink({ kind, id, ...rest }: SubscribeLinkProps) {
  const { signedIn } = useAppearance();
  const path = subscribePath(kind, id);
  return <Link to={signedIn ? '/subscribe' : path} {...rest} onClick={() => rememberWantedTitle(path)} />;
}

/** In sessionStorage: the payment provider sends this tab back without it. */
const KEY = 'lakou-wanted';

/** Remembers the title in this path, if there is one. */
export function rememberWantedTitle(path: string): void {
  try {
    if (titleInPath(path)) sessionStorage.setItem(KEY, path);
  } catch {
    // Without storage the person finds the title again.
  }
}

/** The title that the person subscribed for, in this tab. */
export function wantedTitle(): TitleInPath | null {
  try {
    return titleInPath(sessionStorage.getItem(KEY) ?? '/');
  } catch {
    return null;
  }
}
