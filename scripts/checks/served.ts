import type { SourceFile } from './sources.ts'

const IMPORTED = /\boperations(?:\s+as\s+(\w+))?\s*[,}]/g

/**
 * The ids of the operations that the routes of the areas register. A test compares them with the router.
 *
 * @param names of the files that register operations.
 */
export const servedOperations = (files: SourceFile[], names = /\.routes\.ts$/): Set<string> =>
  new Set(
    files.filter(({ path }) => path.startsWith('src/') && names.test(path)).flatMap(({ code }) => operationsIn(code)),
  )

const operationsIn = (code: string): string[] => {
  const names = [...code.matchAll(IMPORTED)].map(([, alias]) => alias ?? 'operations')
  if (names.length === 0) return []
  return [...code.matchAll(new RegExp(`\\b(?:${names.join('|')})\\.(\\w+)`, 'g'))].map(([, id = '']) => id)
}
