import type { LoaderFunctionArgs } from 'react-router';
import { languageOfPage, languageOfRequest } from '#lib/page-language.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useFollowLanguage } from '#texts/follow-language.ts';
import { loadPrivacy } from '#texts/load-text.ts';
import type { DocumentText } from '#texts/text.ts';
import { LampArt } from '#ui/art/lamp.tsx';
import { ProseDocument } from '#ui/prose-document.tsx';
import { ReadAlso } from '#ui/prose-read-also.tsx';

export const loader = ({ request }: LoaderFunctionArgs) => loadPrivacy(languageOfRequest(request));
export const clientLoader = () => loadPrivacy(languageOfPage());

export default function Privacy({ loaderData: text }: { loaderData: DocumentText }) {
  const t = useTranslations();
  useFollowLanguage();
  return (
    <ProseDocument text={text} art={<LampArt />}>
      <ReadAlso
        pages={[
          { to: '/terms', name: t('shell.terms') },
          { to: '/faq', name: t('shell.faq') },
        ]}
      />
    </ProseDocument>
  );
}
