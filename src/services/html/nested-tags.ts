/** Open tags inside one another. What people and their editors write has some dozens. */
const MAX_DEPTH = 2000

/** Tags without an end, and those whose end HTML implies: any number of them follow each other. */
const ENDLESS = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'],
  ...['p', 'li', 'dt', 'dd', 'option', 'colgroup', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'],
])

const TAG = /<(\/?)([a-z][a-z0-9:-]*)/gi

/**
 * Returns whether tags nest so deep that a parser of HTML, whose time grows with the square of the depth, would take
 * seconds. Takes a time that grows with the length.
 */
export const nestsTooDeep = (html: string): boolean => {
  let depth = 0
  for (const [, end, name = ''] of html.matchAll(TAG)) {
    if (ENDLESS.has(name.toLowerCase())) continue
    depth = end ? Math.max(0, depth - 1) : depth + 1
    if (depth > MAX_DEPTH) return true
  }
  return false
}
