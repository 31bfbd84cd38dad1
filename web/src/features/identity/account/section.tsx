import { type ReactNode, useId } from 'react';
import { Card } from '#ui/card.tsx';

/** One section of the account page: title, explanation, controls. */
export function Section({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Card asChild>
      <section aria-labelledby={id} className="grid content-start gap-4">
        <div className="grid gap-1">
          <h2 id={id} className="text-heading">
            {title}
          </h2>
          {text && <p className="max-w-[60ch] text-soft">{text}</p>}
        </div>
        {children}
      </section>
    </Card>
  );
}
