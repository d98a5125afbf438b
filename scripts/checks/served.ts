import type { SourceFile } from './sources.ts'

/** The ids of the operations that the routes of the areas register. A test compares them with the routes of the app. */
export const servedOperations = (files: SourceFile[]): Set<string> =>
  new Set(
    files
      .filter(({ path }) => path.startsWith('src/') && path.endsWith('.routes.ts'))
      .flatMap(({ code }) => [...code.matchAll(/\boperations\.(\w+)/g)].map(([, id = '']) => id)),
  )
