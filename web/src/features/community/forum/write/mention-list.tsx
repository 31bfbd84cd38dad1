import { useTranslations } from '#lib/translations.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { cx } from '#ui/class-names.ts';
import type { SuggestedMember } from './read-members.ts';

interface MentionListProps {
  id: string;
  members: readonly SuggestedMember[];
  active: number;
  onSelect: (at: number) => void;
}

/** Mention suggestions below the text field. */
export function MentionList({ id, members, active, onSelect }: MentionListProps) {
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
          ref={scrollIntoSight}
          className="max-h-60 max-w-80 overflow-y-auto rounded-l border border-line bg-surface-raised p-1.5 shadow-shade"
        >
          {members.map(({ id: member, username, avatar_url }, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys.
            <div
              key={member}
              role="option"
              id={`${id}-person-${at}`}
              tabIndex={-1}
              aria-selected={at === active}
              // Keeps the focus in the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onSelect(at)}
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

/** Within a dialog only the dialog scrolls, not the page behind it. */
function scrollIntoSight(list: HTMLDivElement | null): void {
  const dialog = list?.parentElement?.closest('.overflow-y-auto');
  if (!list || !dialog) list?.scrollIntoView({ block: 'nearest' });
  else {
    const hidden = list.getBoundingClientRect().bottom - dialog.getBoundingClientRect().bottom;
    dialog.scrollTop += Math.max(0, hidden);
  }
}
