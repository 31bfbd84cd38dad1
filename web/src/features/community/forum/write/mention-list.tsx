import { useTranslations } from '#lib/translations.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { cx } from '#ui/class-names.ts';
import type { Suggested } from './read-members.ts';

interface MentionListProps {
  id: string;
  members: readonly Suggested[];
  active: number;
  onTake: (at: number) => void;
}

/** Names to choose from, under the text that is being written. */
export function MentionList({ id, members, active, onTake }: MentionListProps) {
  const t = useTranslations();
  return (
    <>
      <p role="status" className="sr-only">
        {members.length > 0 && t('community.people_found', { count: members.length })}
      </p>
      {members.length > 0 && (
        <div
          role="listbox"
          id={`${id}-people`}
          aria-label={t('community.people')}
          ref={intoSight}
          className="max-h-60 max-w-80 overflow-y-auto rounded-l border border-line bg-surface-raised p-1.5 shadow-shade"
        >
          {members.map(({ id: member, username, avatar_url }, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and has the keys.
            <div
              key={member}
              role="option"
              id={`${id}-person-${at}`}
              tabIndex={-1}
              aria-selected={at === active}
              // The field must not lose the focus to it.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onTake(at)}
              className={cx(
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-m px-3 py-1.5',
                at === active && 'bg-highlight text-on-highlight',
              )}
            >
              <Avatar src={avatar_url} name={username} size="s" />
              <bdi className="truncate">{username}</bdi>
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/** Within a dialog only the dialog scrolls: the page behind it must not move. */
function intoSight(list: HTMLDivElement | null): void {
  const dialog = list?.parentElement?.closest('.overflow-y-auto');
  if (!list || !dialog) list?.scrollIntoView({ block: 'nearest' });
  else {
    const hidden = list.getBoundingClientRect().bottom - dialog.getBoundingClientRect().bottom;
    dialog.scrollTop += Math.max(0, hidden);
  }
}
