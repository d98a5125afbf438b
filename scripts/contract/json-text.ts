import type { Json } from '#kernel/contract/json'

const WIDTH = 100
/** How deep a value on one line may be nested: `{ "OAuth2": ["contacts:read"] }` is 2. */
const MAX_DEPTH = 2

/** Writes JSON with two spaces per level. A value that is not deep stays on one line if it fits there. */
export const jsonText = (value: Json): string => `${print(value, 0, 0)}\n`

const print = (value: Json, indent: number, column: number): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const line = flat(value)
  if (depthOf(value) <= MAX_DEPTH && column + line.length < WIDTH) return line
  if (Array.isArray(value))
    return block(
      '[]',
      value.map((item) => print(item, indent + 2, indent + 2)),
      indent,
    )
  const members = Object.entries(value).map(([name, inner]) => {
    const label = `${JSON.stringify(name)}: `
    return label + print(inner, indent + 2, indent + 2 + label.length)
  })
  return block('{}', members, indent)
}

const block = (brackets: string, lines: readonly string[], indent: number): string => {
  const pad = ' '.repeat(indent)
  return `${brackets[0]}\n${lines.map((line) => `${pad}  ${line}`).join(',\n')}\n${pad}${brackets[1]}`
}

const flat = (value: Json): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(flat).join(', ')}]`
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${flat(inner)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const depthOf = (value: Json): number => {
  if (value === null || typeof value !== 'object') return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}
