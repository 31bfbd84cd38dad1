import { useRef } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { Input } from '#ui/input.tsx';
import { toast } from '#ui/toast.tsx';
import { FileInput } from '../media/file-input.tsx';
import { UnfinishedUploadNotice } from '../media/unfinished-notice.tsx';
import { UploadRow } from '../media/upload-row.tsx';
import { type FormOwner, useFieldUpload } from '../media/use-field-upload.ts';

interface PictureFieldProps {
  owner: FormOwner;
  field: string;
  label: string;
  kind: 'image' | 'video';
  folder: string;
  value: string;
  error?: string | undefined;
  onChange: (url: string) => void;
  /** The form is being saved. */
  hold: boolean;
}

/** An image or trailer of a title: uploaded, or the path of a file in our storage. */
export function PictureField(props: PictureFieldProps) {
  const { owner, field, label, kind, folder, value, error, onChange, hold } = props;
  const t = useTranslations();
  const input = useRef<HTMLInputElement>(null);
  const { name, upload, send } = useFieldUpload({ owner, field, label, folder, hold, onUploaded: onChange });
  return (
    <div className="grid grid-cols-1 content-start gap-3">
      <Field label={label} error={error}>
        {(control) => (
          <Input
            {...control}
            value={value}
            placeholder="/storage/v1/object/public/artwork/…"
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      {upload ? (
        <UploadRow upload={upload} />
      ) : (
        <>
          <UnfinishedUploadNotice name={name} />
          <div className="flex flex-wrap items-center gap-3">
            <Button size="s" variant="secondary" onClick={() => input.current?.click()}>
              <Icon name="upload" />
              {t('admin.upload_file', { what: label })}
            </Button>
            {value && (
              <Button size="s" variant="quiet" onClick={() => onChange('')}>
                {t('admin.remove_file', { what: label })}
              </Button>
            )}
          </div>
        </>
      )}
      {value && kind === 'image' && (
        <img
          src={value}
          alt=""
          className="max-h-40 w-auto justify-self-start rounded-s border border-line object-cover"
        />
      )}
      <FileInput
        ref={input}
        accept={`${kind}/*`}
        label={t('admin.upload_file', { what: label })}
        onFile={(file) =>
          file.type.startsWith(`${kind}/`)
            ? send(file)
            : toast.error(t(kind === 'image' ? 'admin.banner_images_only' : 'admin.featured_video_only'))
        }
      />
    </div>
  );
}
