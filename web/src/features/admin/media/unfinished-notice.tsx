import { useEffect, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { findUnfinishedUpload, forgetUnfinishedUpload } from './unfinished-uploads.ts';

/** Offers to resume an interrupted upload by choosing the same file again. */
export function UnfinishedUploadNotice({ name }: { name: string }) {
  const t = useTranslations();
  const [fileName, setFileName] = useState<string>();
  useEffect(() => setFileName(findUnfinishedUpload(name)), [name]);
  if (!fileName) return null;
  return (
    <Alert>
      <p className="break-words">{t('media.unfinished', { name: fileName })}</p>
      <Button
        size="s"
        variant="secondary"
        className="mt-3"
        onClick={() => {
          forgetUnfinishedUpload(name);
          setFileName(undefined);
        }}
      >
        {t('media.forget')}
      </Button>
    </Alert>
  );
}
