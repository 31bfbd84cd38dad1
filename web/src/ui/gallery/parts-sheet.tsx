import { Alert } from '../alert.tsx';
import { RoosterArt } from '../art/rooster.tsx';
import { Avatar } from '../avatar.tsx';
import { Badge, type BadgeTone } from '../badge.tsx';
import { Breadcrumb } from '../breadcrumb.tsx';
import { Button } from '../button.tsx';
import { Card } from '../card.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Icon, iconNames } from '../icon.tsx';
import { Pagination } from '../pagination.tsx';
import { Progress } from '../progress.tsx';
import { SectionHead } from '../section-head.tsx';
import { Spinner } from '../spinner.tsx';
import { Table } from '../table.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../tabs.tsx';
import { Specimen } from './specimen.tsx';

const tones: BadgeTone[] = [
  'neutral',
  'free',
  'premium',
  'new',
  'sample',
  'success',
  'danger',
  'muted',
  'info',
];
const people = ['manno', 'roseline', 'nadege', 'wilner'];

export function PartsSheet() {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-10 md:grid-cols-2" aria-label="Parts">
      <SectionHead title="To look at" className="col-span-full" />
      <Specimen name="badge">
        <div className="flex flex-wrap gap-2">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
      </Specimen>
      <Specimen name="avatar">
        <div className="flex flex-wrap items-center gap-3">
          {people.map((person) => (
            <Avatar
              key={person}
              src={`/storage/v1/object/public/profile-images/${person}.avif`}
              name={person}
            />
          ))}
          <Avatar name="Marie-Claire Dorvil" size="l" />
          <Avatar size="s" />
        </div>
      </Specimen>
      <Specimen name="alert">
        <Alert title="Still processing">Your payment is on its way. This page updates itself.</Alert>
        <Alert tone="success">Profile updated successfully</Alert>
        <Alert tone="warning">You are offline.</Alert>
        <Alert
          tone="danger"
          title="Failed to load data"
          action={
            <Button size="s" variant="secondary">
              Try again
            </Button>
          }
        />
      </Specimen>
      <Specimen name="card, progress, spinner">
        <Card interactive>
          <p className="font-semibold">Which film made you call home?</p>
          <p className="text-soft">12 replies · 240 views</p>
        </Card>
        <Progress label="Upload" value={0.62} />
        <Progress label="Preparing" />
        <Spinner label="Loading" className="text-2xl text-highlight-text" />
      </Specimen>
      <Specimen name="tabs">
        <Tabs defaultValue="about">
          <TabList label="About this film">
            <Tab value="about">About</Tab>
            <Tab value="reviews">Reviews (12)</Tab>
          </TabList>
          <TabPanel value="about">A fisherman’s daughter listens to what the tide brings back.</TabPanel>
          <TabPanel value="reviews">Twelve people have something to say.</TabPanel>
        </Tabs>
      </Specimen>
      <Specimen name="breadcrumb, pagination">
        <Breadcrumb
          crumbs={[
            { label: 'Forum', to: '/forum' },
            { label: 'General', to: '/forum/category/1' },
            { label: 'Which film made you call home?' },
          ]}
        />
        <Pagination page={5} pages={12} hrefFor={(page) => `?page=${page}`} />
      </Specimen>
      <Specimen name="table" wide>
        <Table label="Movies">
          <thead>
            <tr>
              {['Title', 'Purchase Price', 'Rental Price', 'Status', 'Published', 'Actions'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {['Tanbou minwi', 'Kafe cho', 'Night Ferry'].map((title) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>$9.99</td>
                <td>$4.99</td>
                <td>
                  <Badge tone="free">Free</Badge>
                </td>
                <td>
                  <Badge tone="success">active</Badge>
                </td>
                <td>
                  <Button size="s" variant="quiet">
                    Edit
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Specimen>
      <Specimen name="empty-state" wide>
        <EmptyState
          art={<RoosterArt className="w-48" />}
          title="No topics yet"
          text="Be the first to start a discussion!"
          action={<Button>Create New Topic</Button>}
        />
      </Specimen>
      <Specimen name="icon" wide>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-4 text-2xl">
          {iconNames.map((name) => (
            <li key={name} className="grid justify-items-center gap-1">
              <Icon name={name} />
              <span className="text-xs text-soft">{name}</span>
            </li>
          ))}
        </ul>
      </Specimen>
    </section>
  );
}
