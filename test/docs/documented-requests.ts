import { readFileSync } from 'node:fs'
import type { JsonObject } from '#kernel/contract/json'

const page = readFileSync(new URL('../../docs/integrators.md', import.meta.url), 'utf8')

export interface DocumentedRequest {
  method: string
  url: string
  body: string
}

/** A block of requests; `sender` is the word after http, such as the tenant that sends them. */
export interface DocumentedBlock {
  sender: string
  requests: DocumentedRequest[]
}

/** Returns the blocks of requests of a section of docs/integrators.md. */
export const blocksOf = (section: string): DocumentedBlock[] => {
  const text = page.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? ''
  return [...text.matchAll(/```http ?(\w*)\n([\s\S]*?)```/g)].map(([, sender = '', block = '']) => ({
    sender,
    requests: block
      .split(/^(?=GET|POST|DELETE)/m)
      .filter(Boolean)
      .map((one) => {
        const [, method = '', url = '', body = ''] = /^(\w+) +([^\n]+)\n?([\s\S]*)$/.exec(one) ?? []
        return { method, url, body }
      }),
  }))
}

/** The fields of the records in a record, of lists the first row; then its own fields, then those of the first of its Results. */
export const fieldsOf = (json: unknown): [string, unknown][] => {
  const record = Array.isArray(json) ? json[0] : json
  if (typeof record !== 'object' || record === null) return []
  const { Results, ...fields } = record as JsonObject
  return [...Object.values(fields).flatMap(fieldsOf), ...Object.entries(fields), ...fieldsOf(Results)]
}
