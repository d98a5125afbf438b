import { ownValue } from '#kernel/lookups/own-value'

export type CopyValue = string | number | boolean | null | undefined | Date | readonly string[]

/** Lines for COPY ... FROM STDIN in PostgreSQL's text format. */
export class CopyText {
  readonly #parts: readonly (readonly string[])[]
  #lines: string[] = []

  /** The columns; in several parts if a row consists of several objects. */
  constructor(...parts: (readonly string[])[]) {
    this.#parts = parts
  }

  /** Appends a row, as one object for each part. Missing columns are null. */
  add(...rows: readonly object[]): void {
    const fields: string[] = []
    this.#parts.forEach((columns, at) => {
      const row = (rows[at] ?? {}) as Readonly<Record<string, CopyValue>>
      for (const column of columns) fields.push(field(ownValue(row, column)))
    })
    // Joined once: a text that grows field by field keeps every intermediate text in memory.
    this.#lines.push(fields.join('\t'))
  }

  /** Returns all lines and clears them. */
  take(): string {
    const lines = this.#lines
    this.#lines = []
    return lines.length === 0 ? '' : `${lines.join('\n')}\n`
  }
}

const field = (value: CopyValue): string => {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (value instanceof Date) return value.toISOString()
  return escaped(`{${value.map(element).join(',')}}`)
}

const SPECIAL = /[\\\t\n\r]/
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }),
)

const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (sign) => NAMES.get(sign) ?? sign) : text

const element = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
