/** Markup that is safe to send: only `html` makes it, and it escapes every value. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | null | undefined | false | readonly Value[]

const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }),
)

/** Escapes values for text and quoted attributes, and keeps markup: a template tag. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(parts.reduce((text, part, at) => `${text}${render(values[at - 1])}${part}`))

/** Joins several pieces of markup. */
export const joinHtml = (pieces: readonly Html[]): Html => new Html(pieces.map(({ text }) => text).join(''))

const render = (value: Value): string => {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  if (value === null || value === undefined || value === false) return ''
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES.get(character) ?? '')
}
