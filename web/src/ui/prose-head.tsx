import type { ReactNode } from 'react';

interface ProseHeadProps {
  title: string;
  children?: ReactNode;
  /** An illustration from `ui/art`, beside the title where there is space. */
  art?: ReactNode;
}

/** The head of a legal or help page: band, title, introduction and illustration. */
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
