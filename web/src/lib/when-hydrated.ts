let resolveHydrated = (): void => {};
const hydrated = new Promise<void>((resolve) => {
  resolveHydrated = resolve;
});

/** What the document was rendered from must not change earlier: React would then draw the whole document again. */
export const whenHydrated = (): Promise<void> => hydrated;

/** The attribute is for tests and for scripts in the page. */
export function markHydrated(): void {
  document.documentElement.dataset.hydrated = 'yes';
  resolveHydrated();
}
