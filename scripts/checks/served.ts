import type { SourceFile } from './sources.ts'

const IMPORTED = /\boperations(?:\s+as\s+(\w+))?\s*[,}]/g

/**
 * The ids of the operations that the routes of the areas register. A test compares them with the router.
 *
 * @param names of the files that register operations.
 */
export const servedOperations = (files: SourceFile[], names = /\.routes\.ts$/): Set<string> =>
  new Set(operationsOfRoutes(files, names).map(({ operationId }) => operationId))

/** An operation, and the routes file that registers it. */
export interface RoutedOperation {
  operationId: string
  routes: string
}

export const operationsOfRoutes = (files: SourceFile[], names = /\.routes\.ts$/): RoutedOperation[] =>
  files
    .filter(({ path }) => path.startsWith('src/') && names.test(path))
    .flatMap(({ path, code }) => operationsIn(code).map((operationId) => ({ operationId, routes: path })))

const operationsIn = (code: string): string[] => {
  const names = [...code.matchAll(IMPORTED)].map(([, alias]) => alias ?? 'operations')
  if (names.length === 0) return []
  return [...code.matchAll(new RegExp(`\\b(?:${names.join('|')})\\.(\\w+)`, 'g'))].map(([, id = '']) => id)
}
