import { useState } from 'react';
import { Button } from '../button.tsx';
import { Checkbox } from '../checkbox.tsx';
import { Field } from '../field.tsx';
import { Icon } from '../icon.tsx';
import { IconButton } from '../icon-button.tsx';
import { Input } from '../input.tsx';
import { PasswordInput } from '../password-input.tsx';
import { SearchInput } from '../search-input.tsx';
import { SectionHead } from '../section-head.tsx';
import { Select } from '../select.tsx';
import { StarInput } from '../star-input.tsx';
import { Switch } from '../switch.tsx';
import { TextLink } from '../text-link.tsx';
import { Textarea } from '../textarea.tsx';
import { Specimen } from './specimen.tsx';

export function ControlsSheet() {
  const [search, setSearch] = useState('leta');
  const [stars, setStars] = useState(3);
  return (
    <section className="grid gap-6" aria-label="Controls">
      <SectionHead title="To press and to fill in" />
      <Specimen name="button: primary, secondary, outline, quiet, danger">
        <div className="flex flex-wrap items-center gap-3">
          <Button>
            <Icon name="play" /> Watch Now
          </Button>
          <Button variant="secondary">Buy for $9.99</Button>
          <Button variant="outline">Watch Trailer</Button>
          <Button variant="quiet">Cancel</Button>
          <Button variant="danger">Delete</Button>
          <Button size="s" variant="secondary">
            Small
          </Button>
          <Button size="l">Large</Button>
          <Button busy>Processing...</Button>
          <Button disabled>Not now</Button>
          <IconButton icon="search" label="Search" />
          <IconButton icon="bookmark" label="Add to Watchlist" variant="secondary" />
        </div>
      </Specimen>
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <Field label="Email" required hint="We write only when you ask us to.">
          {(control) => <Input type="email" placeholder="marie@example.com" {...control} />}
        </Field>
        <Field label="Password" required error="At least 8 characters">
          {(control) => <PasswordInput defaultValue="sekrè" autoComplete="off" {...control} />}
        </Field>
        <Field label="Genre">
          {(control) => (
            <Select {...control}>
              <option>All Genres</option>
              <option>Drama</option>
              <option>Documentary</option>
            </Select>
          )}
        </Field>
        <Field label="Search">
          {(control) => <SearchInput value={search} onValueChange={setSearch} {...control} />}
        </Field>
        <Field label="Review" className="md:col-span-2">
          {(control) => <Textarea placeholder="What stayed with you?" {...control} />}
        </Field>
        <div>
          <Checkbox
            defaultChecked
            label={
              <>
                I agree to the <TextLink to="/terms">Terms of Service</TextLink> and{' '}
                <TextLink to="/privacy">Privacy Policy</TextLink>
              </>
            }
          />
          <Checkbox label="Remember me" error="This one has something to say" />
        </div>
        <div className="grid gap-2">
          <Switch label="Public Profile" hint="Allow others to view your profile" defaultChecked />
          <Switch label="Published" />
        </div>
        <StarInput label="Your rating" value={stars} onChange={setStars} />
      </div>
    </section>
  );
}
