import { type SyntheticEvent, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { FaqText, Question } from '#texts/text.ts';
import { Icon } from './icon.tsx';
import { Prose } from './prose.tsx';

/** Questions in groups; an answer unfolds below its question, and has an address of its own. */
export function ProseQuestions({ groups }: { groups: FaqText['groups'] }) {
  useOpenByAddress();
  return groups.map(({ id, heading, questions }) => (
    <section
      key={id}
      className="grid gap-x-16 gap-y-4 border-t border-line pt-8 first:border-t-0 first:pt-0 lg:grid-cols-[18rem_minmax(0,1fr)] lg:pt-12"
    >
      <h2 id={id} className="text-heading lg:sticky lg:top-24 lg:self-start lg:pt-2">
        {heading}
      </h2>
      <div className="-mx-3 grid gap-1 sm:-mx-4">
        {questions.map((question) => (
          <Answer key={question.id} {...question} />
        ))}
      </div>
    </section>
  ));
}

/** The id is on the folded content: a browser that is sent there unfolds it before any script runs. */
function Answer({ id, question, answer }: Question) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const showAddress = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void => {
    if (currentTarget.open && hash !== `#${id}`)
      void navigate({ hash: id }, { replace: true, preventScrollReset: true });
  };
  return (
    <details
      suppressHydrationWarning
      onToggle={showAddress}
      className="group rounded-l border border-transparent open:border-line open:bg-surface"
    >
      <summary className="flex min-h-12 list-none items-start justify-between gap-4 rounded-l px-3 py-3 sm:px-4 hover:bg-surface-raised [&::-webkit-details-marker]:hidden">
        <h3 className="font-sans text-lg leading-snug font-semibold text-pretty">{question}</h3>
        <Icon
          name="plus"
          className="mt-0.5 text-xl text-highlight-text transition-transform group-open:rotate-45 print:hidden"
        />
      </summary>
      <div id={id} className="scroll-mt-40 px-3 pt-1 pb-5 sm:px-4">
        <Prose paragraphs={answer} className="text-soft" />
      </div>
    </details>
  );
}

/** Unfolds a question that is opened by a link within the app. */
function useOpenByAddress(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const answer = document.getElementById(hash.slice(1));
    const details = answer?.closest('details');
    if (!answer || !details || details.open) return;
    details.open = true;
    answer.scrollIntoView();
  }, [hash]);
}
