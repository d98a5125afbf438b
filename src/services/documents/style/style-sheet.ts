/** Declarations of CSS by property. */
export type Declarations = Readonly<Record<string, string>>

/**
 * The style sheet of every document, as HTML and as PDF. A selector is an element, a class, or an element or class inside
 * a class (`.lines th`); later rules win. Lengths are in points, so that both look the same.
 */
export const STYLE_SHEET: Readonly<Record<string, Declarations>> = {
  body: { 'font-size': '9.5pt', 'line-height': '1.4', color: '#1f2933' },
  h1: { 'font-size': '24pt', 'line-height': '1.15', 'font-weight': 'bold', color: '#12303b', margin: '0 0 6pt' },
  h2: { 'font-size': '14pt', 'line-height': '1.25', 'font-weight': 'bold', color: '#12303b', margin: '14pt 0 5pt' },
  h3: { 'font-size': '11pt', 'line-height': '1.3', 'font-weight': 'bold', color: '#12303b', margin: '10pt 0 4pt' },
  h4: { 'font-size': '9.5pt', 'font-weight': 'bold', margin: '8pt 0 3pt' },
  h5: { 'font-size': '9.5pt', 'font-weight': 'bold', margin: '8pt 0 3pt' },
  h6: { 'font-size': '9.5pt', 'font-weight': 'bold', margin: '8pt 0 3pt' },
  p: { margin: '0 0 6pt' },
  pre: { margin: '0 0 6pt' },
  ul: { margin: '0 0 6pt' },
  ol: { margin: '0 0 6pt' },
  dl: { margin: '0 0 6pt' },
  dt: { 'font-weight': 'bold' },
  dd: { margin: '0 0 3pt 14pt' },
  blockquote: { margin: '0 0 6pt 14pt' },
  caption: { 'font-weight': 'bold', 'text-align': 'start', margin: '0 0 4pt' },
  hr: { 'border-top': '1px solid #c9d1d6', margin: '8pt 0' },
  table: { width: '100%', 'border-collapse': 'collapse', margin: '0 0 10pt' },
  td: { padding: '0', 'vertical-align': 'top', 'text-align': 'start' },
  th: { padding: '0', 'vertical-align': 'top', 'text-align': 'start', 'font-weight': 'bold' },
  b: { 'font-weight': 'bold' },
  strong: { 'font-weight': 'bold' },
  i: { 'font-style': 'italic' },
  em: { 'font-style': 'italic' },
  u: { 'text-decoration': 'underline' },
  s: { 'text-decoration': 'line-through' },
  strike: { 'text-decoration': 'line-through' },
  a: { color: '#1d5c4d', 'text-decoration': 'underline' },
  small: { 'font-size': '8pt' },
  big: { 'font-size': '11.5pt' },
  center: { 'text-align': 'center' },
  '.muted': { color: '#5f6c75' },
  '.small': { 'font-size': '8pt' },
  '.large': { 'font-size': '13pt' },
  '.label': {
    'font-size': '7.5pt',
    color: '#5f6c75',
    'text-transform': 'uppercase',
    'letter-spacing': '0.5pt',
    margin: '0 0 2pt',
  },
  '.name': { 'font-size': '14pt', 'line-height': '1.25', 'font-weight': 'bold', color: '#1d5c4d', margin: '0 0 2pt' },
  '.right': { 'text-align': 'right' },
  '.center': { 'text-align': 'center' },
  '.facts td': { padding: '1.5pt 0 1.5pt 10pt' },
  '.lines': { margin: '4pt 0 10pt' },
  '.lines th': {
    padding: '5pt 6pt',
    'background-color': '#eef3f2',
    'font-size': '8pt',
    color: '#12303b',
    'vertical-align': 'bottom',
  },
  '.lines td': { padding: '5pt 6pt', 'border-bottom': '1px solid #dde3e6' },
  '.totals': { width: '46%', 'margin-left': 'auto', 'break-before': 'avoid' },
  '.totals td': { padding: '3pt 6pt' },
  '.total td': {
    padding: '6pt 6pt',
    'font-size': '11.5pt',
    'font-weight': 'bold',
    color: '#12303b',
    'border-top': '1px solid #12303b',
  },
  '.amount': { 'text-align': 'right', 'white-space': 'nowrap' },
  '.carry': {},
  '.carry-balance': {},
  '.note': { padding: '8pt 10pt', 'background-color': '#f4f6f6', margin: '8pt 0' },
  '.stamp': { 'font-size': '13pt', 'font-weight': 'bold', color: '#a12c2c', 'letter-spacing': '1pt' },
  '.page-break': { 'break-before': 'page' },
  '.together': { 'break-inside': 'avoid' },
}

/** The classes that a template can use. */
export const CLASSES: readonly string[] = [
  ...new Set(Object.keys(STYLE_SHEET).flatMap((selector) => selector.match(/(?<=\.)[a-z-]+/g) ?? [])),
]

export const styleSheetCss = (): string =>
  Object.entries(STYLE_SHEET)
    .map(([selector, declarations]) => `${selector} { ${cssOf(declarations)} }`)
    .join('\n')

const cssOf = (declarations: Declarations): string =>
  Object.entries(declarations)
    .map(([property, value]) => `${property}: ${value}`)
    .join('; ')
