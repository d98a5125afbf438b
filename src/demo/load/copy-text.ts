export type CopyValue = string | number | boolean | null | undefined | Date | readonly string[]

/** Lines for COPY ... FROM STDIN in PostgreSQL's text format. */
export class CopyText {
  readonly #columns: readonly string[]
  #text = ''

  constructor(columns: readonly string[]) {
    this.#columns = columns
  }

  /** Appends a row; columns that it does not name are null. */
  add(row: Readonly<Record<string, CopyValue>>): void {
    let line = ''
    for (const column of this.#columns) line += (line === '' ? '' : '\t') + field(row[column])
    this.#text += `${line}\n`
  }

  /** All lines so far; starts anew. */
  take(): string {
    const text = this.#text
    this.#text = ''
    return text
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
