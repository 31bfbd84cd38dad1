import { useEffect, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { findUnfinished, forgetUnfinished } from './unfinished.ts';

/** Somebody left in the middle of an upload: with the same file it goes on. */
export function UnfinishedNotice({ name }: { name: string }) {
  const t = useTranslations();
  const [fileName, setFileName] = useState<string>();
  useEffect(() => setFileName(findUnfinished(name)), [name]);
  if (!fileName) return null;
  return (
    <Alert>
      <p className="break-words">{t('media.unfinished', { name: fileName })}</p>
      <Button
        size="s"
        variant="secondary"
        className="mt-3"
        onClick={() => {
          forgetUnfinished(name);
          setFileName(undefined);
        }}
      >
        {t('media.forget')}
      </Button>
    </Alert>
  );
}
