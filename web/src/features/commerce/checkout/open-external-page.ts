/** Resolves only when the person returns here with the browser's Back button. */
export async function openExternalPage(url: string): Promise<void> {
  location.assign(url);
  await new Promise<void>((resolve) => {
    const onPageShow = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      removeEventListener('pageshow', onPageShow);
      resolve();
    };
    addEventListener('pageshow', onPageShow);
  });
}
