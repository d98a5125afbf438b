import { canMatch, identityOf, matchTexts } from '#areas/people/contacts/duplicates/duplicates.model'
import type { ImportRow, RefusedRow } from '#areas/people/contacts/imports/imports.service'
import { blankContact } from '#areas/people/contacts/records/columns.model'

/** Finds duplicates within a file during a dry run, which stores nothing that the database could find them by. */
export class DryRunMemory {
  readonly #seen = new Map<string, number>()

  /** Returns the row as refused if it may be a duplicate of an earlier line; undefined if not. */
  check({ line, systemTypeId, draft }: ImportRow): RefusedRow | undefined {
    const keys = textsOf(systemTypeId, draft)
    const earlier = keys.map((key) => this.#seen.get(key)).find((found) => found !== undefined)
    if (earlier !== undefined) return { line, reasons: [`may be the same as line ${earlier}`] }
    for (const key of keys) this.#seen.set(key, line)
    return undefined
  }
}

/** Texts of which two duplicates have at least one in common: the rules of contact_candidates. */
const textsOf = (systemTypeId: 1 | 2, { entered, infos }: ImportRow['draft']): string[] => {
  const emails = infos.flatMap((info) => (info.kind === 'email' && info.row.address_key ? [info.row.address_key] : []))
  const identity = identityOf({ ...blankContact(systemTypeId), ...entered }, emails)
  return canMatch(identity) ? matchTexts(identity) : []
}
