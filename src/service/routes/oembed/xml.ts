import type { OembedAnswer } from './schema.ts';

/** An answer as XML (oEmbed 1.0, section 2.3.4.2), for consumers that read nothing else. */
export function embedXml(answer: OembedAnswer): string {
  const fields = Object.entries(answer).map(
    ([name, value]) => `  <${name}>${escapeXml(String(value))}</${name}>\n`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${fields.join('')}</oembed>\n`;
}

/** For the content of an element or a quoted attribute, of XML and HTML. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(noCharacter, '')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** What XML 1.0 cannot hold, not even escaped (section 2.2). */
const noCharacter = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;
