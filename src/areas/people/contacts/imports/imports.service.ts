import { findMissingReferences } from '#areas/people/custom-fields/values/values.queries'
import { saveValues, type ValuePlan } from '#areas/people/custom-fields/values/values.service'
import type { DuplicateCandidate } from '#contract/people/contacts-saving'
import { Problem } from '#kernel/errors/problem'
import { changeValues } from '#kernel/records/change-sql'
import type { DriverTransaction } from '#kernel/tenancy/driver-transaction'
import type { Scope } from '#kernel/tenancy/scope'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { uploaderOf } from '#services/files/file-owner'
import { canMatch, identityOfRecords, matchTexts } from '../duplicates/duplicates.model.ts'
import { candidatesOfManySql, insertContactsSql, type StoredCandidate } from '../records/bulk-inserts.sql.ts'
import { getDerivationFacts } from '../records/contact-rows.service.ts'
import { deriveDisplayName } from '../records/derivation.model.ts'
import { NewIds, takeIdsOfMany } from '../records/new-ids.queries.ts'
import type { ContactDraft } from '../records/records.model.ts'
import { type PlannedContact, planCreation, prepareSave, runSave } from '../records/records.service.ts'

/** A contact to create, which references no other record. */
export interface NewContact {
  systemTypeId: 1 | 2
  draft: ContactDraft
  values: ValuePlan
}

/** The reason why a contact was not saved: what is wrong, and what it concerns. */
export interface SaveFault {
  message: string
  detail?: string
}

/** The id of a contact that was saved, or why it was not. */
export type SavedOrFaults = { contactId: number; isChanged: boolean } | { faults: SaveFault[] }

/**
 * Creates contacts by the rules of every save, with history, events and values: in a few statements, except for those with
 * roles. Refuses possible duplicates, also of each other, unless a draft has forceSave. Returns the result of each, in order.
 */
export const createContacts = async (
  scope: Scope,
  tx: DriverTransaction,
  contacts: readonly NewContact[],
): Promise<SavedOrFaults[]> => {
  const results = new Map<number, SavedOrFaults>()
  const refuse = (at: number, faults: SaveFault[]) => results.set(at, { faults })
  for (const [at, field] of await findMissing(scope, tx, contacts))
    refuse(at, [{ message: `${field} does not reference an existing record` }])
  const plain = contacts.flatMap((contact, at) =>
    results.has(at) || contact.draft.roles.length > 0 ? [] : [{ contact, at }],
  )
  const planned = await planContacts(scope, tx, plain, refuse)
  for (const { at, plan } of await insertContacts(scope, tx, planned, refuse))
    results.set(at, { contactId: plan.after.id, isChanged: true })
  for (const [at, contact] of contacts.entries())
    if (!results.has(at)) results.set(at, await createOne(scope, tx, contact))
  const written = contacts.flatMap(({ values, draft }, at) => {
    const result = results.get(at)
    return result && 'contactId' in result && draft.roles.length === 0
      ? [{ objectId: result.contactId, plan: values }]
      : []
  })
  await saveValues(tx, scope.db.tenantId, written)
  return contacts.map((_, at) => results.get(at) ?? { faults: [] })
}

type Refuse = (at: number, faults: SaveFault[]) => void

/** A planned contact with its position in the list. */
interface PlacedContact extends PlannedContact {
  at: number
  isForced: boolean
}

const planContacts = async (
  scope: Scope,
  tx: DriverTransaction,
  placed: readonly { contact: NewContact; at: number }[],
  refuse: Refuse,
): Promise<PlacedContact[]> => {
  if (placed.length === 0) return []
  const facts = await getDerivationFacts(scope, tx)
  const drafts = placed.map(({ contact }) => contact.draft)
  const ids = await takeIdsOfMany(tx, scope.db.tenantId, drafts)
  return placed.flatMap(({ contact, at }, index) => {
    try {
      const save = { ...contact, contactId: 0, facts, ids: ids[index] ?? new NewIds({}) }
      return [{ ...planCreation(save), at, isForced: contact.draft.forceSave }]
    } catch (error) {
      refuse(at, faultsOf(error))
      return []
    }
  })
}

/** Inserts the contacts that are no duplicates, and returns them. */
const insertContacts = async (
  scope: Scope,
  tx: DriverTransaction,
  planned: readonly PlacedContact[],
  refuse: Refuse,
): Promise<PlacedContact[]> => {
  const compared = planned.filter(({ isForced }) => !isForced)
  const query = candidatesOfManySql(
    scope.db.tenantId,
    compared.map(({ plan }) => plan),
  )
  const stored = new Map((query ? await tx.rows<StoredCandidate>(query) : []).map((one) => [one.at, one]))
  const candidates = new Map(compared.map((one, at) => [one, stored.get(at)]))
  const earlier = new Map<string, PlacedContact>()
  const kept = planned.filter((one) => {
    const texts = one.isForced ? [] : textsOf(one)
    const twin = texts.map((text) => earlier.get(text)).find((found) => found !== undefined)
    const best = candidates.get(one) ?? (twin && { ContactId: twin.plan.after.id, Name: nameOf(twin) })
    if (best) refuse(one.at, [duplicateOf(best)])
    // Forced rows are compared with, as stored contacts are.
    else for (const text of textsOf(one)) earlier.set(text, one)
    return !best
  })
  if (kept.length === 0) return []
  const change = changeValues(
    scope,
    kept.map(({ history }) => history),
  )
  const plans = kept.map(({ plan }) => plan)
  await tx.rows(insertContactsSql(plans, await getDerivationFacts(scope, tx), change))
  return kept
}

const textsOf = ({ plan }: PlacedContact): string[] => {
  const identity = identityOfRecords(plan.after)
  return canMatch(identity) ? matchTexts(identity) : []
}

const nameOf = ({ plan }: PlacedContact): string => deriveDisplayName(plan.after.entered)

/** Creates a contact that references others, by the sequence of a save of its own. */
const createOne = async (scope: Scope, tx: DriverTransaction, contact: NewContact): Promise<SavedOrFaults> => {
  try {
    const save = await prepareSave(scope, { ...contact, contactId: 0 }, tx)
    const finish = (last: readonly Sql[]) => Promise.all(last.map((one) => tx.rows(one)))
    const { contactId, candidates } = await runSave(scope, { tx, finish }, save)
    const [best] = candidates
    return best ? { faults: [duplicateOf(best)] } : { contactId, isChanged: true }
  } catch (error) {
    return { faults: faultsOf(error) }
  }
}

const duplicateOf = ({ ContactId, Name }: Pick<DuplicateCandidate, 'ContactId' | 'Name'>): SaveFault => ({
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
