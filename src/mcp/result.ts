/** Results of tools: bounded, because they fill the context of a model, with a hint how to read the rest. */
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import { ownValue } from '#kernel/lookups/own-value'
import type { SentResponse } from '#services/calls/call-operation'

/** The result of a tool, in the form of the protocol. */
export interface ToolResult {
  content: { type: 'text'; text: string }[]
  isError?: boolean
  [key: string]: unknown
}

/** The longest result, in characters: about 10,000 tokens. */
export const MAX_RESULT = 40_000

export const textResult = (...texts: string[]): ToolResult => ({
  content: texts.filter((text) => text !== '').map((text) => ({ type: 'text', text })),
})

export const errorResult = (text: string): ToolResult => ({ ...textResult(text.slice(0, MAX_RESULT)), isError: true })

/** Presents a response of an operation. @param fields the names of the fields to keep; all if it is empty. */
export const presentResponse = ({ status, headers, text }: SentResponse, fields: readonly string[]): ToolResult => {
  if (status >= 400) return errorResult(`${text}${retryHint(headers)}`)
  const type = String(headers['content-type'] ?? '')
  if (!type.includes('json')) return textResult(cut(text), `The result is ${type || 'empty'}.`)
  const { value, notes } = selectFields(JSON.parse(text) as Json, fields)
  return fitted(value, [...notes, ...headerNotes(headers)], nextPage(headers))
}

const retryHint = (headers: SentResponse['headers']): string =>
  headers['retry-after'] === undefined ? '' : `\nRetry after ${String(headers['retry-after'])} seconds.`

const headerNotes = (headers: SentResponse['headers']): string[] => [
  ...(headers.etag === undefined ? [] : [`Version (ETag): ${String(headers.etag)}`]),
  ...(headers['idempotent-replayed'] === undefined ? [] : ['This is the result of the first call with the same key.']),
]

/** The parameters of the next page, from the Link header of a list. */
const nextPage = (headers: SentResponse['headers']): string | undefined => {
  const query = /<[^>?]*\?([^>]*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
  return query === undefined ? undefined : JSON.stringify(Object.fromEntries(new URLSearchParams(query)))
}

/** Where the rows of a list are: in an array, or in `Results` of an object. */
const rowsOf = (value: Json): Json[] | undefined => {
  if (Array.isArray(value)) return value
  return isJsonObject(value) && Array.isArray(value.Results) ? value.Results : undefined
}

const withRows = (value: Json, rows: Json[]): Json =>
  Array.isArray(value) ? rows : { ...(value as JsonObject), Results: rows }

const selectFields = (value: Json, fields: readonly string[]): { value: Json; notes: string[] } => {
  if (fields.length === 0) return { value, notes: [] }
  const rows = rowsOf(value)
  const records = (rows ?? [value]).filter(isJsonObject)
  const unknown = fields.filter((name) => records.length > 0 && !records.some((row) => Object.hasOwn(row, name)))
  const notes = unknown.length === 0 ? [] : [`No field ${unknown.join(', ')}. Fields: ${namesOf(records)}.`]
  const picked = (row: Json): Json =>
    isJsonObject(row)
      ? Object.fromEntries(
          fields.flatMap((name) => (Object.hasOwn(row, name) ? [[name, ownValue(row, name) ?? null]] : [])),
        )
      : row
  return { value: rows ? withRows(value, rows.map(picked)) : picked(value), notes }
}

const namesOf = ([first]: readonly JsonObject[]): string => Object.keys(first ?? {}).join(', ')

const fitted = (value: Json, notes: readonly string[], next: string | undefined): ToolResult => {
  const text = JSON.stringify(value)
  const more = next === undefined ? [] : [`More rows follow. Parameters of the next page: ${next}`]
  if (text.length <= MAX_RESULT) return textResult(text, [...notes, ...more].join('\n'))
  const rows = rowsOf(value)
  if (!rows) return textResult(cut(text), [...notes, tooLong(text, value)].join('\n'))
  const kept = rows.slice(0, countFitting(rows))
  const hint =
    `Only the first ${kept.length} of the ${rows.length} rows of this page fit into a result. ` +
    'Request fewer rows ($top or Take), continue after them ($skip or Skip), or name the fields that you need in `fields`.'
  return textResult(JSON.stringify(withRows(value, kept)).slice(0, 2 * MAX_RESULT), [...notes, hint].join('\n'))
}

/** At least one row, however long. */
const countFitting = (rows: readonly Json[]): number => {
  let length = 0
  const at = rows.findIndex((row) => {
    length += JSON.stringify(row).length + 1
    return length > MAX_RESULT - 500
  })
  return Math.max(1, at)
}

const cut = (text: string): string => text.slice(0, MAX_RESULT)

const tooLong = (text: string, value: Json): string => {
  const names = isJsonObject(value) ? ` Its fields: ${Object.keys(value).join(', ')}.` : ''
  return `The result has ${text.length} characters and was cut after ${MAX_RESULT}. Name the fields that you need in \`fields\`.${names}`
}
