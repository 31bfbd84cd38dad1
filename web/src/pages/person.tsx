import { type LoaderFunctionArgs, useParams } from 'react-router';
import { PersonView } from '#features/catalogue/people/person-view.tsx';
import { personByName } from '#features/catalogue/people/read-person.ts';
import { missing, preload, readInBrowser } from '#lib/preload.ts';

export async function loader({ context, params: { name = '' } }: LoaderFunctionArgs) {
  const client = await preload(context, personByName(name));
  return client.getQueryData(personByName(name).queryKey) === null ? missing() : null;
}
export const clientLoader = readInBrowser;

export default function Person() {
  const { name = '' } = useParams();
  return <PersonView key={name} name={name} />;
}
