import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { toast } from '#ui/toast.tsx';
import { contact } from './continue-downloads.ts';
import { FilmFileError, type FilmFileProblem } from './film-file.ts';
import { importFilm } from './import-film.ts';

/** Opens films that came as files, from a memory card or another phone. Needs no connection. */
export function ImportFilms({ owner }: { owner: string }) {
  const t = useTranslations();
  const client = useQueryClient();
  const input = useId();
  const [problems, setProblems] = useState<readonly { name: string; problem: FilmFileProblem }[]>([]);
  const { run, isPending } = useAction(async (files: readonly File[]) => {
    setProblems([]);
    for (const file of files) {
      try {
        await importFilm(owner, file);
        toast.success(t('playback.import_done'));
        // Not waited for: without a connection the film waits for its licence.
        void contact(client, owner, { now: true });
      } catch (error) {
        const problem = error instanceof FilmFileError ? error.problem : 'refused';
        setProblems((others) => [...others, { name: file.name, problem }]);
      }
    }
  });
  return (
    <section aria-labelledby={`${input}-title`} className="grid justify-items-start gap-4">
      <SectionHead
        id={`${input}-title`}
        title={t('playback.import_title')}
        text={t('playback.import_text')}
      />
      <input
        id={input}
        type="file"
        multiple
        tabIndex={-1}
        className="sr-only"
        aria-label={t('playback.import_choose')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (files.length > 0) void run(files);
        }}
      />
      <Button variant="secondary" busy={isPending} onClick={() => document.getElementById(input)?.click()}>
        <Icon name="upload" />
        {t('playback.import_choose')}
      </Button>
      {problems.map(({ name, problem }) => (
        <Alert key={name} tone="danger" title={name} className="w-full">
          {t(`playback.import_${problem}`)}
        </Alert>
      ))}
    </section>
  );
}
