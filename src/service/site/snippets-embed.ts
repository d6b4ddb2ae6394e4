import type { ShownRequest } from './shown-request.ts';

// A picture in the markup of somebody's page.

export const embedWriters = {
  html: writeHtml,
  wordpress: writeWordPress,
  bbcode: ({ url }: ShownRequest): string =>
    `[img]${url.replaceAll('[', '%5B').replaceAll(']', '%5D')}[/img]`,
  markdown: writeMarkdown,
} as const;

function writeHtml({ url, alt, size }: ShownRequest): string {
  const attributes = size && ` width="${size.widthPx}" height="${size.heightPx}" loading="lazy"`;
  return `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}"${attributes ?? ''}>`;
}

/** A block for the editor: when pasted, it becomes a picture. */
function writeWordPress({ url, alt, size }: ShownRequest): string {
  const attributes = size && ` width="${size.widthPx}" height="${size.heightPx}"`;
  return `<!-- wp:image -->
<figure class="wp-block-image"><img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}"${attributes ?? ''}/></figure>
<!-- /wp:image -->`;
}

/** A parenthesis would end the URL, a bracket the text; other special characters are removed. */
function writeMarkdown({ url, alt }: ShownRequest): string {
  const text = alt.replaceAll(/[[\]\\`*_<&]/g, '\\$&');
  return `![${text}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
