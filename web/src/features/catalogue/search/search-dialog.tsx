import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { controlClass } from '#ui/input.tsx';
import { groupFound } from './group-found.ts';
import { searchFor } from './read-search.ts';
import { SearchResults } from './search-results.tsx';
import { SearchState } from './search-state.tsx';
import { useSettled } from './use-settled.ts';

interface SearchDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const PAUSE_MS = 150;

/** Films and series as you type. The arrow keys walk through what was found, Enter opens it. */
export function SearchDialog({ open, onOpenChange }: SearchDialogProps) {
  const t = useTranslations();
  const id = useId();
  const navigate = useNavigate();
  const left = useRef(false);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const wish = useSettled(text.trim(), PAUSE_MS);
  const search = useQuery({
    ...searchFor(wish),
    // While somebody types on, what was found stays in sight.
    placeholderData: keepPreviousData,
  });
  const groups = groupFound(wish ? (search.data ?? []) : []);
  const found = groups.flatMap(({ found }) => found);

  const leave = (): void => {
    left.current = true;
    onOpenChange(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = found[active];
    if (step && found.length > 0) {
      event.preventDefault();
      setActive((active + step + found.length) % found.length);
    } else if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault();
      leave();
      void navigate(chosen.path);
    }
  };

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={t('catalogue.search')}
        size="m"
        className="sm:top-[8vh]! sm:max-h-[84dvh]! sm:translate-y-0!"
        // Whoever went somewhere begins there; everybody else returns to where they were.
        onCloseAutoFocus={(event) => left.current && event.preventDefault()}
      >
        <div className="grid gap-4">
          <div className="relative">
            <Icon
              name="search"
              className="pointer-events-none absolute inset-y-0 start-3.5 my-auto text-soft"
            />
            <input
              role="combobox"
              aria-label={t('catalogue.search_placeholder')}
              aria-autocomplete="list"
              aria-expanded={found.length > 0}
              aria-controls={`${id}-results`}
              aria-activedescendant={found[active] && `${id}-${active}`}
              type="text"
              inputMode="search"
              enterKeyHint="search"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={100}
              placeholder={t('catalogue.search_placeholder')}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setActive(0);
              }}
              onKeyDown={onKeyDown}
              className={cx(controlClass, 'min-h-13 ps-11 text-lg!')}
            />
          </div>
          <SearchState wish={wish} count={found.length} search={search} />
          <SearchResults id={id} groups={groups} active={active} onActive={setActive} onLeave={leave} />
        </div>
      </DialogContent>
    </Dialog>
  );
}
