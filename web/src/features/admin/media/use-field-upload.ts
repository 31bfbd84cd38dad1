import { useEffect, useEffectEvent } from 'react';
import { publicUrl, toPublicUpload } from './public-file.ts';
import { removeUpload, startUpload, type Upload, type UploadResult, useUploads } from './uploads.ts';

/** The record that a form edits: a title, an episode, a featured film. New ones have their id before they are saved. */
export interface FormOwner {
  id: string;
  title: string;
  /** The page of the form. */
  page: string;
}

interface FieldUpload {
  owner: FormOwner;
  field: string;
  label: string;
  folder: string;
  /** Sets the URL of the field. */
  onUploaded: (url: string) => void;
  /** True while the form is being saved; the saved values would overwrite the field. */
  hold?: boolean;
}

/** The upload for one field of a form, also one started before the page was left. Saving the form publishes it. */
export function useFieldUpload({ owner, field, label, folder, onUploaded, hold = false }: FieldUpload): {
  name: string;
  upload: Upload | undefined;
  send: (file: File) => Promise<UploadResult>;
} {
  const name = `${field}-${owner.id}`;
  const upload = useUploads().find((upload) => upload.name === name);
  const uploaded = !hold && upload?.status === 'uploaded' ? upload : undefined;
  const handleUploaded = useEffectEvent(onUploaded);
  useEffect(() => {
    if (!uploaded) return;
    removeUpload(uploaded);
    handleUploaded(publicUrl(uploaded));
  }, [uploaded]);
  const title = [label, owner.title].filter(Boolean).join(' · ');
  return {
    name,
    upload,
    send: (file) =>
      startUpload({ ...toPublicUpload('artwork', folder, file), name, title, page: owner.page }),
  };
}

/** The number of uploads for a form. Leaving the form of an unsaved record removes its uploads. */
export function useFormUploads(id: string, isSaved: boolean): number {
  const uploads = useUploads().filter(({ name }) => name.endsWith(`-${id}`));
  const handleLeave = useEffectEvent(() => {
    if (!isSaved) uploads.forEach(removeUpload);
  });
  useEffect(() => () => handleLeave(), []);
  return uploads.length;
}
