import { type ContactDraft, duplicateTexts } from '#areas/people/contacts/imports/import-rows.service'

/** Finds duplicates within a file during a dry run, which stores nothing that the database could find them by. */
export class DryRunMemory {
  readonly #seen = new Map<string, number>()
  readonly #keys = new Set<string>()

  /** Returns the earlier line that a new contact may be a duplicate of; undefined for none. */
  check(line: number, systemTypeId: 1 | 2, draft: ContactDraft): number | undefined {
    const texts = duplicateTexts(systemTypeId, draft)
    const earlier = texts.map((text) => this.#seen.get(text)).find((found) => found !== undefined)
    if (earlier !== undefined) return earlier
    for (const text of texts) this.#seen.set(text, line)
    return undefined
  }

  /** Remembers the keys by which later rows would find a contact that a row would create. */
  addKeys(keys: readonly string[]): void {
    for (const key of keys) this.#keys.add(key)
  }

  hasKey(keys: readonly string[]): boolean {
    return keys.some((key) => this.#keys.has(key))
  }
}
