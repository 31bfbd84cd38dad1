import { useState } from 'react';
import { Link, type LoaderFunctionArgs } from 'react-router';
import { Head } from '#lib/head.tsx';
import { languageOfPage, languageOfRequest } from '#lib/page-language.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { useFollowLanguage } from '#texts/follow-language.ts';
import { loadFaq } from '#texts/load-text.ts';
import type { FaqText } from '#texts/text.ts';
import { RadioArt } from '#ui/art/radio.tsx';
import { Button } from '#ui/button.tsx';
import { Prose } from '#ui/prose.tsx';
import { ProseHead } from '#ui/prose-head.tsx';
import { plainProse } from '#ui/prose-parts.ts';
import { ProseQuestions } from '#ui/prose-questions.tsx';
import { searchQuestions } from '#ui/prose-search.ts';
import { SearchInput } from '#ui/search-input.tsx';

export const loader = ({ request }: LoaderFunctionArgs) => loadFaq(languageOfRequest(request));
export const clientLoader = () => loadFaq(languageOfPage());

export default function Faq({ loaderData: { title, intro, groups } }: { loaderData: FaqText }) {
  const t = useTranslations();
  const hydrated = useHydrated();
  const [typed, setTyped] = useState('');
  useFollowLanguage();
  const found = searchQuestions(groups, typed);
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <>
      <Head title={title} description={plainProse(intro.join(' '))} />
      <ProseHead title={title} art={<RadioArt />}>
        <Prose paragraphs={intro} className="text-lg text-soft" />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          <SearchInput
            value={typed}
            onValueChange={setTyped}
            label={t('shell.faq_find_question')}
            placeholder={t('shell.faq_find_question')}
            disabled={!hydrated}
            className="w-full max-w-md"
          />
          <p role="status" className="text-soft">
            {typed.trim() && count > 0 && t('shell.faq_questions_found', { count })}
          </p>
        </div>
      </ProseHead>
      <div className="page-width grid gap-10 pt-10 lg:gap-14 lg:pt-14">
        <ProseQuestions groups={found} />
        <Missing typed={count === 0 ? typed.trim() : ''} />
      </div>
    </>
  );
}

/** The way on for those whose question is not here. */
function Missing({ typed }: { typed: string }) {
  const t = useTranslations();
  return (
    <section className="sequins rounded-l border border-line print:hidden">
      <div className="grid justify-items-start gap-3 rounded-l bg-surface m-3 p-6 sm:m-4 sm:p-10">
        <h2 className="text-title wrap-break-word" aria-live="polite">
          {typed ? t('shell.faq_no_questions', { text: typed }) : t('shell.faq_still_asking')}
        </h2>
        <p className="max-w-prose text-soft">
          {t(typed ? 'shell.faq_no_questions_text' : 'shell.faq_still_asking_text')}
        </p>
        <Button asChild className="mt-2">
          <Link to="/contact">{t('shell.faq_write_to_us')}</Link>
        </Button>
        {/* Not a page of the app: it has to answer when the app does not. */}
        <a href="/status" className="inline-block py-2.5 underline underline-offset-4">
          {t('shell.faq_status')}
        </a>
      </div>
    </section>
  );
}
