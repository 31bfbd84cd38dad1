import type { MediaKind } from '@lakou/contract/media/files';
import { SIGN_LANGUAGES, type SignLanguage } from '@lakou/contract/media/sign-languages';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { Select } from '#ui/select.tsx';
import { FileInput } from './file-input.tsx';
import { VIDEO_ACCEPT } from './film-file.ts';
import { type SignVideo, signVideosOf } from './read-media.ts';
import { useRemoveTrack } from './remove-track.ts';
import { TrackRow, TrackSection } from './track-section.tsx';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './uploads.ts';
import { signUploadName, useAddSignVideo } from './write-sign-videos.ts';

/** A difference of so many seconds is worth a look. */
const NOTED_SECONDS = 3;
const languages = Object.keys(SIGN_LANGUAGES) as SignLanguage[];

interface SignSectionProps {
  media: MediaKind;
  id: string;
  title: string;
  level: 3 | 4;
}

/** Videos of interpreters beside the video of a film or episode, one for each sign language. */
export function SignSection({ media, id, title, level }: SignSectionProps) {
  const t = useTranslations();
  const { data: videos } = useQuery(signVideosOf(media, id));
  const uploads = useUploads();
  const uploading = languages.flatMap((language) =>
    uploads.filter(({ name }) => name === signUploadName(media, id, language)),
  );
  const free = languages.filter(
    (language) =>
      !videos?.some((video) => video.language === language) &&
      !uploading.some(({ name }) => name === signUploadName(media, id, language)),
  );
  return (
    <TrackSection
      {...{ level, title: t('media.sign_videos'), empty: t('media.no_sign_videos') }}
      rows={videos?.map((video) => <SignRow key={video.id} video={video} />)}
    >
      {uploading.map((upload) => (
        <UploadRow key={upload.name} upload={upload} />
      ))}
      {videos && free.length > 0 && <AddSignVideo {...{ media, id, title, free }} />}
    </TrackSection>
  );
}

function SignRow({ video }: { video: SignVideo }) {
  const t = useTranslations();
  const { remove, isPending } = useRemoveTrack('sign_videos');
  const name = SIGN_LANGUAGES[video.language as SignLanguage];
  return (
    <TrackRow
      {...{ name, errorKey: video.error_key }}
      note={video.error_key === null && <SignNote secondsLonger={video.seconds_longer} />}
      removeLabel={t('media.remove_sign_video', { name })}
      isRemoving={isPending}
      onRemove={() => remove(video)}
    />
  );
}

function SignNote({ secondsLonger }: { secondsLonger: number | null }) {
  const t = useTranslations();
  if (secondsLonger === null) return t('media.sign_preparing');
  const count = Math.round(Math.abs(secondsLonger));
  if (count <= NOTED_SECONDS) return t('media.sign_ready');
  const difference = t(secondsLonger > 0 ? 'media.sign_longer' : 'media.sign_shorter', { count });
  return `${t('media.sign_ready')} · ${difference}`;
}

interface AddSignVideoProps extends Omit<SignSectionProps, 'level'> {
  /** Languages that the title has no video in. */
  free: SignLanguage[];
}

function AddSignVideo({ media, id, title, free }: AddSignVideoProps) {
  const t = useTranslations();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<SignLanguage>();
  const language = free.find((one) => one === chosen) ?? free[0];
  const add = useAddSignVideo(media, id, title);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={t('media.sign_language')} className="min-w-48">
        {(control) => (
          <Select
            {...control}
            value={language}
            onChange={({ target }) => setChosen(target.value as SignLanguage)}
          >
            {free.map((tag) => (
              <option key={tag} value={tag}>
                {SIGN_LANGUAGES[tag]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button variant="secondary" onClick={() => input.current?.click()}>
        <Icon name="plus" />
        {t('media.add_sign_video')}
      </Button>
      <FileInput
        ref={input}
        accept={VIDEO_ACCEPT}
        label={t('media.add_sign_video')}
        onFile={(file) => language && void add(file, language)}
      />
      <p className="basis-full text-sm text-soft">{t('media.sign_hint')}</p>
    </div>
  );
}
