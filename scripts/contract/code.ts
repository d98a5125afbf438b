/** Generated code as a tree, and its layout as by Biome: on one line if it fits, otherwise one entry per line. */
import type { Json } from '#kernel/contract/json'

export type Code = string | { call: string; args: Code[] } | { entries: [string, Code][] } | { items: Code[] }

export const call = (name: string, ...args: Code[]): Code => ({ call: name, args })
export const object = (entries: [string, Code][]): Code => ({ entries })
export const list = (items: Code[]): Code => ({ items })

const width = 120

export function text(value: string): string {
  const escaped = JSON.stringify(value).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")
  // JSON does not escape these two line separators, but some readers of JavaScript treat them as line ends.
  return `'${escaped.replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029')}'`
}

export function literal(value: Json): Code {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return list(value.map(literal))
  if (value === null || typeof value !== 'object') return String(value)
  return object(Object.entries(value).map(([key, inner]) => [key, literal(inner)]))
}

const key = (name: string): string => (/^([A-Za-z_$][\w$]*|[1-9]\d*)$/.test(name) ? name : text(name))

function flat(code: Code): string {
  if (typeof code === 'string') return code
  if ('call' in code) return `${code.call}(${code.args.map(flat).join(', ')})`
  if ('items' in code) return `[${code.items.map(flat).join(', ')}]`
  if (code.entries.length === 0) return '{}'
  return `{ ${code.entries.map(([name, value]) => `${key(name)}: ${flat(value)}`).join(', ')} }`
}

function broken(open: string, lines: string[], close: string, indent: number): string {
  const pad = ' '.repeat(indent)
  return `${open}\n${lines.map((line) => `${pad}  ${line},\n`).join('')}${pad}${close}`
}

const isObject = (code: Code): boolean => typeof code !== 'string' && 'entries' in code

/** A call keeps its last argument on the line of its name if it is the only one, or its only object, and the others fit there. */
function brokenCall(code: { call: string; args: Code[] }, indent: number, column: number): string {
  const first = code.args.slice(0, -1).map(flat)
  const head = `${code.call}(${first.map((arg) => `${arg}, `).join('')}`
  const last = code.args.at(-1)
  if (last === undefined) return `${code.call}()`
  const isOnlyOne = code.args.length === 1 || (isObject(last) && code.args.filter(isObject).length === 1)
  if (isOnlyOne && column + head.length < width) return `${head}${print(last, indent, column + head.length)})`
  return broken(
    `${code.call}(`,
    code.args.map((arg) => print(arg, indent + 2)),
    ')',
    indent,
  )
}

/** `indent` is that of the line on which the code starts, `column` the position in it. A comma can follow. */
export function print(code: Code, indent = 0, column = indent): string {
  const line = flat(code)
  if (typeof code === 'string' || column + line.length < width) return line
  if ('call' in code) return brokenCall(code, indent, column)
  if ('items' in code) {
    const items = code.items.map((item) => print(item, indent + 2))
    return broken('[', items, ']', indent)
  }
  const entries = code.entries.map(([name, value]) => {
    const label = `${key(name)}: `
    return label + print(value, indent + 2, indent + 2 + label.length)
  })
  return broken('{', entries, '}', indent)
}
