const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\w+|[()]|[^\w\s()]+/g
const CONNECTIVES = ['AND', 'OR']

/** A parenthesis: its words, and its operands if it consists of some that AND or OR joins. */
interface Group {
  words: string[]
  connective: string | undefined
  operands: string[]
}

/**
 * Returns a statement of PostgreSQL's catalog in a form that does not depend on the order of the operands of AND and OR, nor on
 * how they are nested: a restored backup has flatter conditions than the database of the backup, and `chapter_wall_by_contact`
 * joins the conditions of several columns in the order in which PostgreSQL reads them.
 */
export const canonicalExpression = (sql: string): string => {
  const tokens = sql.match(TOKEN) ?? []
  let at = 0
  const readGroup = (): Group => {
    const parts: (string | Group)[] = []
    for (; at < tokens.length && tokens[at] !== ')'; at++) {
      const token = tokens[at] as string
      if (token !== '(') {
        parts.push(token)
        continue
      }
      at++
      const group = readGroup()
      parts.push(parts.at(-1) === 'num_nonnulls' ? sortedArguments(group) : group)
    }
    return toGroup(parts)
  }
  return readGroup().words.join(' ')
}

const toGroup = (parts: (string | Group)[]): Group => {
  const words = parts.map((part) => (typeof part === 'string' ? part : `(${part.words.join(' ')})`))
  const found = new Set(parts.filter((part) => typeof part === 'string' && CONNECTIVES.includes(part)))
  const [connective] = found as Set<string>
  if (connective === undefined || found.size > 1) return { words, connective: undefined, operands: [] }
  const operands = splitAt(parts, connective).flatMap((operand) => {
    const [only] = operand
    if (operand.length === 1 && typeof only === 'object' && only.connective === connective) return only.operands
    return operand.map((part) => (typeof part === 'string' ? part : `(${part.words.join(' ')})`)).join(' ')
  })
  operands.sort()
  return { words: [operands.join(` ${connective} `)], connective, operands }
}

const splitAt = (parts: (string | Group)[], connective: string): (string | Group)[][] => {
  const runs: (string | Group)[][] = [[]]
  for (const part of parts) {
    if (part === connective) runs.push([])
    else runs.at(-1)?.push(part)
  }
  return runs
}

const sortedArguments = ({ words }: Group): Group => ({
  words: words.join(' ').split(' , ').sort().join(' , ').split(' '),
  connective: undefined,
  operands: [],
})
