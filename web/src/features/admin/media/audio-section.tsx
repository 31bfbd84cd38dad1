import type { MediaKind } from '@lakou/contract/media/files';
import { AUDIO_KINDS } from '@lakou/contract/media/track-kinds';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.tsx';
import { type AudioTrack, audioTracksOf } from './read-media.ts';

/** What the sound tracks of a video are; a single track is the film's own. */
export function AudioSection({ media, id, level }: { media: MediaKind; id: string; level: 3 | 4 }) {
  const t = useTranslations();
  const heading = useId();
  const { data: tracks = [] } = useQuery(audioTracksOf(media, id));
  const Heading = `h${level}` as const;
  if (tracks.length < 2) return null;
  return (
    <section aria-labelledby={heading} className="grid gap-3 border-t border-line pt-5">
      <Heading id={heading} className="text-lg">
        {t('media.audio')}
      </Heading>
      <ul className="grid gap-3">
        {tracks.map((track) => (
          <li key={track.track}>
            <AudioRow media={media} id={id} track={track} />
          </li>
        ))}
      </ul>
      <p className="text-sm text-soft">{t('media.audio_hint')}</p>
    </section>
  );
}

function AudioRow({ media, id, track }: { media: MediaKind; id: string; track: AudioTrack }) {
  const t = useTranslations();
  const queries = useQueryClient();
  const name = `${track.track + 1}. ${track.name}`;
  const { run, isPending } = useAction(
    async (kind: string) => {
      const input = { of_kind: media, of_id: id, track: track.track, kind };
      rowOrNull(await (await supabase()).rpc('set_audio_kind', input));
    },
    {
      onSuccess: () => toast.success(t('media.audio_kind_saved')),
      errorKey: 'media.action_failed',
      onSettled: () => queries.invalidateQueries({ queryKey: ['media', 'audio'] }),
    },
  );
  return (
    <Field label={t('media.audio_kind', { name })} className="max-w-sm">
      {(control) => (
        <Select
          {...control}
          value={track.kind}
          disabled={isPending}
          onChange={({ target }) => void run(target.value)}
        >
          {AUDIO_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`media.kind_${kind}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
