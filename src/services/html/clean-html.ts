import sanitizeHtml from 'sanitize-html'
import { CLASSES } from '../documents/style/style-sheet.ts'

/** The HTML that users can write: what mail programs show, and nothing active or loaded except images by https. */
const TEXT = ['a', 'b', 'big', 'blockquote', 'br', 'center', 'code', 'div', 'em', 'font', 'hr', 'i', 'img', 'p', 'pre']
const MORE_TEXT = ['s', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'u', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const LISTS = ['dd', 'dl', 'dt', 'li', 'ol', 'ul']
const TABLES = ['caption', 'col', 'colgroup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr']

/** These are removed with their content: browsers do not parse it as markup, so its text would be a surprise. */
const DROPPED_WHOLE = [
  ...['script', 'style', 'title', 'template', 'textarea', 'option', 'select', 'iframe', 'object', 'svg', 'math'],
  ...['noscript', 'noembed', 'noframes', 'xmp', 'plaintext', 'listing'],
]

const LENGTH = /^(?:0|auto|-?\d{1,4}(?:\.\d{1,3})?(?:px|pt|em|rem|ex|%))$/i
const LENGTHS = /^(?:(?:0|auto|\d{1,4}(?:\.\d{1,3})?(?:px|pt|em|rem|ex|%))(?:\s+|$)){1,4}$/i
const COLOR =
  /^(?:#[0-9a-f]{3,8}|[a-z]{3,24}|rgba?\(\s*\d{1,3}%?\s*(?:[,\s]\s*\d{1,3}%?\s*){2}(?:[,/]\s*[\d.]{1,6}%?\s*)?\))$/i
const BORDER = /^(?:none|0|\d{1,2}(?:\.\d)?px(?:\s+[a-z]{3,12}){0,1}(?:\s+(?:#[0-9a-f]{3,8}|[a-z]{3,24}))?)$/i
const FONT_FAMILY = /^[\p{L}\p{N}\s,'"-]{1,200}$/u
const WORD = /^[a-z-]{2,24}$/i

const SPACES = ['', '-top', '-right', '-bottom', '-left']

const STYLES: Record<string, RegExp[]> = {
  color: [COLOR],
  'background-color': [COLOR],
  'font-family': [FONT_FAMILY],
  'font-size': [LENGTH, WORD],
  'font-style': [WORD],
  'font-weight': [WORD, /^[1-9]00$/],
  'letter-spacing': [LENGTH],
  'line-height': [LENGTH, /^\d(?:\.\d{1,3})?$/],
  'text-align': [WORD],
  'text-decoration': [WORD],
  'text-transform': [WORD],
  'vertical-align': [WORD],
  'white-space': [WORD],
  'border-collapse': [WORD],
  'border-radius': [LENGTH],
  width: [LENGTH],
  height: [LENGTH],
  'max-width': [LENGTH],
  ...Object.fromEntries(SPACES.flatMap((side) => [`margin${side}`, `padding${side}`].map((name) => [name, [LENGTHS]]))),
  ...Object.fromEntries(SPACES.map((side) => [`border${side}`, [BORDER]])),
}

const LINK_SCHEMES = ['https', 'http', 'mailto', 'tel']

const SIZED = ['align', 'valign', 'width', 'height', 'bgcolor']

const RULES: sanitizeHtml.IOptions = {
  allowedTags: [...TEXT, ...MORE_TEXT, ...LISTS, ...TABLES],
  allowedAttributes: {
    '*': ['style', 'dir', 'lang', 'title'],
    a: ['href'],
    img: ['src', 'alt', 'width', 'height', 'border', 'align'],
    font: ['color', 'face', 'size'],
    ol: ['start', 'type'],
    p: ['align'],
    div: ['align'],
    table: ['border', 'cellpadding', 'cellspacing', ...SIZED],
    col: ['span', ...SIZED],
    tr: SIZED,
    td: ['colspan', 'rowspan', ...SIZED],
    th: ['colspan', 'rowspan', 'scope', ...SIZED],
  },
  allowedSchemes: [],
  allowedSchemesByTag: { a: LINK_SCHEMES, img: ['https'] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  allowedStyles: { '*': STYLES },
  nonTextTags: DROPPED_WHOLE,
  nestingLimit: 64,
  // An address without a scheme would mean something else on each page that shows it.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^https:\/\//i.test(attribs.src ?? ''),
  transformTags: { a: (tagName, attribs) => ({ tagName, attribs: withAbsoluteLink(attribs) }) },
}

const withAbsoluteLink = ({ href, ...others }: sanitizeHtml.Attributes): sanitizeHtml.Attributes =>
  href !== undefined && /^(?:https?:\/\/|mailto:|tel:)/i.test(href.trim()) ? { ...others, href: href.trim() } : others

/**
 * Sanitizes a user's HTML by an allow list: removes tags, attributes, styles and addresses that are not listed above, and
 * keeps the text inside unknown tags. Idempotent. The result can be longer than the input: `&` becomes `&amp;`.
 */
export const cleanHtml = (html: string): string => sanitizeHtml(html, RULES)

const PAGE_BREAKS = /^(?:auto|always|page|avoid)$/
const BREAKS = ['break-before', 'break-after', 'break-inside'].flatMap((name) => [name, `page-${name}`])
const DATA_IMAGE = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/

const DOCUMENT_RULES: sanitizeHtml.IOptions = {
  ...RULES,
  allowedClasses: { '*': [...CLASSES] },
  allowedSchemesByTag: { a: LINK_SCHEMES, img: ['data'] },
  allowedStyles: { '*': { ...STYLES, ...Object.fromEntries(BREAKS.map((name) => [name, [PAGE_BREAKS]])) } },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !DATA_IMAGE.test(attribs.src ?? ''),
}

/**
 * Sanitizes the HTML of a document by the same list, with the classes and page breaks of documents. Images are part of the
 * document as `data:` addresses of PNG or JPEG: nothing is loaded.
 */
export const cleanDocument = (html: string): string => sanitizeHtml(html, DOCUMENT_RULES)
