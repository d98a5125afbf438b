import type { TransactionClass } from '#prisma/client'

export const MAX_LEVELS = 10

export type ClassRow = Pick<TransactionClass, 'id' | 'parentId' | 'name'>

/** Returns the classes from a class up to the top, itself first; a cycle ends at its second visit. */
export const pathOf = (classes: ReadonlyMap<number, ClassRow>, id: number | null): ClassRow[] => {
  const path: ClassRow[] = []
  for (let at = id; at !== null; ) {
    const found = classes.get(at)
    if (!found || path.includes(found)) break
    path.push(found)
    at = found.parentId
  }
  return path
}

/** Returns the name of a class after those of its parents, separated by colons. */
export const fullNameOf = (classes: ReadonlyMap<number, ClassRow>, id: number): string =>
  pathOf(classes, id)
    .map(({ name }) => name)
    .reverse()
    .join(':')

/** Counts the levels that a class and the classes below it have, itself included. */
export const heightOf = (classes: ReadonlyMap<number, ClassRow>, id: number): number =>
  Math.max(
    ...[...classes.values()].map((one) => {
      const at = pathOf(classes, one.id).findIndex((above) => above.id === id)
      return at + 1
    }),
  )
