import { JsonLd } from '#lib/json-ld.tsx';
import { useSettings } from '#lib/page-frame.ts';

/** Who we are, for machines that read. Only what is true: the search box has no address of its own, so none is named. */
export function SiteData() {
  const { url, social, languages, supportEmail } = useSettings();
  const organization = {
    '@type': 'Organization',
    '@id': `${url}/#organization`,
    name: 'Lakou',
    url,
    logo: `${url}/icon-512.png`,
    email: supportEmail,
    sameAs: Object.values(social),
  };
  const site = {
    '@type': 'WebSite',
    '@id': `${url}/#website`,
    name: 'Lakou',
    url,
    inLanguage: languages,
    publisher: { '@id': organization['@id'] },
  };
  return <JsonLd data={{ '@graph': [organization, site] }} />;
}
