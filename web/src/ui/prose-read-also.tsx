import { useTranslations } from '#lib/translations.tsx';
import { TextLink } from './text-link.tsx';

/** Links to related pages at the end of a text. */
export function ReadAlso({ pages }: { pages: readonly { to: string; name: string }[] }) {
  const t = useTranslations();
  return (
    <p className="flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-line pt-6 sm:ms-14 print:hidden">
      <span className="text-soft">{t('shell.document_read_also')}</span>
      {pages.map(({ to, name }) => (
        <TextLink key={to} to={to} className="inline-flex min-h-11 items-center">
          {name}
        </TextLink>
      ))}
    </p>
  );
}
