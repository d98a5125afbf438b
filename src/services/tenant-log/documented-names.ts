/**
 * Writes the names of fields as in the documented shapes, at every depth: `ContactId` for `contactId` and `contact_id`.
 * Names with a dot, such as those of custom fields, are documented already.
 */
export const withDocumentedNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withDocumentedNames)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [documentedName(name), withDocumentedNames(inner)]),
  )
}

export const documentedName = (name: string): string =>
  name.includes('.') ? name : name.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase())
