import { SEARCH_MAX } from '@lakou/contract/catalogue/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTitlePath } from '#lib/title-path.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useDebounced } from '#lib/use-debounced.ts';
import { cx } from '#ui/class-names.ts';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { controlClass } from '#ui/input.tsx';
import { groupResults } from './group-results.ts';
import { searchFor } from './read-search.ts';
import { SearchResults } from './search-results.tsx';
import { SearchState } from './search-state.tsx';

interface SearchDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const DEBOUNCE_MS = 150;

/** Searches while typing. Arrow keys select a result, Enter opens it. */
export function SearchDialog({ open, onOpenChange }: SearchDialogProps) {
  const t = useTranslations();
  const id = useId();
  const navigate = useNavigate();
  const hasNavigated = useRef(false);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const query = useDebounced(text.trim(), DEBOUNCE_MS);
  const search = useQuery({
    ...searchFor(query),
    // Keeps the previous results visible while typing.
    placeholderData: keepPreviousData,
  });
  const groups = groupResults(query ? (search.data ?? []) : [], useTitlePath());
  const results = groups.flatMap((group) => group.results);

  const closeForNavigation = (): void => {
    hasNavigated.current = true;
    onOpenChange(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const selected = results[active];
    if (step && results.length > 0) {
      event.preventDefault();
      setActive((active + step + results.length) % results.length);
    } else if (event.key === 'Enter' && selected && !event.nativeEvent.isComposing) {
      event.preventDefault();
      closeForNavigation();
      void navigate(selected.path);
    }
  };

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={t('catalogue.search')}
        size="m"
        className="sm:top-[8vh]! sm:max-h-[84dvh]! sm:translate-y-0!"
        // After a navigation the new page handles the focus; otherwise it returns to the opener.
        onCloseAutoFocus={(event) => hasNavigated.current && event.preventDefault()}
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
              aria-expanded={results.length > 0}
              aria-controls={`${id}-results`}
              aria-activedescendant={results[active] && `${id}-${active}`}
              type="text"
              inputMode="search"
              enterKeyHint="search"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={SEARCH_MAX}
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
          <SearchState query={query} count={results.length} search={search} />
          <SearchResults
            id={id}
            groups={groups}
            active={active}
            onActive={setActive}
            onNavigate={closeForNavigation}
          />
        </div>
      </DialogContent>
    </Dialog>
  );
}
