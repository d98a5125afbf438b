/** Returns the name in a reference: "Person", "Person#" and "#/components/schemas/Person" mean the same. */
export const shapeName = (reference: string): string =>
  reference.replace(/#?\/?$/, '').replace(/^#\/components\/schemas\//, '')

import { ownValue } from '../lookups/own-value.ts'

/**
 * Returns the shapes that a schema references, directly or through others: an operation uses few of the contract's
 * hundreds.
 */
export const referencedShapes = <S extends object>(
  schema: unknown,
  shapes: Readonly<Record<string, S>>,
): Record<string, S> => {
  const found: Record<string, S> = {}
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const reference: unknown = '$ref' in node ? node.$ref : undefined
    const name = typeof reference === 'string' ? shapeName(reference) : ''
    const shape = ownValue(shapes, name)
    if (shape && !Object.hasOwn(found, name)) {
      found[name] = shape
      look(shape)
    }
    for (const inner of Object.values(node)) look(inner)
  }
  look(schema)
  return found
}
