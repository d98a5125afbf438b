export type CopyValue = string | number | boolean | null | undefined | Date | readonly string[]

/** Lines for COPY ... FROM STDIN in PostgreSQL's text format. */
export class CopyText {
  readonly #parts: readonly (readonly string[])[]
  #lines: string[] = []

  /** The columns; in several parts where a row comes as several objects. */
  constructor(...parts: (readonly string[])[]) {
    this.#parts = parts
  }

  /** Appends a row, given as one object for each part. Columns that it does not name are null. */
  add(...rows: readonly object[]): void {
    const fields: string[] = []
    this.#parts.forEach((columns, at) => {
      const row = (rows[at] ?? {}) as Readonly<Record<string, CopyValue>>
      for (const column of columns) fields.push(field(row[column]))
    })
    // Joined at once: a text that grows by a field at a time keeps every step of its growth.
    this.#lines.push(fields.join('\t'))
  }

  /** All lines so far; starts anew. */
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
const NAMES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (sign) => NAMES[sign] ?? sign) : text

const element = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
