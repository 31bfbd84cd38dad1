import type { MediaKind } from '@lakou/contract/media/files';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { AudioSection } from './audio-section.tsx';
import { FilePicker } from './file-picker.tsx';
import { filmUploadName, VIDEO_ACCEPT } from './film-file.ts';
import { JobStatus } from './job-status.tsx';
import { mediaTitle, newestJob, workersState } from './read-media.ts';
import { SignSection } from './sign-section.tsx';
import { SubtitlesSection } from './subtitles-section.tsx';
import { UnfinishedUploadNotice } from './unfinished-notice.tsx';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './uploads.ts';
import { useVideoUpload } from './use-video-upload.ts';

/** Video, encoding job, subtitles and sign language of one film or episode. `app/admin-only` keeps the job up to date. */
export function VideoSection({ media, id, level = 2 }: { media: MediaKind; id: string; level?: 2 | 3 | 4 }) {
  const t = useTranslations();
  const heading = useId();
  const { data: film } = useQuery(mediaTitle(media, id));
  const { data: job } = useQuery(newestJob(media, id));
  const { data: workers } = useQuery(workersState());
  const upload = useUploads().find(({ name }) => name === filmUploadName(media, id));
  const title = film?.title ?? '';
  const send = useVideoUpload(media, id, title);
  const Heading = `h${level}` as const;
  const below = level === 4 ? 4 : ((level + 1) as 3 | 4);
  return (
    <section aria-labelledby={heading} className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading id={heading} className="text-heading">
          {t('media.video')}
        </Heading>
        {film && (
          <div className="flex flex-wrap items-center gap-4">
            {film.has_video && (
              <TextLink to={`/watch/${media}/${id}`} className="inline-flex min-h-11 items-center">
                {t('media.watch')}
              </TextLink>
            )}
            <Badge tone={film.has_video ? 'success' : 'muted'}>
              {t(film.has_video ? 'media.ready' : 'media.no_video')}
            </Badge>
          </div>
        )}
      </div>
      {workers && workers !== 'ready' && (
        <Alert tone="warning">{t(workers === 'no_ffmpeg' ? 'media.no_ffmpeg' : 'media.workers_off')}</Alert>
      )}
      {job && <JobStatus job={job} title={title} />}
      {upload ? (
        <UploadRow upload={upload} />
      ) : (
        <>
          <UnfinishedUploadNotice name={filmUploadName(media, id)} />
          <FilePicker
            accept={VIDEO_ACCEPT}
            label={t(film?.video_url ? 'media.replace_video' : 'media.choose_video')}
            hint={t('media.drop_here')}
            more={film?.has_video ? t('media.replace_hint') : undefined}
            disabled={!film}
            onFile={(file) => void send(file)}
          />
        </>
      )}
      <AudioSection media={media} id={id} level={below} />
      <SubtitlesSection media={media} id={id} level={below} />
      <SignSection media={media} id={id} title={title} level={below} />
    </section>
  );
}
