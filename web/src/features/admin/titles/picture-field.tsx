import { useRef, useState } from 'react';
import { useDeed } from '../../../lib/use-deed.ts';
import { useWords } from '../../../lib/words.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Input } from '../../../ui/input.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { toast } from '../../../ui/toast.tsx';
import { uploadPublicFile } from '../upload-picture.ts';

interface PictureFieldProps {
  label: string;
  kind: 'image' | 'video';
  folder: string;
  value: string;
  error?: string | undefined;
  onChange: (address: string) => void;
  /** One more upload is under way, or one less. */
  onSending?: (change: 1 | -1) => void;
}

/** A picture or a trailer of a title: uploaded here, or an address. */
export function PictureField({ label, kind, folder, value, error, onChange, onSending }: PictureFieldProps) {
  const t = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState(0);
  const { busy, run } = useDeed(() => toast.error(t('admin.file_failed')));
  return (
    <div className="grid content-start gap-3">
      <Field label={label} error={error}>
        {(control) => (
          <Input
            {...control}
            value={value}
            placeholder="https://"
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="s" variant="secondary" busy={busy} onClick={() => input.current?.click()}>
          <Icon name="upload" />
          {t('admin.upload_file', { what: label })}
        </Button>
        {value && (
          <Button size="s" variant="quiet" onClick={() => onChange('')}>
            {t('admin.remove_file', { what: label })}
          </Button>
        )}
      </div>
      {busy && sent > 0 && <Progress label={t('admin.upload_file', { what: label })} value={sent} />}
      {value && kind === 'image' && (
        <img
          src={value}
          alt=""
          className="max-h-40 w-auto justify-self-start rounded-s border border-line object-cover"
        />
      )}
      <input
        ref={input}
        type="file"
        accept={`${kind}/*`}
        hidden
        aria-label={t('admin.upload_file', { what: label })}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (!file) return;
          if (file.type.startsWith(`${kind}/`))
            void run(async () => {
              setSent(0);
              onSending?.(1);
              await uploadPublicFile('artwork', folder, file, setSent)
                .then(onChange)
                .finally(() => onSending?.(-1));
            });
          else toast.error(t(kind === 'image' ? 'admin.banner_images_only' : 'admin.featured_video_only'));
        }}
      />
    </div>
  );
}
