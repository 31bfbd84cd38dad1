import { useEffect, useRef, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { followVideo, type SignState } from './follow-video.ts';

export interface SignVideoProps {
  /** The film. */
  video: HTMLVideoElement;
  src: string;
  /** Of the sign language. */
  name: string;
  /** Moves the interpreter above the visible controls. */
  raised: boolean;
}

/** The interpreter in the corner, in a frame of four to three. The player sets its width, which captions have to know. */
export default function SignVideo({ video, src, name, raised }: SignVideoProps) {
  const t = useTranslations();
  const element = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<SignState>('loading');
  const [isWide, setWide] = useState(true);

  useEffect(() => {
    if (element.current) return followVideo(element.current, src, video, setState);
  }, [video, src]);

  return (
    <div
      data-sign={state}
      className={cx(
        'pointer-events-none absolute end-[3%] aspect-4/3 w-(--sign) transition-[bottom] duration-200',
        raised ? 'bottom-32 sm:bottom-36' : 'bottom-4',
      )}
    >
      <video
        ref={element}
        muted
        playsInline
        disablePictureInPicture
        preload="auto"
        aria-label={t('playback.sign_video', { name })}
        onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) =>
          setWide(videoWidth * 3 >= videoHeight * 4)
        }
        className={cx(
          'absolute end-0 bottom-0 rounded-m shadow-shade',
          isWide ? 'h-auto w-full' : 'h-full w-auto',
          state !== 'shown' && 'invisible',
        )}
      />
      {state === 'loading' && (
        <p className="absolute end-0 bottom-0 rounded-m bg-black/75 px-3 py-1.5 text-sm">
          {t('playback.sign_loading')}
        </p>
      )}
    </div>
  );
}
