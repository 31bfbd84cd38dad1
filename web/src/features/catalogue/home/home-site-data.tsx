import { JsonLd } from '#lib/json-ld.tsx';
import { useSettings } from '#lib/page-frame.ts';

/** Structured data of the site. No SearchAction, since the search has no URL of its own. */
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
