import { type DragEvent, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { VideoSection } from '../media/video-section.tsx';
import type { Episode } from './episodes-editor.tsx';

interface SeasonEpisodesProps {
  episodes: Episode[];
  /** A new order is being saved. */
  busy: boolean;
  onMove: (index: number, to: number) => void;
  onEdit: (episode: Episode) => void;
  onDelete: (episode: Episode) => void;
}

/** The episodes of a season, reordered by dragging or with the buttons. */
export function SeasonEpisodes({ episodes, busy, onMove, onEdit, onDelete }: SeasonEpisodesProps) {
  const t = useTranslations();
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const endDrag = (): void => {
    setDragged(null);
    setOver(null);
  };
  /** Only episodes of the same season can be dropped. */
  const dropHandlers = (index: number) => ({
    onDragOver(event: DragEvent) {
      if (dragged === null) return;
      event.preventDefault();
      setOver(index);
    },
    onDrop(event: DragEvent) {
      if (dragged === null) return;
      event.preventDefault();
      if (dragged !== index) onMove(dragged, index);
      endDrag();
    },
  });
  return (
    <ol className="grid gap-2">
      {episodes.map((episode, index) => (
        <li
          key={episode.id}
          {...dropHandlers(index)}
          className={cx(
            'rounded-m border border-line',
            dragged === index && 'opacity-50',
            dragged !== null &&
              over === index &&
              dragged !== index &&
              'border-highlight outline-2 outline-highlight',
          )}
        >
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same for those without a pointer. */}
          <div
            draggable={!busy && episodes.length > 1}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', episode.title);
              setDragged(index);
            }}
            onDragEnd={endDrag}
            className={cx(
              'flex flex-wrap items-center gap-x-3 px-4 py-2',
              episodes.length > 1 && 'cursor-grab active:cursor-grabbing',
            )}
          >
            <span className="min-w-40 flex-1 font-semibold break-words">
              {episode.episode_number}. {episode.title}
            </span>
            {episode.is_free && <Badge tone="free">{t('admin.free')}</Badge>}
            <Badge tone={episode.has_video ? 'success' : 'muted'}>
              {t(episode.has_video ? 'admin.video_ready' : 'admin.video_none')}
            </Badge>
            <span className="flex">
              <IconButton
                icon="chevron-up"
                label={t('admin.move_up', { title: episode.title })}
                disabled={index === 0 || busy}
                onClick={() => onMove(index, index - 1)}
              />
              <IconButton
                icon="chevron-down"
                label={t('admin.move_down', { title: episode.title })}
                disabled={index === episodes.length - 1 || busy}
                onClick={() => onMove(index, index + 1)}
              />
              <IconButton
                icon="edit"
                label={t('admin.edit_name', { name: episode.title })}
                onClick={() => onEdit(episode)}
              />
              <IconButton
                icon="trash"
                label={t('admin.delete_name', { name: episode.title })}
                onClick={() => onDelete(episode)}
              />
            </span>
          </div>
          <EpisodeVideo id={episode.id} />
        </li>
      ))}
    </ol>
  );
}

/** Loads only when opened; a long series would fetch a hundred jobs at once. */
function EpisodeVideo({ id }: { id: string }) {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  return (
    <details className="border-t border-line" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer rounded-m px-4 py-2 text-sm text-soft hover:text-text pointer-coarse:py-3.5">
        {t('media.video')}
      </summary>
      {open && (
        <div className="p-4">
          <VideoSection media="episode" id={id} level={4} />
        </div>
      )}
    </details>
  );
}
