import type { BuiltInDocument, DocumentKey } from './built-in-document.ts'
import { certificate } from './certificate.ts'
import { invoice } from './invoice.ts'
import { receipt } from './receipt.ts'
import { statement } from './statement.ts'

/** The built-in templates of documents by key. */
export const builtInDocuments: Readonly<Record<DocumentKey, BuiltInDocument>> = {
  invoice,
  receipt,
  statement,
  certificate,
}
