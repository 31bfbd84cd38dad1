import type { ReactNode } from 'react';

interface ProseHeadProps {
  title: string;
  children?: ReactNode;
  /** A drawing from `ui/art`; it hangs beside the title where there is room. */
  art?: ReactNode;
}

/** The opening of a page that is read: a painted band, a large title, a few words, and a piece of cut metal. */
export function ProseHead({ title, children, art }: ProseHeadProps) {
  return (
    <header className="border-b border-line bg-surface">
      <div className="page-width flex items-center justify-between gap-12 py-10 sm:py-12">
        <div className="grid min-w-0 gap-5">
          <div className="taptap-band w-28 sm:w-40" aria-hidden="true" />
          <h1 className="max-w-[16ch] text-display wrap-break-word">{title}</h1>
          {children}
        </div>
        {art && <div className="hidden shrink-0 md:block [&_svg]:size-56 lg:[&_svg]:size-64">{art}</div>}
      </div>
    </header>
  );
}
