import { avatarErrorKey } from '@lakou/contract/identity/avatar-errors';
import { AVATAR_BYTES } from '@lakou/contract/identity/limits';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { isNetworkError } from '#lib/api-error.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { type Area, cropPicture, openPicture } from './crop-picture.ts';
import { removeAvatar, uploadAvatar } from './upload-avatar.ts';

const CropDialog = lazy(() => import('./crop-dialog.tsx'));

interface AvatarFieldProps {
  owner: string;
  name: string;
  /** The avatar in the saved profile. */
  saved: string | null;
  value: string | null;
  onChange(address: string | null): void;
  uploading: boolean;
  onUploading(uploading: boolean): void;
}

/** Crops and uploads the avatar at once; others see it when the profile is saved. */
export function AvatarField({
  owner,
  name,
  saved,
  value,
  onChange,
  uploading,
  onUploading,
}: AvatarFieldProps) {
  const t = useTranslations();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ file: File; address: string } | null>(null);

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size >= AVATAR_BYTES) {
      toast.error(t('identity.profile_picture_too_large'));
      return;
    }
    const opened = await openPicture(file);
    if ('refused' in opened) toast.error(t(`errors.${opened.refused}`));
    else setChosen({ file, address: opened.address });
  }

  function close(): void {
    if (chosen) URL.revokeObjectURL(chosen.address);
    setChosen(null);
  }

  const { run: send } = useAction(
    async (area: Area) => {
      if (!chosen) return;
      const picture = await cropPicture(chosen.address, area, chosen.file);
      close();
      const address = await uploadAvatar(picture, owner);
      if (value && value !== saved) await removeAvatar(value, owner);
      onChange(address);
    },
    {
      onMutate: () => onUploading(true),
      onError: close,
      onSettled: () => onUploading(false),
      describeError: (error) =>
        isNetworkError(error) ? t('shell.network_error') : uploadErrorMessage(error),
    },
  );

  function uploadErrorMessage(error: unknown): string {
    const key = error instanceof Error ? avatarErrorKey(error.message) : undefined;
    return key ? t(`errors.${key}`) : t('identity.profile_upload_failed');
  }

  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-4">
      <legend className="mb-3 font-semibold">{t('identity.profile_portrait')}</legend>
      <Avatar src={value} name={name} size="xl" alt={t('identity.profile_portrait')} />
      <div className="grid justify-items-start gap-2">
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            busy={uploading}
            onClick={() => input.current?.click()}
            aria-describedby={`${id}-hint`}
          >
            {t(uploading ? 'identity.profile_uploading' : 'identity.profile_choose_picture')}
          </Button>
          {value && !uploading && (
            <Button variant="quiet" onClick={() => onChange(null)}>
              {t('identity.profile_remove_picture')}
            </Button>
          )}
        </div>
        <p id={`${id}-hint`} className="text-sm text-soft">
          {t('identity.profile_picture_hint')}
        </p>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('identity.profile_choose_picture')}
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            // So that choosing the same file again fires a change event.
            target.value = '';
          }}
        />
      </div>
      {chosen && (
        <Suspense>
          <CropDialog address={chosen.address} onCancel={close} onChosen={send} />
        </Suspense>
      )}
    </fieldset>
  );
}
