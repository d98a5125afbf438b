import { type KeyMatch, mergedParty, type Party } from '#areas/people/contacts/imports/import-matches.queries'
import { type ContactDraft, duplicateTexts } from '#areas/people/contacts/imports/import-rows.service'

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
    const texts = duplicateTexts(systemTypeId, draft)
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
    this.#parties.set(id, { ...mergedParty(this.#parties.get(id) ?? contact, party), id, systemTypeId })
  }

  /** After a batch, the database does not have its contacts any more. */
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
