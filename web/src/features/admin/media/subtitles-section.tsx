import { type MediaKind, SUBTITLE_TYPES } from '@lakou/contract/media/files';
import { SUBTITLE_KINDS, type SubtitleKind } from '@lakou/contract/media/track-kinds';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { Select } from '#ui/select.tsx';
import { FileInput } from './file-input.tsx';
import { type Subtitles, subtitlesOf } from './read-media.ts';
import { useRemoveTrack } from './remove-track.ts';
import { TrackRow, TrackSection } from './track-section.tsx';
import { SUBTITLE_LANGUAGES, useAddSubtitles } from './write-subtitles.ts';

const accept = Object.keys(SUBTITLE_TYPES)
  .map((extension) => `.${extension}`)
  .join(',');

export function SubtitlesSection({ media, id, level }: { media: MediaKind; id: string; level: 3 | 4 }) {
  const t = useTranslations();
  const { data: subtitles } = useQuery(subtitlesOf(media, id));
  return (
    <TrackSection
      {...{ level, title: t('media.subtitles'), empty: t('media.no_subtitles') }}
      rows={subtitles?.map((track) => <SubtitlesRow key={track.id} subtitles={track} />)}
    >
      <AddSubtitles media={media} id={id} />
    </TrackSection>
  );
}

function SubtitlesRow({ subtitles }: { subtitles: Subtitles }) {
  const t = useTranslations();
  const { remove, isPending } = useRemoveTrack('subtitles');
  const { name, language, kind, error_key } = subtitles;
  return (
    <TrackRow
      {...{ name, language, errorKey: error_key }}
      note={kind === 'captions' && t('media.kind_captions')}
      removeLabel={t('media.remove_subtitles', { name })}
      isRemoving={isPending}
      onRemove={() => remove(subtitles)}
    />
  );
}

function AddSubtitles({ media, id }: { media: MediaKind; id: string }) {
  const t = useTranslations();
  const input = useRef<HTMLInputElement>(null);
  const [language, setLanguage] = useState('ht');
  const [kind, setKind] = useState<SubtitleKind>('subtitles');
  const { add, isPending } = useAddSubtitles(media, id);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={t('media.subtitles_language')} className="min-w-48">
        {(control) => (
          <Select {...control} value={language} onChange={({ target }) => setLanguage(target.value)}>
            {Object.entries(SUBTITLE_LANGUAGES).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('media.subtitles_kind')} className="min-w-48">
        {(control) => (
          <Select
            {...control}
            value={kind}
            onChange={({ target }) => setKind(target.value === 'captions' ? 'captions' : 'subtitles')}
          >
            {SUBTITLE_KINDS.map((one) => (
              <option key={one} value={one}>
                {t(`media.kind_${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button variant="secondary" busy={isPending} onClick={() => input.current?.click()}>
        <Icon name="plus" />
        {t('media.add_subtitles')}
      </Button>
      <FileInput
        ref={input}
        accept={accept}
        label={t('media.add_subtitles')}
        onFile={(file) => add({ file, language, kind })}
      />
      <p className="basis-full text-sm text-soft">{t('media.subtitles_hint')}</p>
    </div>
  );
}
