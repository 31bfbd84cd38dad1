import { isErrorKey } from '@lakou/contract/errors';
import { type ReactNode, useId } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { IconButton } from '#ui/icon-button.tsx';

interface TrackSectionProps {
  title: string;
  level: 3 | 4;
  /** Said where there are no rows. */
  empty: string;
  /** Undefined until they are read. */
  rows: ReactNode[] | undefined;
  /** How to add one. */
  children: ReactNode;
}

/** What editors upload beside a video: what is there, and how to add more. */
export function TrackSection({ title, level, empty, rows, children }: TrackSectionProps) {
  const heading = useId();
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={heading} className="grid gap-3 border-t border-line pt-5">
      <Heading id={heading} className="text-lg">
        {title}
      </Heading>
      {rows?.length === 0 && <p className="text-soft">{empty}</p>}
      {rows && rows.length > 0 && <ul className="grid gap-1">{rows}</ul>}
      {children}
    </section>
  );
}

interface TrackRowProps {
  name: string;
  /** Of the name, where it is not the page's. */
  language?: string;
  note: ReactNode;
  errorKey: string | null;
  removeLabel: string;
  isRemoving: boolean;
  onRemove: () => void;
}

export function TrackRow(props: TrackRowProps) {
  const { name, language, note, errorKey, removeLabel, isRemoving, onRemove } = props;
  const t = useTranslations();
  return (
    <li className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <span lang={language}>{name}</span>
        {note && <p className="text-sm text-soft">{note}</p>}
        {isErrorKey(errorKey) && (
          <p role="alert" className="text-sm text-danger-text">
            {t(`errors.${errorKey}`)}
          </p>
        )}
      </div>
      <IconButton icon="trash" label={removeLabel} busy={isRemoving} onClick={onRemove} />
    </li>
  );
}
