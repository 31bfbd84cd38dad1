import type { LoaderFunctionArgs } from 'react-router';
import { languageOfPage, languageOfRequest } from '#lib/page-language.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useFollowLanguage } from '#texts/follow-language.ts';
import { loadTerms } from '#texts/load-text.ts';
import type { DocumentText } from '#texts/text.ts';
import { KeyAndHeartArt } from '#ui/art/key-and-heart.tsx';
import { ProseDocument } from '#ui/prose-document.tsx';
import { ReadAlso } from '#ui/prose-read-also.tsx';

export const loader = ({ request }: LoaderFunctionArgs) => loadTerms(languageOfRequest(request));
export const clientLoader = () => loadTerms(languageOfPage());

export default function Terms({ loaderData: text }: { loaderData: DocumentText }) {
  const t = useTranslations();
  useFollowLanguage();
  return (
    <ProseDocument text={text} art={<KeyAndHeartArt />}>
      <ReadAlso
        pages={[
          { to: '/privacy', name: t('shell.privacy') },
          { to: '/faq', name: t('shell.faq') },
        ]}
      />
    </ProseDocument>
  );
}
