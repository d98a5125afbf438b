import type { Party } from '#areas/people/contacts/imports/import-matches.queries'
import type { ContactDraft, CountryFacts } from '#areas/people/contacts/imports/import-rows.service'
import type { CellReaders } from '#areas/people/custom-fields/values/cells.service'
import type { FieldSet } from '#areas/people/custom-fields/values/fields.queries'
import type { ValuePlan } from '#areas/people/custom-fields/values/values.service'
import type { StatedMembership } from '#areas/people/memberships/imported/imported-memberships.service'
import type { Columns } from '../columns/columns.input.ts'
import type { ColumnField } from '../columns/fields.model.ts'
import type { PresetName } from '../columns/presets.model.ts'
import type { DateReader } from './dates.model.ts'
import type { Guess } from './guesses.model.ts'
import type { NameOrder } from './names.model.ts'
import type { NumberReader } from './values.model.ts'

/** The readers of cells, which note what they guess. */
export interface RowReaders extends Omit<CellReaders, 'readDate' | 'readNumber'> {
  readDate: DateReader
  readNumber: NumberReader
}

/** The facts and readers with which rows are parsed. */
export interface RowContext {
  columns: Columns
  preset: PresetName
  countries: ReadonlyMap<number, CountryFacts>
  /** ISO 3166-1 alpha-2 code for phone numbers without a country code, in rows without a country. */
  homeCountry: string | undefined
  readers: RowReaders
  /** Which name comes first in a cell with both; undefined: the first name, unless the row shows something else. */
  nameOrder: NameOrder | undefined
  /** Whether the last name comes first in the language of the file. */
  isLastFirst: boolean
  /** The type of rows without a type; undefined: their names decide. */
  type: 1 | 2 | undefined
  isForced: boolean
  /** The custom fields of individuals (1) and organizations (2). */
  custom: Record<1 | 2, FieldSet>
  /** The mail status of all rows of the file: 1 opted out, 2 bounced. */
  mailStatus: number | undefined
  /** Names of groups of every row. */
  groups: readonly string[]
}

/** A row whose values are valid by themselves. */
export interface ParsedRow {
  line: number
  systemTypeId: 1 | 2
  draft: ContactDraft
  /** The values of custom fields of a new contact; undefined for one that exists. */
  values: ValuePlan | undefined
  /** Fields whose values are removed from an existing contact. */
  cleared: readonly ColumnField[]
  tags: readonly string[]
  /** Names. */
  groups: readonly string[]
  /** The name of the organization of an individual. */
  employer: string | undefined
  membership: StatedMembership | undefined
  /** Two-letter code of the country of the address. */
  country: string | undefined
  /** Why the addresses of the row receive no mail; undefined if they do. */
  suppression: 'unsubscribed' | 'bounced' | 'complained' | undefined
  guesses: readonly Guess[]
}

export interface RefusedRow {
  line: number
  reasons: string[]
}

/** The keys by which a row finds its contact. */
export interface RowKeys {
  emails: string[]
  accountNumber: string | undefined
  contactId: number | undefined
  /** Who the row is, because people share addresses. */
  party: Party
}
