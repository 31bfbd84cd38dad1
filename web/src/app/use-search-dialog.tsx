import { lazy, type ReactNode, Suspense, useState } from 'react';

const loadSearch = () => import('#features/catalogue/search/search-dialog.tsx');
const SearchDialog = lazy(() => loadSearch().then(({ SearchDialog }) => ({ default: SearchDialog })));

/** The search, loaded when it is likely to be opened. */
export function useSearchDialog(): { open(): void; load(): void; dialog: ReactNode } {
  const [open, setOpen] = useState(false);
  return {
    open: () => setOpen(true),
    load: () => void loadSearch(),
    dialog: open && (
      <Suspense>
        <SearchDialog open={open} onOpenChange={setOpen} />
      </Suspense>
    ),
  };
}
