import { useEffect, useEffectEvent } from 'react';
import { publicAddress, publicFile } from './public-file.ts';
import { dropUpload, startUpload, type Upload, type UploadEnd, useUploads } from './uploads.ts';

/** Whose form it is: a title, an episode, a featured film. One that is not made yet knows already how it will be called. */
export interface FormOwner {
  id: string;
  title: string;
  /** Where the form stands. */
  page: string;
}

interface FieldUpload {
  owner: FormOwner;
  field: string;
  label: string;
  folder: string;
  /** Puts an address into the field. */
  onArrived: (address: string) => void;
  /** The form is being saved: what arrives now would be swept away with what is saved. */
  hold?: boolean;
}

/** The upload for one field of a form, be it begun here or before the page was left. Only saving the form publishes it. */
export function useFieldUpload({ owner, field, label, folder, onArrived, hold = false }: FieldUpload): {
  name: string;
  upload: Upload | undefined;
  send: (file: File) => Promise<UploadEnd>;
} {
  const name = `${field}-${owner.id}`;
  const upload = useUploads().find((one) => one.name === name);
  const arrived = !hold && upload?.status === 'arrived' ? upload : undefined;
  const take = useEffectEvent(onArrived);
  useEffect(() => {
    if (!arrived) return;
    dropUpload(arrived);
    take(publicAddress(arrived));
  }, [arrived]);
  const title = [label, owner.title].filter(Boolean).join(' · ');
  return {
    name,
    upload,
    send: (file) => startUpload({ ...publicFile('artwork', folder, file), name, title, page: owner.page }),
  };
}

/** How many files are sent for a form. What was never made has no form to come back to: its files go with it. */
export function useFormUploads(id: string, made: boolean): number {
  const mine = useUploads().filter(({ name }) => name.endsWith(`-${id}`));
  const leave = useEffectEvent(() => {
    if (!made) mine.forEach(dropUpload);
  });
  useEffect(() => () => leave(), []);
  return mine.length;
}
