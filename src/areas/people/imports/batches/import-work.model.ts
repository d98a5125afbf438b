import type { KeyMatch, MatchKind, Party } from '#areas/people/contacts/imports/import-matches.queries'
import { type ContactDraft, listDuplicateTexts } from '#areas/people/contacts/imports/import-rows.service'
import type { TypeWithLevels } from '#areas/people/memberships/imported/imported-memberships.service'
import type { ImportCounts, Reason } from '../imports.model.ts'
import type { ImportPlan } from '../plans/plans.service.ts'
import type { Guess } from '../rows/guesses.model.ts'
import type { ParsedRow, RefusedRow } from '../rows/row-context.model.ts'
import type { RowValues } from '../rows/row-values.input.ts'
import type { TableRow } from '../tables/source.model.ts'
import { areEqualParties, canBeContact, mergeParties } from './parties.model.ts'

interface Seen {
  line: number
  party: Party
}

/** Different parties of one key that are remembered: any row differs from one of them. */
const MAX_PARTIES = 5

/**
 * The rows of a file by the keys of their contacts. It is made from the whole file before its first row is imported, so that an import
 * that was stopped and a dry run find the same.
 */
export class SharedKeys {
  readonly #seen = new Map<string, Seen[]>()
  readonly #areSame: (one: Party, other: Party) => boolean

  constructor(kind: MatchKind) {
    // A number is of one contact, whose last name can change; people of one household share an address.
    this.#areSame = kind === 'Email' ? areEqualParties : (one, other) => canBeContact(one, other, false)
  }

  add(line: number, keys: readonly string[], party: Party): void {
    for (const key of keys) {
      const seen = this.#seen.get(key) ?? []
      if (seen.length === MAX_PARTIES || seen.some((known) => this.#areSame(party, known.party))) continue
      this.#seen.set(key, [...seen, { line, party }])
    }
  }

  /** Returns the line of another party with one of the keys, the first of the file; undefined if there is none. */
  otherLine(keys: readonly string[], party: Party): number | undefined {
    const others = keys.flatMap((key) => this.#seen.get(key) ?? []).filter((one) => !this.#areSame(party, one.party))
    return others.length === 0 ? undefined : Math.min(...others.map(({ line }) => line))
  }
}

/** A row that would be saved. */
export interface RememberedRow {
  line: number
  keys: readonly string[]
  party: Party
  systemTypeId: 1 | 2
}

/** Finds duplicates within a file during a dry run, which stores nothing that the database could find them by. */
export class DryRunMemory {
  readonly #seen = new Map<string, number>()
  /** The ids of contacts that rows would create, by key: the negative line. */
  readonly #created = new Map<string, number[]>()
  /** Of the contacts that rows would create, and of those that they would rename. */
  readonly #parties = new Map<number, KeyMatch>()
  /** The rows of the batch that create contacts, by the ids that these have until the batch is rolled back. */
  #batch = new Map<number, RememberedRow>()

  /** Returns the earlier line that a new contact may be a duplicate of; undefined for none. */
  check(line: number, systemTypeId: 1 | 2, draft: ContactDraft): number | undefined {
    const texts = listDuplicateTexts(systemTypeId, draft)
    const earlier = texts.map((text) => this.#seen.get(text)).find((found) => found !== undefined && found !== line)
    if (earlier !== undefined) return earlier
    for (const text of texts) this.#seen.set(text, line)
    return undefined
  }

  /** Begins a batch, also again. */
  beginBatch(): void {
    this.#batch = new Map()
  }

  /** Remembers a contact that a row has created in the batch. */
  addCreated(id: number, row: RememberedRow): void {
    const { line, party, systemTypeId } = row
    this.#batch.set(id, row)
    this.#parties.set(-line, { ...party, key: '', id: -line, systemTypeId })
  }

  /** Remembers the names that a row gives to a contact. */
  rename(contact: KeyMatch, party: Party): void {
    const { systemTypeId } = contact
    const line = this.#batch.get(contact.id)?.line
    const id = line === undefined ? contact.id : -line
    this.#parties.set(id, { ...mergeParties(this.#parties.get(id) ?? contact, party), id, systemTypeId })
  }

  // After a batch, the database does not have its contacts any more.
  endBatch(): void {
    for (const { line, keys } of this.#batch.values())
      for (const key of keys) this.#created.set(key, [...(this.#created.get(key) ?? []), -line])
    this.#batch = new Map()
  }

  /** Returns the contacts with one of the keys: the stored ones with their names after earlier rows, and those of earlier batches. */
  contacts(keys: readonly string[], stored: readonly KeyMatch[]): KeyMatch[] {
    const created = [...new Set(keys.flatMap((key) => this.#created.get(key) ?? []))]
    return [
      ...stored.map((contact) => (this.#batch.has(contact.id) ? contact : (this.#parties.get(contact.id) ?? contact))),
      ...created.flatMap((id) => this.#parties.get(id) ?? []),
    ]
  }
}

/** The import that a batch belongs to. */
export interface ImportWork {
  plan: ImportPlan
  isDryRun: boolean
  /** Rows of the file, without the headers. */
  rows: number
  /** The groups of the tenant by folded name; a dry run adds those that would be created, with the id 0. */
  groups: Map<string, number>
  /** The membership types that rows can name; empty if the file has no column of them. */
  types: readonly TypeWithLevels[]
  /** The keys of organizations that a dry run has counted as created. */
  employers: Set<string>
  /** The rows of the file by the keys of their contacts; undefined if rows find none. */
  shared: SharedKeys | undefined
  /** For a dry run. */
  memory: DryRunMemory | undefined
}

/** A row whose cells were read. */
export interface OpenedRow {
  row: TableRow
  values: RowValues | RefusedRow
  /** Absent until it is known which contact the row changes. */
  parsed?: ParsedRow | RefusedRow
}

/** A row that was refused. */
export interface Refusal {
  row: TableRow
  reasons: readonly Reason[]
}

/** The results of a batch. */
export interface Outcome {
  refused: Refusal[]
  counts: ImportCounts
  /** The rows that are not refused by what they say, with how their cells were read that have several meanings. */
  guessed: { line: number; guesses: readonly Guess[] }[]
  /** The groups that it has created, by folded name. */
  groups: Map<string, number>
}
