import { findMissingReferences } from '#areas/people/custom-fields/values/values.queries'
import { saveValues, type ValuePlan } from '#areas/people/custom-fields/values/values.service'
import type { DuplicateCandidate } from '#contract/people/contacts-saving'
import { Problem } from '#kernel/errors/problem'
import { uploaderOf } from '#kernel/files/file-owner'
import type { DriverTransaction } from '#kernel/tenancy/driver-transaction'
import type { Scope } from '#kernel/tenancy/scope'
import { getDerivationFacts } from '../records/contact-rows.service.ts'
import type { ContactDraft } from '../records/drafts.model.ts'
import { NewIds, takeIdsOfMany } from '../records/new-ids.queries.ts'
import { creationSql } from '../records/records.service.ts'

/** A contact to create, which references no other record. */
export interface NewContact {
  systemTypeId: 1 | 2
  draft: ContactDraft
  values: ValuePlan
}

/** Why a contact was not saved: what is wrong, and what it concerns. */
export interface SaveFault {
  message: string
  detail?: string
}

/** The id of a contact that was saved, or why it was not. */
export type SavedOrFaults = { contactId: number; isChanged: boolean } | { faults: SaveFault[] }

/**
 * Creates contacts by the rules of every save, with history, events and values. Refuses possible duplicates, also of
 * each other, unless a draft has forceSave. Returns the result of each, in order.
 */
export const createContacts = async (
  scope: Scope,
  tx: DriverTransaction,
  contacts: readonly NewContact[],
): Promise<SavedOrFaults[]> => {
  const missing = await findMissing(scope, tx, contacts)
  const facts = await getDerivationFacts(scope, tx)
  const ids = await takeIdsOfMany(
    tx,
    scope.db.tenantId,
    contacts.map(({ draft }) => draft),
  )
  // Sent without waiting in between: each statement sees what the earlier ones have written.
  const sent = contacts.map((contact, at) => {
    const field = missing.get(at)
    if (field !== undefined) return { faults: [{ message: `${field} does not reference an existing record` }] }
    try {
      const save = { ...contact, contactId: 0, facts, ids: ids[at] ?? new NewIds({}) }
      const { contactId, sql } = creationSql(scope, save)
      return { contactId, written: tx.rows<{ candidates: DuplicateCandidate[] | null }>(sql) }
    } catch (error) {
      return { faults: faultsOf(error) }
    }
  })
  const results: SavedOrFaults[] = []
  for (const one of sent) {
    if (one.faults) results.push({ faults: one.faults })
    else {
      const [best] = (await one.written)[0]?.candidates ?? []
      results.push(best ? { faults: [duplicateOf(best)] } : { contactId: one.contactId, isChanged: true })
    }
  }
  const created = results.flatMap((result, at) => {
    const plan = contacts[at]?.values
    return 'contactId' in result && plan ? [{ objectId: result.contactId, plan }] : []
  })
  await saveValues(tx, scope.db.tenantId, created)
  return results
}

export const duplicateOf = ({ ContactId, Name }: Pick<DuplicateCandidate, 'ContactId' | 'Name'>): SaveFault => ({
  message: 'may be the same as an existing contact',
  detail: `contact ${ContactId} (${Name})`,
})

/** Returns what a rule of a save says. @throws what is no problem of the input. */
export const faultsOf = (error: unknown): SaveFault[] => {
  if (!(error instanceof Problem) || error.status >= 500) throw error
  if (error.code === 'possible-duplicate') {
    const [best] = (error.extensions?.candidates ?? []) as DuplicateCandidate[]
    return [best ? duplicateOf(best) : { message: 'may be the same as an existing contact' }]
  }
  if (error.errors.length === 0) return [{ message: error.message }]
  return error.errors.map(({ pointer, message }) => ({ message: `${pointer.slice(1)} ${message}`.trim() }))
}

/** Finds the contacts whose custom fields reference records that do not exist, each with the name of one such field. */
const findMissing = async (
  scope: Scope,
  tx: DriverTransaction,
  contacts: readonly NewContact[],
): Promise<Map<number, string>> => {
  const references = contacts.flatMap(({ values }, at) => values.references.map((reference) => ({ ...reference, at })))
  const missing = await findMissingReferences(tx, scope.db.tenantId, references, uploaderOf(scope))
  return new Map(missing.map(({ at, name }) => [at, name]))
}
