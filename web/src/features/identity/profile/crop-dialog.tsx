import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';

/** Chooses the square part of a picture to use as the avatar. */
export default function CropDialog(props: {
  address: string;
  onCancel: () => void;
  onChosen: (area: Area) => void;
}) {
  const t = useTranslations();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  return (
    <Dialog open onOpenChange={(open) => !open && props.onCancel()}>
      <DialogContent
        title={t('identity.profile_crop_title')}
        description={t('identity.profile_crop_text')}
        footer={
          <>
            <Button variant="outline" onClick={props.onCancel}>
              {t('identity.profile_cancel')}
            </Button>
            <Button disabled={!area} onClick={() => area && props.onChosen(area)}>
              {t('identity.profile_crop_use')}
            </Button>
          </>
        }
      >
        <div className="relative h-[min(60vh,22rem)] overflow-hidden rounded-m bg-bg">
          <Cropper
            image={props.address}
            aspect={1}
            cropShape="round"
            crop={crop}
            zoom={zoom}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            disableAutomaticStylesInjection
          />
        </div>
        <label className="mt-4 flex min-h-11 items-center gap-4 font-semibold">
          {t('identity.profile_crop_zoom')}
          <input
            type="range"
            min={1}
            max={3}
            step={0.05}
            value={zoom}
            onChange={({ target }) => setZoom(Number(target.value))}
            className="h-11 flex-1 accent-highlight"
          />
        </label>
      </DialogContent>
    </Dialog>
  );
}
