import { dirname, join } from 'node:path'
import { type Fault, isInArea, type SourceFile } from './sources.ts'

const LEAST_LINES = 25
/** Their names say what they are, and other programs look for them. */
const STANDS_ALONE = /\.(routes|area|events|thread|port|adapter|subscriber)\.ts$/
/** A file that keeps what its importer must not contain: statements apart from rules, rules apart from routes. */
const APART: readonly [file: RegExp, importer: RegExp][] = [
  [/\.sql\.ts$/, /\.(service|job|subscriber|area)\.ts$/],
  [/\.(queries|service|sql)\.ts$/, /\.routes\.ts$/],
  [/\.(queries|service)\.ts$/, /\.area\.ts$/],
  [/\.job\.ts$/, /\.job\.ts$/],
]

/** A short file that only one file of its folder imports is a part of that file. */
export const checkThinFiles = (files: SourceFile[]): Fault[] => {
  const areas = files.filter((file) => isInArea(file) && file.path.endsWith('.ts'))
  const importers = importersOf(files.filter(({ path }) => path.startsWith('src/')))
  return areas.flatMap(({ path, text }) => {
    const lines = text.split('\n').length - 1
    const [importer, ...others] = importers.get(path) ?? []
    if (lines >= LEAST_LINES || !importer || others.length > 0 || dirname(importer) !== dirname(path)) return []
    if (STANDS_ALONE.test(path)) return []
    if (APART.some(([file, user]) => file.test(path) && user.test(importer))) return []
    return [{ path, line: 1, message: `has ${lines} lines, and only ${importer} imports it: fold it into that file` }]
  })
}

/** The files that import a file, by its path. */
const importersOf = (files: SourceFile[]): Map<string, Set<string>> => {
  const importers = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    for (const [, name = ''] of text.matchAll(/(?:from|import\()\s*'((?:\.|#areas\/)[^']+)'/g)) {
      const target = name.startsWith('#areas/') ? `src/areas/${name.slice(7)}.ts` : join(dirname(path), name)
      importers.set(target, (importers.get(target) ?? new Set()).add(path))
    }
  }
  return importers
}
