import { useState } from 'react';
import { AlertDialog } from '../alert-dialog.tsx';
import { Button } from '../button.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '../dialog.tsx';
import { Field } from '../field.tsx';
import { Input } from '../input.tsx';
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '../menu.tsx';
import { SectionHead } from '../section-head.tsx';
import { Textarea } from '../textarea.tsx';
import { toast } from '../toast.tsx';
import { Tooltip } from '../tooltip.tsx';

export function OverlaysSheet() {
  const [confirming, setConfirming] = useState(false);
  return (
    <section className="grid gap-6" aria-label="Overlays">
      <SectionHead title="To open" />
      <div className="flex flex-wrap gap-3">
        <Dialog>
          <DialogTrigger asChild>
            <Button variant="secondary">Dialog</Button>
          </DialogTrigger>
          <DialogContent
            title="Create New Topic"
            description="Everybody can read it."
            footer={
              <>
                <DialogClose asChild>
                  <Button variant="quiet">Cancel</Button>
                </DialogClose>
                <Button>Create Topic</Button>
              </>
            }
          >
            <div className="grid gap-4">
              <Field label="Title">{(control) => <Input {...control} />}</Field>
              <Field label="Content">{(control) => <Textarea {...control} />}</Field>
            </div>
          </DialogContent>
        </Dialog>
        <Dialog>
          <DialogTrigger asChild>
            <Button variant="secondary">Side sheet</Button>
          </DialogTrigger>
          <DialogContent title="Menu" side="right">
            <p>Home, Films, Series.</p>
          </DialogContent>
        </Dialog>
        <Button variant="danger" onClick={() => setConfirming(true)}>
          Alert dialog
        </Button>
        <AlertDialog
          open={confirming}
          onOpenChange={setConfirming}
          title="Delete this banner?"
          description="It disappears from every page at once."
          confirm="Delete"
          onConfirm={() => setConfirming(false)}
          danger
        />
        <Menu>
          <MenuTrigger>
            <Button variant="secondary">Menu</Button>
          </MenuTrigger>
          <MenuContent>
            <MenuLabel>Tanbou minwi</MenuLabel>
            <MenuItem icon="edit">Edit</MenuItem>
            <MenuItem icon="eye-off">Unpublish</MenuItem>
            <MenuSeparator />
            <MenuItem icon="trash" danger>
              Delete
            </MenuItem>
          </MenuContent>
        </Menu>
        <Tooltip text="Full HD on every device">
          <Button variant="secondary">Tooltip</Button>
        </Tooltip>
        <Button variant="secondary" onClick={() => toast.success('Profile updated successfully')}>
          Toast: success
        </Button>
        <Button variant="secondary" onClick={() => toast.error('Failed to post reply')}>
          Toast: error
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            toast.info('Removed from watchlist', { action: { label: 'Undo', onClick: () => {} } })
          }
        >
          Toast: with action
        </Button>
      </div>
    </section>
  );
}
