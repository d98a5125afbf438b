import { Parser } from 'htmlparser2'

export interface Element {
  tag: string
  attributes: Readonly<Record<string, string>>
  classes: readonly string[]
  children: (Element | string)[]
}

/** Parses HTML that `cleanDocument` has cleaned: it is well-formed, and its nesting is limited. */
export const parseElements = (html: string): Element => {
  const root = elementOf('body', {})
  const open = [root]
  const parser = new Parser({
    onopentag(tag, attributes) {
      const element = elementOf(tag, attributes)
      open.at(-1)?.children.push(element)
      open.push(element)
    },
    ontext(text) {
      open.at(-1)?.children.push(text)
    },
    onclosetag() {
      if (open.length > 1) open.pop()
    },
  })
  parser.end(html)
  return root
}

const elementOf = (tag: string, attributes: Record<string, string>): Element => ({
  tag,
  attributes,
  classes: attributes.class?.split(/\s+/).filter(Boolean) ?? [],
  children: [],
})
