import type { LoaderFunctionArgs } from 'react-router';
import { languageOfPage, languageOfRequest } from '#lib/page-language.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useFollowLanguage } from '#texts/follow-language.ts';
import { loadAccessibility } from '#texts/load-text.ts';
import type { DocumentText } from '#texts/text.ts';
import { DrumArt } from '#ui/art/drum.tsx';
import { ProseDocument } from '#ui/prose-document.tsx';
import { ReadAlso } from '#ui/prose-read-also.tsx';

export const loader = ({ request }: LoaderFunctionArgs) => loadAccessibility(languageOfRequest(request));
export const clientLoader = () => loadAccessibility(languageOfPage());

export default function Accessibility({ loaderData: text }: { loaderData: DocumentText }) {
  const t = useTranslations();
  useFollowLanguage();
  return (
    <ProseDocument text={text} art={<DrumArt />}>
      <ReadAlso
        pages={[
          { to: '/contact', name: t('shell.contact_us') },
          { to: '/faq', name: t('shell.faq') },
        ]}
      />
    </ProseDocument>
  );
}
