import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { mutateCode } from './code-mutators.ts'
import { type Edit, type Mutant, mutantOf } from './mutant.ts'
import { type ColumnTypes, mutateSql } from './sql-mutators.ts'

export interface SourceText {
  path: string
  text: string
}

/** The places of a sample without paths. */
export const DEFAULT_PATHS = ['src/areas', 'src/kernel', 'src/services']

const GENERATED = /^src\/(contract|generated)\//

/** Reads the TypeScript files of a checkout below the paths, in their order. */
export const readFiles = (root: string, paths: readonly string[]): SourceText[] => {
  const below = (path: string) => {
    if (!statSync(join(root, path)).isDirectory()) return [path]
    return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
  }
  return [...new Set(paths.flatMap(below))]
    .filter((path) => path.endsWith('.ts') && !GENERATED.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Reads the types of columns from the schema of the database. Ids are a type of their own. */
export const readColumnTypes = (root: string): ColumnTypes => {
  const folder = join(root, 'prisma/schema')
  const types = new Map<string, string>()
  const schema = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  for (const [, field = '', type = '', rest = ''] of schema.join('\n').matchAll(/^ {2}(\w+) +(\w+)\??( .*)?$/gm)) {
    const name = /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field
    const ownType = name.endsWith('_id') ? `${type} id` : type
    types.set(name, types.has(name) && types.get(name) !== ownType ? '' : ownType)
  }
  return new Map([...types].filter(([name, type]) => type !== '' && name !== 'tenant_id'))
}

/** Returns every mutant of a file. */
export const mutantsOf = ({ path, text }: SourceText, types: ColumnTypes): Mutant[] => {
  const seen = new Set<string>()
  const isNew = ({ start, end, text: by }: Edit) => {
    const key = `${start} ${end} ${by}`
    return !seen.has(key) && seen.add(key)
  }
  return [...mutateCode(text), ...mutateSql(text, types)].filter(isNew).map((edit) => mutantOf(path, text, edit))
}

/** Returns numbers from 0 to 1 that a seed determines (mulberry32). */
export const randomOf = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <T>(list: readonly T[], random: () => number): T | undefined => list[Math.floor(random() * list.length)]

/** Draws that may fail in sequence until everything counts as drawn. */
const MAX_FAILURES = 2000

/**
 * Draws mutants without repeats: a file by its length, then a kind, then a place. A kind with many places, such as
 * properties, is not more frequent than another one.
 */
export function* drawMutants(
  files: readonly SourceText[],
  types: ColumnTypes,
  random: () => number,
): Generator<Mutant, void> {
  const byPath = new Map<string, Mutant[]>()
  const lines = files.flatMap((file) => Array.from({ length: file.text.split('\n').length }, () => file))
  for (let failures = 0; failures < MAX_FAILURES; failures++) {
    const file = pick(lines, random)
    if (!file) return
    const left = byPath.get(file.path) ?? mutantsOf(file, types)
    const kind = pick([...new Set(left.map((mutant) => mutant.kind))], random)
    const drawn = pick(
      left.filter((mutant) => mutant.kind === kind),
      random,
    )
    byPath.set(
      file.path,
      left.filter((mutant) => mutant !== drawn),
    )
    if (!drawn) continue
    failures = -1
    yield drawn
  }
}

/** The part of the product for the table of results: a wing, `kernel` or `services`. */
export const wingOf = (path: string): string => {
  const [, folder = '', wing = ''] = path.split('/')
  return folder === 'areas' && wing !== '' && !wing.endsWith('.ts') ? wing : folder
}
