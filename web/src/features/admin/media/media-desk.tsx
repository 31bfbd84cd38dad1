import { useWords } from '../../../lib/words.tsx';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './uploads.ts';
import { useLiveJobs } from './use-live-jobs.ts';

/** Stands beside every page of the admin area: uploads on their way, and ears for what happens to films. */
export default function MediaDesk() {
  const t = useWords();
  const uploads = useUploads();
  useLiveJobs();
  if (uploads.length === 0) return null;
  return (
    <section
      aria-label={t('videos.uploads')}
      className="fixed inset-x-4 bottom-4 z-40 grid max-h-[50dvh] gap-5 overflow-y-auto rounded-l border border-line bg-surface-raised p-4 shadow-shade sm:right-auto sm:left-4 sm:w-96"
    >
      <h2 className="text-lg">{t('videos.uploads')}</h2>
      {uploads.map((upload) => (
        <UploadRow key={upload.name} upload={upload} named />
      ))}
    </section>
  );
}
