import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { IconButton } from '#ui/icon-button.tsx';

const loadSearch = () => import('#features/catalogue/search/search-dialog.tsx');
const SearchDialog = lazy(() => loadSearch().then(({ SearchDialog }) => ({ default: SearchDialog })));

/** Opens by key too: `/` outside of a field, or Ctrl-K. */
export function SearchButton() {
  const t = useTranslations();
  const hydrated = useHydrated();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const typing = (event.target as Element).closest?.('input, textarea, select, [contenteditable]');
      const isShortcut =
        (event.key === '/' && !typing) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
      if (!isShortcut || event.altKey) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <IconButton
        icon="search"
        label={t('shell.search')}
        aria-haspopup="dialog"
        disabled={!hydrated}
        onPointerEnter={() => void loadSearch()}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <SearchDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
