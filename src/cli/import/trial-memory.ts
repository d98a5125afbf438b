import { identityOf } from '#areas/people/contacts/duplicates/duplicates.sql'
import type { ImportRow, Refusal } from '#areas/people/contacts/imports/imports.service'
import { blankContact } from '#areas/people/contacts/records/records.model'

/** Finds duplicates within a file during a dry run, which keeps nothing for the database to find them by. */
export class TrialMemory {
  readonly #seen = new Map<string, number>()

  /** The refusal of a row that an earlier line would make a duplicate; undefined where there is none. */
  check({ line, systemTypeId, draft }: ImportRow): Refusal | undefined {
    const keys = identitiesOf(systemTypeId, draft)
    const earlier = keys.map((key) => this.#seen.get(key)).find((found) => found !== undefined)
    if (earlier !== undefined) return { line, reasons: [`may be the same as line ${earlier}`] }
    for (const key of keys) this.#seen.set(key, line)
    return undefined
  }
}

/** Texts of which two duplicates share one: the rules of contact_candidates. */
const identitiesOf = (systemTypeId: 1 | 2, draft: ImportRow['draft']): string[] => {
  const emails = draft.infos.flatMap((info) => (info.kind === 'email' && info.value ? [info.value.key] : []))
  const contact = { ...blankContact(systemTypeId, 8), ...draft.entered, system_type_id: systemTypeId }
  const { firstNameKey, lastNameKey, organizationNameKey, emailKeys } = identityOf(contact, emails)
  if (systemTypeId === 1) {
    if (!firstNameKey || !lastNameKey) return []
    return emailKeys.map((email) => `person|${firstNameKey}|${lastNameKey}|${email}`)
  }
  return [
    ...(organizationNameKey ? [`name|${organizationNameKey}`] : []),
    ...emailKeys.map((email) => `email|${email}`),
  ]
}
