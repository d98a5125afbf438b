/** Tags that end a line, and tags that end a paragraph. */
const LINE_ENDS = /<(?:br|\/div|\/tr|\/li|\/dt|\/dd|\/caption|hr)\b[^>]*>/gi
const PARAGRAPH_ENDS = /<\/?(?:p|h[1-6]|ul|ol|dl|table|blockquote|pre)\b[^>]*>/gi
const LINK = /<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gis
const IMAGE = /<img\b[^>]*?\balt="([^"]+)"[^>]*>/gi
const TAG = /<[^>]*>/g

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }),
)

/**
 * Converts sanitized HTML to plain text: an empty line between paragraphs, a dash before items, links with their address.
 *
 * @param html the result of `cleanHtml`: quoted attributes, only text and markup.
 */
export const plainText = (html: string): string =>
  decodeEntities(
    html
      .replace(/\s+/g, ' ')
      .replace(IMAGE, '$1')
      .replace(LINK, (_, href: string, words: string) => withAddress(words, href))
      .replace(/<li\b[^>]*>/gi, '- ')
      .replace(PARAGRAPH_ENDS, '\n\n')
      .replace(LINE_ENDS, '\n')
      .replace(TAG, ''),
  )
    .split('\n')
    .map((line) => line.replace(/[ \u00a0]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const withAddress = (words: string, href: string): string => {
  const shown = words.replace(TAG, '').trim()
  const address = href.replace(/^mailto:/i, '')
  // In angle brackets (RFC 3986, appendix C): mail programs take a bracket or a point after an address for a part of it.
  const written = `&lt;${address}&gt;`
  return shown === '' || shown === address ? written : `${words} ${written}`
}

/** Decodes the text of sanitized HTML, or of an attribute's value. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES.get(name) ?? '')
