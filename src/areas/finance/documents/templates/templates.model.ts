import { type BuiltInDocument, DOCUMENT_KEYS } from '#services/documents/built-in/built-in-document'
import { builtInDocuments } from '#services/documents/built-in/built-in-documents'

/** Returns the built-in document of a stored key. */
export const builtInOf = (key: string): BuiltInDocument => {
  const known = DOCUMENT_KEYS.find((one) => one === key)
  if (!known) throw new Error(`There is no document ${key}`)
  return builtInDocuments[known]
}
