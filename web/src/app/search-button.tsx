import { useEffect } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { ButtonLink } from '#ui/button-link.tsx';
import { useSearchDialog } from './use-search-dialog.tsx';

/** Opens by key too: `/` outside of a field, or Ctrl-K. */
export function SearchButton() {
  const t = useTranslations();
  const { open, load, dialog } = useSearchDialog();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` does the same each time.
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const typing = (event.target as Element).closest?.('input, textarea, select, [contenteditable]');
      const isShortcut =
        (event.key === '/' && !typing) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
      if (!isShortcut || event.altKey) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <ButtonLink
        icon="search"
        label={t('shell.search')}
        href="/search"
        onPointerEnter={load}
        onPress={open}
      />
      {dialog}
    </>
  );
}
