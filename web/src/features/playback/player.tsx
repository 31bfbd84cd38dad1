import type { Playback } from '@lakou/contract/playback/responses';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { toast } from '#ui/toast.tsx';
import { AudioOnlyScreen } from './audio-only-screen.tsx';
import { CaptionLines } from './caption-lines.tsx';
import { CentreControls } from './controls/centre-controls.tsx';
import { ControlBar } from './controls/control-bar.tsx';
import { Gestures } from './controls/gestures.tsx';
import { SeekPicture } from './controls/seek-picture.tsx';
import { useCommands } from './controls/use-commands.ts';
import { useIdle } from './controls/use-idle.ts';
import { useKeyboard } from './controls/use-keyboard.ts';
import { useEnded, useMedia, usePaused } from './controls/use-media.ts';
import { useMediaSession } from './controls/use-media-session.ts';
import { useScrub } from './controls/use-scrub.ts';
import { LimitScreen } from './data-budget/limit-screen.tsx';
import { useDataLimit } from './data-budget/use-data-limit.ts';
import { EndScreen } from './end-screen.tsx';
import type { StoredFiles } from './engine/engine.ts';
import { useEngine } from './engine/use-engine.ts';
import { findSign } from './find-track.ts';
import { BufferingSpinner, Notices } from './notices.tsx';
import { OtherTabNotice } from './other-tab-notice.tsx';
import {
  AudioPanel,
  CaptionStylePanel,
  CaptionsPanel,
  QualityPanel,
  SpeedPanel,
} from './panels/choice-panels.tsx';
import { EpisodesPanel } from './panels/episodes-panel.tsx';
import { KeysPanel } from './panels/keys-panel.tsx';
import { SettingsPanel } from './panels/settings-panel.tsx';
import { type PanelName, PlayerContext } from './player-context.ts';
import { type PlaybackPreferences, readPreferences, savePreferences } from './preferences.ts';
import { markWatched } from './progress/mark-watched.ts';
import { useProgress } from './progress/use-progress.ts';
import { useQuality } from './quality/use-quality.ts';
import { episodeAfter, type WatchEpisode, type WatchTitle } from './read-watch.ts';
import type { PlaybackRefusedError } from './request-playback.ts';
import type { SignVideoProps } from './sign/sign-video.tsx';
import { useVideo } from './start/use-video.ts';
import { TopBar } from './top-bar.tsx';
import { useAnnouncement } from './use-announcement.ts';
import { useAutoplay } from './use-autoplay.ts';
import { useCaptions } from './use-captions.ts';
import { useSingleTab } from './use-single-tab.ts';

// Few films have an interpreter: nothing of it is loaded before it is wanted, and the film plays without it.
const withoutSign = { default: () => null };
const SignVideo = lazy<ComponentType<SignVideoProps>>(() =>
  import('./sign/sign-video.tsx').catch(() => withoutSign),
);
const SignPanel = lazy<ComponentType>(() => import('./sign/sign-panel.tsx').catch(() => withoutSign));
/** On upright screens the interpreter is mostly below the picture, and larger. */
const SIGN_WIDTH = {
  small: 'portrait:[--sign:45vw] landscape:[--sign:max(25vw,13rem)]',
  large: 'portrait:[--sign:64vw] landscape:[--sign:max(34vw,17rem)]',
};

const PANELS: Record<PanelName, ComponentType> = {
  settings: SettingsPanel,
  quality: QualityPanel,
  captions: CaptionsPanel,
  'caption-style': CaptionStylePanel,
  audio: AudioPanel,
  sign: SignPanel,
  speed: SpeedPanel,
  keys: KeysPanel,
  episodes: EpisodesPanel,
};

/** A downloaded film, and where the player leads from it. */
export interface StoredPlayback {
  files: StoredFiles;
  /** Addresses of the captions, by file. */
  captions: ReadonlyMap<string, string>;
  episodePath(id: string): string;
  wayBack: { to: string; label: string };
}

interface PlayerProps {
  media: 'movie' | 'episode';
  id: string;
  playback: Playback;
  startAt: number;
  /** When this view was asked for, in milliseconds since the page began. */
  began: number;
  title: WatchTitle | null;
  episodes: readonly WatchEpisode[];
  renew: () => Promise<Playback>;
  onRefused: (refusal: PlaybackRefusedError, at: number) => void;
  onBroken: (reason: 'broken' | 'cannot_play') => void;
  /** At the end, when no episode follows. */
  suggestions: ReactNode;
  stored?: StoredPlayback;
}

/** The video with its controls, panels and messages. */
export function Player(props: PlayerProps) {
  const { media, id, playback, startAt, began, title, episodes, renew, onRefused, onBroken, suggestions } =
    props;
  const { stored } = props;
  const t = useTranslations();
  const navigate = useNavigate();
  const { video, opened, placeVideo } = useVideo(id);
  const [preferences, setPreferences] = useState(readPreferences);
  const [panel, setPanel] = useState<PanelName | null>(null);
  const { announcement, announce } = useAnnouncement();
  const change = useCallback((part: Partial<PlaybackPreferences>) => {
    setPreferences((before) => ({ ...before, ...part }));
    savePreferences(part);
  }, []);
  // Before the engine, which takes the position with it when the player closes.
  useProgress(
    video,
    playback,
    useMemo(() => ({ media, id }), [media, id]),
    opened !== null,
    stored !== undefined,
  );
  const { engine, engineState, audioOnly, setAudioOnly } = useEngine({
    video,
    opened,
    playback,
    stored: stored?.files ?? null,
    startAt,
    renew,
    onRefused: (refusal) => onRefused(refusal, video?.currentTime ?? startAt),
    onBroken: (reason) => {
      quality?.onError();
      onBroken(reason);
    },
  });
  const quality = useQuality({
    ...{ id, film: playback.film, video, opened, engineState, began },
    isStored: stored !== undefined,
  });
  const { isOver } = useDataLimit({ video, engine, playback, id, title, isStored: stored !== undefined });
  const { autoplay, unmute } = useAutoplay(video, opened);
  const { isPlayingElsewhere, playHere } = useSingleTab(video);
  const commands = useCommands(video, announce, change);
  const scrub = useScrub(video, commands);
  const captions = useCaptions(video, playback.film.subtitles, preferences, change, announce);
  const paused = usePaused(video);
  const ended = useEnded(video);
  const hasPlayed = useMedia(video, 'playing timeupdate emptied', ({ played }) => played.length > 0, false);
  const sign = audioOnly ? undefined : findSign(playback.film, preferences);
  const hasPicture = useMedia(video, 'loadeddata emptied', ({ readyState }) => readyState >= 2, false);
  const { shown, wake, hide } = useIdle(paused || panel !== null || scrub.position !== null);
  const episodePath = stored?.episodePath ?? watchPath;
  const next = episodeAfter(episodes, id);
  const nextPath = next && episodePath(next.id);
  const goNext = useCallback(() => {
    if (nextPath) void navigate(nextPath, { replace: true });
  }, [nextPath, navigate]);
  useMediaSession(video, title, commands, next && goNext);
  const open = useCallback((panel: PanelName | null) => {
    setPanel((before) => {
      // Closing returns the focus to the button that opened it.
      if (!panel && before) focusOpener(before);
      return panel;
    });
  }, []);
  useKeyboard({
    ...{ video, commands, panel, open, wake },
    pressArrow: scrub.press,
    onNext: next && goNext,
    toggleCaptions: captions.toggle,
  });
  useEffect(() => wake(), [wake]);

  const player = {
    ...{ video, engine, engineState, playback, title, episodes, next, preferences, change, panel, open },
    ...{ audioOnly, setAudioOnly, commands, scrub, announce, episodePath, wayBack: stored?.wayBack ?? null },
    markWatched: () =>
      void markWatched(media, id).then(
        () => toast.success(t('playback.marked_watched')),
        () => toast.error(t('shell.network_error')),
      ),
  };
  const OpenPanel = panel && PANELS[panel];
  return (
    <PlayerContext value={player}>
      <section
        aria-label={t('playback.player')}
        data-player
        onPointerMove={({ pointerType }) => pointerType === 'mouse' && wake()}
        onFocus={wake}
        className={cx(
          'absolute inset-0 overflow-hidden bg-black select-none',
          sign && SIGN_WIDTH[preferences.signSize],
        )}
      >
        {!hasPicture && playback.film.preview && (
          <img
            src={playback.film.preview}
            alt=""
            className="absolute inset-0 size-full scale-110 object-cover opacity-60 blur-2xl"
          />
        )}
        <div ref={placeVideo} className="absolute inset-0" />
        {video &&
          createPortal(
            playback.film.subtitles.map(({ file, language, name, kind }) => (
              <track
                key={file}
                kind={kind ?? 'subtitles'}
                src={stored ? stored.captions.get(file) : playback.base + file}
                srcLang={language}
                label={name}
              />
            )),
            video,
          )}
        {!stored && <SeekPicture video={video} playback={playback} />}
        {audioOnly && <AudioOnlyScreen />}
        <Gestures shown={shown} wake={wake} hide={hide} />
        {sign && video && hasPlayed && !ended && !isOver && (
          <Suspense>
            <SignVideo video={video} src={playback.base + sign.file} name={sign.name} raised={shown} />
          </Suspense>
        )}
        <CaptionLines
          {...{ video, cues: captions.cues, style: preferences.captionStyle }}
          raised={shown}
          hasSign={sign !== undefined}
        />
        <BufferingSpinner />
        {(hasPicture || autoplay === 'refused') && !ended && <CentreControls shown={shown} />}
        <EndScreen onNext={goNext} suggestions={suggestions} />
        <TopBar title={title} shown={shown} wayBack={stored?.wayBack} />
        <Notices startAt={startAt} autoplay={autoplay} unmute={unmute} />
        <ControlBar shown={shown} toggleCaptions={captions.toggle} onNext={next && goNext} />
        <Suspense>{OpenPanel && <OpenPanel />}</Suspense>
        {isOver && <LimitScreen />}
        {isPlayingElsewhere && <OtherTabNotice onWatchHere={playHere} />}
        <p
          role="status"
          className={cx(
            'pointer-events-none absolute inset-x-0 top-[31%] mx-auto w-fit rounded-full bg-black/75 px-5 py-2 text-lg font-semibold tabular-nums',
            !announcement && 'sr-only',
          )}
        >
          {announcement && <span key={announcement.count}>{announcement.text}</span>}
        </p>
      </section>
    </PlayerContext>
  );
}

function watchPath(id: string): string {
  return `/watch/episode/${id}`;
}

function focusOpener(panel: PanelName): void {
  const name = panel === 'episodes' ? 'episodes' : 'settings';
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-opens="${name}"]`)?.focus());
}
