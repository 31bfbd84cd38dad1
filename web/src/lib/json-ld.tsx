/** Structured data for search engines. A data block: nothing in it runs or can end the element. */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, with every < escaped.
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
