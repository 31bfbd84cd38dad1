import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { SectionHead } from '#ui/section-head.tsx';

const WIDTHS = [360, 768, 1280] as const;
const HEIGHT = 720;

/**
 * Shows its children as on a screen of a chosen width. They are rendered into an empty frame with our stylesheet: no page of
 * ours may be framed, and what is not saved is shown too.
 */
export function PreviewFrame({ children }: { children: ReactNode }) {
  const t = useTranslations();
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>(WIDTHS[0]);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const { place, scale } = useScale(width);
  const enter = useCallback((frame: HTMLIFrameElement | null) => {
    const inside = frame?.contentDocument;
    if (inside) dress(inside);
    setBody(inside?.body ?? null);
  }, []);
  return (
    <Card className="grid min-w-0 grid-cols-1 gap-4">
      <SectionHead title={t('admin.preview')} text={t('admin.preview_rows_text')} />
      <div className="flex flex-wrap gap-2">
        {WIDTHS.map((one) => (
          <Button
            key={one}
            size="s"
            variant={one === width ? 'primary' : 'secondary'}
            aria-pressed={one === width}
            onClick={() => setWidth(one)}
          >
            {t('admin.preview_width', { width: one })}
          </Button>
        ))}
      </div>
      <div ref={place} className="overflow-hidden" style={{ height: HEIGHT * scale }}>
        <iframe
          ref={enter}
          title={t('admin.preview_frame', { width })}
          width={width}
          height={HEIGHT}
          className="origin-top-left rounded-m border border-line"
          style={{ scale: String(scale) }}
        />
      </div>
      {body && createPortal(<div inert>{children}</div>, body)}
    </Card>
  );
}

/** How much a width has to shrink to fit. */
function useScale(width: number) {
  const place = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(width);
  useEffect(() => {
    if (!place.current) return;
    const watch = new ResizeObserver(([entry]) => entry && setAvailable(entry.contentRect.width));
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return { place, scale: Math.min(1, available / width) };
}

/** Theme, language and stylesheets of the page around it, whose security policy the frame inherits. */
function dress(inside: Document): void {
  const { lang, dataset } = document.documentElement;
  inside.documentElement.lang = lang;
  Object.assign(inside.documentElement.dataset, dataset);
  const nonce = document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '';
  for (const sheet of document.querySelectorAll<HTMLElement>('link[rel=stylesheet], style')) {
    const copy = inside.importNode(sheet, true);
    copy.nonce = nonce;
    inside.head.append(copy);
  }
}
