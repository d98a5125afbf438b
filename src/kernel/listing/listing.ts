import type { TSchema } from '@sinclair/typebox'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Filter, Leaf, Literal } from './filter.ts'

/** The form of a field's values in filters and cursors. */
/** `bigint`: the ids of tables that grow with events, and references to them; in the API below 2^53. */
export type FieldType = 'text' | 'integer' | 'bigint' | 'money' | 'boolean' | 'instant' | 'date'

export interface ListField {
  type: FieldType
  /** The value, as an expression over the listing's tables. */
  sql: Sql
  /** Whether filters may use the field; true if absent. */
  filter?: boolean
  /**
   * The expressions to order by, with their types; absent if lists cannot be ordered by the field. None of them may ever
   * be null: order an optional text by orEmptySql, so that missing values come first ascending and last descending.
   */
  order?: readonly SortExpression[]
  /**
   * Converts the values that a text is compared with: to the form in which it is stored, or for an enumerated column to one
   * spelling.
   */
  normalize?: (text: string) => string
  /** For an optional text whose index contains its orEmptySql: that expression, for tests that can use the index. */
  key?: Sql
  /** For values in a side table: filters and orders use that table instead of `sql`. */
  sideTable?: SideTable
  /**
   * Replaces a test of this field by tests of others, for which an index or a stored total exists.
   *
   * @param pointer of the filter. @throws 400 for a value that the field cannot have.
   */
  rewrite?: (leaf: Leaf, pointer: string) => Filter
  /** Whether the field only serves tests of others, so that problems do not list it. */
  isInternal?: true
  /** Whether rows do not show the field: see hiddenField. */
  isHidden?: true
  /** The scope that the caller lacks for filters by this field. */
  missingScope?: string | undefined
}

/**
 * The values of a field in a table of their own. Each row has a key in an index; compared bytewise, keys have the order
 * of the values. Rows of the list without a value come last in both directions.
 */
export interface SideTable {
  /** The table and its name: `custom_field_value v`. */
  rows: Sql
  /** The condition that a row is a value of this field for a row of the list. */
  isValue: Sql
  /** The id of the list's row. */
  id: Sql
  key: Sql
  /** The type of keys; text if absent. */
  keyType?: 'integer'
  /** For texts: the text itself, for tests of a part of it. */
  text?: Sql
  /**
   * The condition that a value is the one to order by; absent if a row of the list has one value at most. For fields that
   * lists cannot be ordered by, `true`.
   */
  isFirst?: Sql
  /** Finds the key of a value in a filter; null if the field cannot have that value. */
  findKey: (value: Literal) => string | null
  /** Converts a part of a text to the form of keys. */
  normalize: (text: string) => string
  /** Describes the form of values in filters, for a problem: "a date". */
  valueForm: string
}

/** `cents` are an integer in a bigint, which an index can find; see Listing. */
export type SortType = FieldType | 'cents'

export interface SortExpression {
  type: SortType
  sql: Sql
}

/**
 * Returns an optional text, with a missing value as the empty text. Not COALESCE: PostgreSQL does not treat it as
 * leakproof, so under row-level security it could not use an index on the same expression.
 */
export const orEmptySql = (sql: Sql): Sql => Prisma.sql`CASE WHEN ${sql} IS NULL THEN '' ELSE ${sql} END`

export type KeptValue = boolean | number | string

/** Totals that triggers keep in record_count, one bucket for each combination of the values of some fields. */
export interface KeptTotals {
  /** All values of each of the fields. */
  values: Record<string, readonly KeptValue[]>
  bucket: (of: Record<string, KeptValue>) => string
}

/** A search for free text. */
export interface Search {
  /** The body of the WITH query `found`: a column `id`, and others if the search needs them. */
  found: Sql
  /**
   * Present if the search finds only rows of the list: its rows under the name of the listing's table (`found c`), and
   * the fields that can filter and order them. A request that uses no others looks up only the rows of the page.
   */
  rows?: { from: Sql; fields: readonly string[]; orders: readonly string[] }
}

/**
 * The filters, orders and search of a list, as data. Under row-level security PostgreSQL uses an index only for
 * leakproof operators (of integers, text and times; not of numeric). Else it scans the whole index.
 */
export interface Listing {
  /** The tables and their names: `contact c`. The statement of a page uses the names `s` and `x` itself. */
  from: Sql
  tenant: Sql
  /** Identifies a row of `from` in the tenant, also without the condition `listed`. */
  id: Sql
  /** The type of the ids; integer if absent. */
  idType?: 'bigint'
  /** The condition that a row is in the list. */
  listed: Sql
  fields: Record<string, ListField>
  /** The order if the request has none: `Name`, `DueDate desc, Name`. */
  defaultOrder: string
  /** The text in which searches look for a part, ignoring case and accents: for lists of few rows, without an index. */
  searched?: Sql
  /** The search for a text if `searched` is absent; null if the text contains nothing to search for. */
  search?: (tenantId: number, text: string) => Search | null
  totals?: KeptTotals | undefined
  /** The documented row: filters refuse the values that its enumerated columns never have. Present if it has such columns. */
  row?: TSchema
  /** The contact of a row: a plan for a caller that is limited to chapters starts from it. */
  contact?: Sql
}

/** Adds fields to a listing, such as the custom fields of a tenant. */
export const addFields = (listing: Listing, fields: Record<string, ListField>): Listing => ({
  ...listing,
  fields: { ...listing.fields, ...fields },
})

/** Finds a field by its name, case-insensitive; returns it with the documented spelling of its name. */
export const findField = (listing: Listing, name: string): [string, ListField] | undefined => {
  const wanted = name.toLowerCase()
  return Object.entries(listing.fields).find(([known]) => known.toLowerCase() === wanted)
}

/** Returns the names of the fields that filters can use. */
export const filterableFields = ({ fields }: Listing): string[] =>
  Object.entries(fields).flatMap(([name, { filter, isInternal }]) => (filter === false || isInternal ? [] : [name]))
