import { useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './uploads.ts';
import { useLiveJobs } from './use-live-jobs.ts';

/** Shown on every admin page: the running uploads. Also subscribes to changes of encoding jobs. */
export default function UploadPanel() {
  const t = useTranslations();
  const uploads = useUploads();
  const [open, setOpen] = useState(true);
  useLiveJobs();
  if (uploads.length === 0) return null;
  return (
    <section
      aria-label={t('media.uploads')}
      className="fixed inset-x-4 bottom-20 md:bottom-4 z-40 max-h-[50dvh] overflow-y-auto rounded-l border border-line bg-surface-raised px-4 py-2 shadow-shade sm:right-auto sm:left-4 sm:w-96"
    >
      <h2 className="text-lg">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-11 w-full items-center justify-between gap-3 rounded-s"
        >
          {t('media.uploads')}
          <span className="flex items-center gap-2 text-soft tabular-nums">
            {uploads.length}
            <Icon name="chevron-down" className={cx('transition-transform', !open && 'rotate-180')} />
          </span>
        </button>
      </h2>
      {open && (
        <div className="grid grid-cols-1 gap-5 pt-1 pb-2">
          {uploads.map((upload) => (
            <UploadRow key={upload.name} upload={upload} named />
          ))}
        </div>
      )}
    </section>
  );
}
