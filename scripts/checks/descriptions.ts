import { isPair, isScalar, LineCounter, type Node, type Pair, parseDocument, visit } from 'yaml'
import type { SourceFile } from './sources.ts'

/** A text of the contract as it is written in its file. */
export interface Description {
  path: string
  line: number
  /** The text in the file: folded lines are not joined. */
  text: string
}

const PROSE = new Set(['description', 'summary'])

/** What is served: the ids of the operations and their tags. */
export interface Served {
  ids: ReadonlySet<string>
  tags: ReadonlySet<string>
}

/** The ids that are served, with the tags that the contract files give them. */
export const withTags = (ids: ReadonlySet<string>, files: Pick<SourceFile, 'text'>[]): Served => {
  const pairs = files.flatMap(({ text }) => [...text.matchAll(/operationId: (\w+)\n\s*tags: \[([^\]]*)\]/g)])
  const tags = pairs.filter(([, id = '']) => ids.has(id)).flatMap(([, , names = '']) => names.split(/,\s*/))
  return { ids, tags: new Set(tags) }
}

/** The descriptions of a contract file that concern what is served: other operations and tags are skipped. */
export const descriptionsOf = ({ path, text }: Pick<SourceFile, 'path' | 'text'>, served: Served): Description[] => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const found: Description[] = []
  const ids = operationIdsOf(text)
  // The shapes of an area without served operations are not served either.
  if (ids.length > 0 && !ids.some((id) => served.ids.has(id))) return []
  visit(document, {
    Map: (_key, map, parents) => {
      const id = map.get('operationId')
      const tag = isTagList(parents.at(-2)) ? map.get('name') : undefined
      const isUnserved =
        (typeof id === 'string' && !served.ids.has(id)) || (typeof tag === 'string' && !served.tags.has(tag))
      return isUnserved ? visit.SKIP : undefined
    },
    Pair: (_key, pair) => {
      const range = proseRange(pair)
      if (range) found.push({ path, line: lines.linePos(range[0]).line, text: text.slice(range[0], range[1]) })
    },
  })
  return found
}

const isTagList = (node: unknown): boolean => isPair(node) && isScalar(node.key) && node.key.value === 'tags'

const operationIdsOf = (text: string): string[] =>
  [...text.matchAll(/^\s*operationId:\s*(\w+)/gm)].map(([, id = '']) => id)

/** The part of the file that a description takes; undefined for other pairs, also for a field called Description. */
const proseRange = ({ key, value }: Pair): [number, number] | undefined => {
  if (!isScalar(key) || !PROSE.has(String(key.value)) || !isScalar(value) || typeof value.value !== 'string') return
  const range = (value as Node).range
  return range ? [range[0], range[1]] : undefined
}
