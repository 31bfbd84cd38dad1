import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { OPEN_NEW_TOPIC } from '#features/community/forum/write/new-topic-button.tsx';
import { beginDraft } from '#lib/draft.ts';
import { Head } from '#lib/head.tsx';
import { sharedContentOf, sharedPath, sharedTopic } from '#lib/shared-content.ts';
import { useTranslations } from '#lib/translations.tsx';
import { CentredSpinner } from '#ui/spinner.tsx';

/** Where other apps hand something over to the installed one. Nothing is sent: the member goes on writing, or does not. */
export default function Share() {
  const t = useTranslations();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  useEffect(() => {
    const shared = sharedContentOf(params);
    const path = sharedPath(shared, location.origin);
    if (!path) beginDraft('topic', sharedTopic(shared));
    void navigate(path ?? '/forum', { replace: true, state: path ? null : OPEN_NEW_TOPIC });
  }, [params, navigate]);
  return (
    <>
      <Head title={t('community.create')} hidden />
      <CentredSpinner />
    </>
  );
}
