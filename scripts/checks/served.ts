import type { SourceFile } from './sources.ts'

const IMPORTED = /\boperations(?:\s+as\s+(\w+))?\s*[,}]/g

/** The ids of the operations that the routes of the areas register. A test compares them with the router. */
export const servedOperations = (files: SourceFile[]): Set<string> =>
  new Set(operationsOfRoutes(files).map(({ operationId }) => operationId))

/** An operation, and the routes file that registers it. */
export interface RoutedOperation {
  operationId: string
  routes: string
}

export const operationsOfRoutes = (files: SourceFile[]): RoutedOperation[] =>
  files
    .filter(({ path }) => /^src\/.*\.routes\.ts$/.test(path))
    .flatMap(({ path, code }) => operationsIn(code).map((operationId) => ({ operationId, routes: path })))

const operationsIn = (code: string): string[] => {
  const names = [...code.matchAll(IMPORTED)].map(([, alias]) => alias ?? 'operations')
  if (names.length === 0) return []
  return [...code.matchAll(new RegExp(`\\b(?:${names.join('|')})\\.(\\w+)`, 'g'))].map(([, id = '']) => id)
}
