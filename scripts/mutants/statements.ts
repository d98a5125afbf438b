import { codeNodes, nodesIn, type SyntaxNode } from './syntax.ts'

/** The text of a statement, or of a part of one, in a template string. */
export interface Statement {
  /** Offset of the text in the source. */
  start: number
  /** The text with the same offsets: interpolations are replaced by `v`, strings by `s`, comments by spaces. */
  text: string
  /** The same part of the source. */
  original: string
}

/** Keywords in upper case: `npm run source` requires them. */
const IS_SQL =
  /\b(SELECT|FROM|WHERE|AND|OR|ON|ORDER BY|UPDATE|DELETE|INSERT|IS NULL|IS NOT NULL|COALESCE|CASE|EXISTS)\b/i
const SQL_TAG = /(^|\.)(sql|rows|\$queryRaw|\$executeRaw)(<[^`]*)?$/

const fill = (text: string, sign: string) => text.replace(/[^\n]/g, sign)

/** Replaces what is no SQL between the texts of a template. */
const maskedText = (source: string, template: SyntaxNode): Statement => {
  const start = template.start + 1
  const original = source.slice(start, template.end - 1)
  const chars = original.split('')
  const quasis = nodesIn(template.quasis)
  for (const [at, { end }] of quasis.slice(0, -1).entries()) {
    const next = quasis[at + 1]?.start ?? end
    // The offsets of some parsers include the marks `${` and `}`.
    const from = source.indexOf('$', source[end - 1] === '{' ? end - 2 : end)
    const to = source[next] === '}' ? next + 1 : next
    for (let index = from - start; index < to - start; index++) chars[index] = 'v'
  }
  const text = chars
    .join('')
    .replace(/'(?:[^']|'')*'/g, (quoted) => `'${fill(quoted.slice(2), 's')}'`)
    .replace(/--[^\n]*/g, (comment) => fill(comment, ' '))
  return { start, text, original }
}

/** Returns the templates of a module that contain SQL. */
export const statementsIn = (source: string): Statement[] => {
  const nodes = codeNodes(source)
  const tagged = new Map(
    nodes
      .filter(({ type }) => type === 'TaggedTemplateExpression')
      .flatMap((node) => nodesIn(node.quasi).map(({ start }) => [start, nodesIn(node.tag)[0]] as const)),
  )
  return nodes
    .filter(({ type, start }) => {
      if (type !== 'TemplateLiteral') return false
      const tag = tagged.get(start)
      return tag ? SQL_TAG.test(source.slice(tag.start, tag.end)) : false
    })
    .map((template) => maskedText(source, template))
    .filter(({ text }) => IS_SQL.test(text) || /^\w+\.\w+$/.test(text.trim()))
}
