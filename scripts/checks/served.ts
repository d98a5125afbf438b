import type { SourceFile } from './sources.ts'

const IMPORTED = /\boperations(?:\s+as\s+(\w+))?\s*[,}]/g

/** The ids of the operations that the routes of the areas register. A test compares them with the router. */
export const servedOperations = (files: SourceFile[]): Set<string> =>
  new Set(files.filter(({ path }) => /^src\/.*\.routes\.ts$/.test(path)).flatMap(({ code }) => operationsIn(code)))

const operationsIn = (code: string): string[] => {
  const names = [...code.matchAll(IMPORTED)].map(([, alias]) => alias ?? 'operations')
  if (names.length === 0) return []
  return [...code.matchAll(new RegExp(`\\b(?:${names.join('|')})\\.(\\w+)`, 'g'))].map(([, id = '']) => id)
}
