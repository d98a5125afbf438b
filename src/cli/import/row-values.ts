import type { ContactDraft } from '#areas/people/contacts/records/drafts.model'
import { InputFaults } from '#kernel/errors/input-faults'
import { Problem } from '#kernel/errors/problem'
import { unquoted } from '../formulas.ts'
import type { Columns, CustomColumn, Field } from './columns.ts'
import { ValueFault } from './values.ts'

/** The values of one row by field, and their faults under the headers of the file. */
export class RowValues {
  readonly reasons: string[] = []
  readonly #values = new Map<Field | CustomColumn, string>()
  readonly #headers = new Map<Field | CustomColumn, string>()

  constructor({ headers, fields }: Columns, record: readonly string[]) {
    fields.forEach((field, at) => {
      if (field === undefined) return
      this.#headers.set(field, headers[at] ?? field)
      const text = unquoted(record[at]?.trim() ?? '')
      if (text) this.#values.set(field, text)
    })
  }

  /** The storage names of the custom fields whose cells are not empty, with their text. */
  custom(): { column: CustomColumn; name: string; text: string }[] {
    return [...this.#values].flatMap(([column, text]) =>
      isCustom(column) ? [{ column, name: column.slice('CustomFields.'.length), text }] : [],
    )
  }

  /** Returns the text of a cell; undefined if it is empty. */
  text(field: Field): string | undefined {
    return this.#values.get(field)
  }

  /** Parses a cell. An invalid cell is a reason to refuse the row. */
  read<T>(field: Field, read: (text: string) => T): T | undefined {
    const text = this.text(field)
    if (text === undefined) return undefined
    try {
      return read(text)
    } catch (error) {
      if (!(error instanceof ValueFault)) throw error
      this.refuse(field, error.message)
      return undefined
    }
  }

  refuse(field: Field | CustomColumn, message: string): void {
    this.reasons.push(`${this.#headers.get(field) ?? field}: ${message}`)
  }

  /** Runs the checks of a save and adds their faults, each under the header of its cell. */
  collect(
    origins: ReadonlyMap<string, Field | CustomColumn>,
    read: (faults: InputFaults) => ContactDraft,
  ): ContactDraft | undefined {
    const faults = new InputFaults()
    try {
      const draft = read(faults)
      faults.refuse()
      return draft
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      for (const { pointer, message } of error.errors) {
        const field = originOf(origins, pointer)
        if (field) this.refuse(field, message)
        else this.reasons.push(`${pointer.slice(1)} ${message}`.trim())
      }
      if (error.errors.length === 0) this.reasons.push(error.message)
      return undefined
    }
  }
}

const isCustom = (column: Field | CustomColumn): column is CustomColumn => column.startsWith('CustomFields.')

/** The cell of a value of the body: the longest known prefix of its pointer. */
const originOf = (
  origins: ReadonlyMap<string, Field | CustomColumn>,
  pointer: string,
): Field | CustomColumn | undefined => {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const field = origins.get(at)
    if (field) return field
  }
  return undefined
}
