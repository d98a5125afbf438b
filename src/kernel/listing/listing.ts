import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Literal } from './filter.ts'

/** How a field's values are written in filters and kept in continuations. */
export type FieldType = 'text' | 'integer' | 'money' | 'boolean' | 'instant' | 'date'

export interface ListField {
  type: FieldType
  /** The value, as an expression over the listing's tables. */
  sql: Sql
  /** May stand in filters; true where not said. */
  filter?: boolean
  /**
   * May stand in orders: the expressions to order by, with their types. None of them may ever be null: an optional
   * text is ordered by orEmpty, so that missing values come first ascending and last descending.
   */
  order?: readonly SortExpression[]
  /** Of a text that is kept in a form of its own: brings what it is compared with to that form. */
  normalise?: (text: string) => string
  /** Of an optional text whose index holds orEmpty of it: that expression, for tests that an index can serve. */
  key?: Sql
  /** Of values that are kept in a table of their own: filters and orders go by that table then, not by `sql`. */
  beside?: Beside
}

/**
 * Values of a field that are kept as rows of a table beside the listing's, under keys that an index orders: compared
 * bytewise they stand in the values' order. Rows of the list without a value come last, whatever the direction.
 */
export interface Beside {
  /** The table and its name: `custom_field_value v`. */
  rows: Sql
  /** Which of its rows are values of this field, of rows that the list holds. */
  are: Sql
  /** The listed row's id. */
  id: Sql
  key: Sql
  /** Of texts: the text itself, for tests of a part of it. */
  text?: Sql
  /** Where a listed row may have several values: which of them it is ordered by. */
  first?: Sql
  /** The key of a value that a filter names; null where it is none of the field's. */
  keyOf: (value: Literal) => string | null
  /** Brings a part of a text to the form that keys have. */
  normalise: (text: string) => string
  /** What values are written as in filters, in the words of a problem. */
  form: string
}

/** `cents` are whole ones in a bigint, which an index can be entered by; see Listing. */
export type SortType = FieldType | 'cents'

export interface SortExpression {
  type: SortType
  sql: Sql
}

/**
 * An optional text with a missing value as the empty one. Not COALESCE: that does not count as leakproof, so that
 * behind row-level security it could not enter an index on the same expression.
 */
export const orEmpty = (sql: Sql): Sql => Prisma.sql`CASE WHEN ${sql} IS NULL THEN '' ELSE ${sql} END`

/** Totals that are kept by trigger in record_count, one bucket for each combination of some fields' values. */
export interface KeptTotals {
  /** Every value that each of the fields can have. */
  values: Record<string, readonly (number | string)[]>
  bucket: (of: Record<string, number | string>) => string
}

/** A search for free text. */
export interface Search {
  /** What the search found, as the body of the WITH query `found`: a column id, perhaps more. */
  found: Sql
  /**
   * Where it finds listed rows alone and has the keys of every order: those rows under the name of the listing's table
   * (`found c`), and the fields whose filters they can be held against. Then only a page's rows are looked up.
   */
  rows?: { from: Sql; fields: readonly string[] }
}

/**
 * What can be asked of a list: data, no more. Expressions that are to be served by an index behind row-level security
 * must compare by leakproof operators (integers, text, times; not numeric), or the index is walked, not entered.
 */
export interface Listing {
  /** The tables and their names: `contact c`. */
  from: Sql
  tenant: Sql
  id: Sql
  /** Which rows the list holds at all. */
  listed: Sql
  fields: Record<string, ListField>
  /** `Name`, `DueDate desc, Name`: the order where none is asked for. */
  defaultOrder: string
  /** The search for a text, null where the text holds nothing to search for; absent where the list has none. */
  search?: (tenantId: number, text: string) => Search | null
  totals?: KeptTotals | undefined
  /** The contact that a row is, or hangs on: lists of callers limited to chapters set out from it. */
  contact?: Sql
}

/** The listing with further fields, which are known to a tenant alone. */
export const withFields = (listing: Listing, fields: Record<string, ListField>): Listing => ({
  ...listing,
  fields: { ...listing.fields, ...fields },
})

/** The field of that name, whatever its case, with its name as it is spelled here. */
export const findField = (listing: Listing, name: string): [string, ListField] | undefined => {
  const wanted = name.toLowerCase()
  return Object.entries(listing.fields).find(([known]) => known.toLowerCase() === wanted)
}
