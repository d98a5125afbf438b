import type { ContactDraft } from '#areas/people/contacts/imports/import-rows.service'
import { InputFaults } from '#kernel/errors/input-faults'
import { Problem } from '#kernel/errors/problem'
import { unquoted } from '#kernel/text/formulas'
import type { Columns } from '../columns/columns.input.ts'
import type { ColumnField, CustomColumn, Field } from '../columns/fields.model.ts'
import type { DateCell } from './dates.model.ts'
import { GUESSES, type Guess, type GuessKind } from './guesses.model.ts'
import { findCellFault, ValueFault } from './values.model.ts'

/** The text of a cell that removes the value of an existing contact. */
const CLEAR = '[clear]'

/** Spaces that do not break, and marks without width at the edges of a cell, which look like nothing. */
const UNSEEN = /[\u00a0\u202f]|^[\u200b\u2060\ufeff]+|[\u200b\u2060\ufeff]+$/g

const UNSEEN_EDGE = /^\s*[\u200b\u2060\ufeff]|[\u200b\u2060\ufeff]\s*$/

/** The fields of mail addresses. */
const EMAILS = ['Email', 'PersonalEmail', 'OtherEmail'] as const satisfies readonly Field[]
const isEmail = (field: ColumnField): boolean => EMAILS.some((one) => one === field)

/** Fields of which a file can have several columns; the texts of other fields are those of the first column with one. */
const JOINED: ReadonlyMap<ColumnField, string> = new Map<Field, string>([
  ['Address2', ', '],
  ['Prefix', ' '],
])
const ANY: ReadonlySet<ColumnField> = new Set<Field>(['DoNotEmail', 'EmailStatus'])

/** The values of one row by field, and their faults under the headers of the file. */
export class RowValues {
  readonly reasons: string[] = []
  readonly cleared: ColumnField[] = []
  readonly guesses: Guess[] = []
  readonly #columns: Columns
  readonly #values = new Map<ColumnField, string>()
  /** Further values of fields of which any counts. */
  readonly #others = new Map<ColumnField, string[]>()

  constructor(columns: Columns, record: readonly string[]) {
    this.#columns = columns
    columns.fields.forEach((field, at) => {
      if (field === undefined) return
      const sent = record[at] ?? ''
      const text = unquoted(sent.replace(UNSEEN, ' ').trim())
      const fault = text && findCellFault(text)
      if (fault) this.reasons.push(`${columns.headers.at(at)}: ${fault}`)
      else if (text === CLEAR) this.cleared.push(field)
      else if (text) this.#add(field, text)
      if (text && isEmail(field) && UNSEEN_EDGE.test(sent)) this.guess(field, 'InvisibleCharacters', GUESSES.invisible)
    })
  }

  #add(field: ColumnField, text: string): void {
    const before = this.#values.get(field)
    if (before === undefined) this.#values.set(field, text)
    else if (JOINED.has(field)) this.#values.set(field, `${before}${JOINED.get(field)}${text}`)
    else if (ANY.has(field)) this.#others.set(field, [...(this.#others.get(field) ?? []), text])
  }

  /** Returns the storage names of the custom fields whose cells are not empty, with their text. */
  custom(): { column: CustomColumn; name: string; text: string }[] {
    return [...this.#values].flatMap(([column, text]) =>
      isCustom(column) ? [{ column, name: nameOfCustom(column), text }] : [],
    )
  }

  /** Returns the text of a cell; undefined if it is empty. */
  text(field: Field): string | undefined {
    return this.#values.get(field)
  }

  /** Replaces the text of a cell, for values that contain those of several fields. */
  set(field: Field, text: string): void {
    this.#values.set(field, text)
  }

  delete(field: Field): void {
    this.#values.delete(field)
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

  /** Parses all cells of a field of which any counts. */
  readAll<T>(field: Field, read: (text: string) => T): T[] {
    const first = this.read(field, read)
    const others = (this.#others.get(field) ?? []).flatMap((text) => {
      try {
        return [read(text)]
      } catch (error) {
        if (!(error instanceof ValueFault)) throw error
        this.refuse(field, error.message)
        return []
      }
    })
    return first === undefined ? others : [first, ...others]
  }

  /** Notes how a cell was read that has several meanings. */
  guess(field: ColumnField, kind: GuessKind, message: string): void {
    this.guesses.push({ kind, message: `${this.#headerOf(field)}: ${message}` })
  }

  /** Returns what a reader of a cell notes its guesses by. */
  cell(column: ColumnField): DateCell {
    return { column, note: (kind, message) => this.guess(column, kind, message) }
  }

  refuse(field: ColumnField, message: string): void {
    this.reasons.push(`${this.#headerOf(field)}: ${message}`)
  }

  #headerOf(field: ColumnField): string {
    const at = this.#columns.fields.indexOf(field)
    return (at < 0 ? undefined : this.#columns.headers.at(at)) ?? field
  }

  /** Runs the checks of a save and adds their faults, each under the header of its cell. */
  collect(
    origins: ReadonlyMap<string, ColumnField>,
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

export const isCustom = (column: ColumnField): column is CustomColumn => column.startsWith('CustomFields.')
export const nameOfCustom = (column: CustomColumn): string => column.slice('CustomFields.'.length)

/** Returns the cell of a value of the body: the longest known prefix of its pointer. */
const originOf = (origins: ReadonlyMap<string, ColumnField>, pointer: string): ColumnField | undefined => {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const field = origins.get(at)
    if (field) return field
  }
  return undefined
}
