import { createBuiltInFields } from '#areas/people/custom-fields/built-in-fields.service'
import type { FieldSet } from '#areas/people/custom-fields/values/fields.queries'
import { planValues, type ValueInput, type ValuePlan } from '#areas/people/custom-fields/values/values.service'
import { InputFaults } from '#kernel/errors/input-faults'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { todayOf } from '#kernel/time/day'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { findCountries } from '../contacts.queries.ts'
import { identityOf } from '../duplicates/duplicates.model.ts'
import { findCandidates } from '../duplicates/duplicates.service.ts'
import { type ContactDraft, type ContactRecords, makeBlankRecords } from '../records/records.model.ts'
import { lockContacts, readRecords } from '../records/records.queries.ts'
import { prepareSave, runSave } from '../records/records.service.ts'
import { matchPerson } from '../unmatched/unmatched.service.ts'
import { replacePointers } from './synced-context.model.ts'
import { draftOfSynced, type SyncedChanges, type SyncedContext } from './synced-draft.model.ts'
import { CUSTOM_FIELDS } from './synced-fields.model.ts'
import { findParents, readValues } from './synced-fields.queries.ts'
import { isCount, makeStorage, type SyncedCustomField, storageOf } from './synced-values.model.ts'

export type { SyncedChanges }

export interface SyncedSave {
  /** 0 creates. */
  contactId: number
  systemTypeId: 1 | 2
  nationalId: number
  changes: SyncedChanges
  /** The organization to belong to; null: to none of the national body; undefined changes nothing. */
  parentId: number | null | undefined
  /** Begins the pointers of errors. */
  pointer: string
}

/**
 * Sets the synced fields of a contact by the rules of every save, without a look for duplicates. Requires no custom field that
 * the tenant requires: the national body does not know them.
 *
 * @returns the contact, and its version after the save.
 * @throws 400 naming each value that a contact cannot have; 404; 422 relationship-cycle, too-many.
 */
export const saveSyncedContact = async (
  scope: Scope,
  tx: Transaction,
  save: SyncedSave,
): Promise<{ contactId: number; auditId: number }> => {
  const { contactId, systemTypeId, nationalId } = save
  const records = await recordsOf(scope, tx, save)
  const faults = new InputFaults()
  const draft = draftOfSynced(records, save.changes, await contextOf(scope, tx, save, faults), save.parentId)
  const values = await planCustomFields(scope, tx, records, save, faults)
  faults.refuse()
  const named: ContactDraft = { ...draft, entered: { ...draft.entered, national_id: nationalId } }
  const prepared = await prepareSave(scope, { systemTypeId, contactId, draft: named, values }, tx)
  const finish = (last: readonly Sql[]) => Promise.all(last.map((statement) => tx.rows<object>(statement)))
  try {
    return await runSave(scope, { tx, finish }, prepared)
  } catch (error) {
    const sent = [...Object.keys(save.changes), ...(save.parentId === undefined ? [] : ['ParentNationalId'])]
    throw save.pointer === '' ? error : replacePointers(error, save.pointer, sent)
  }
}

/** Checks the values of a contact that does not exist yet. @throws 400 naming each value that a contact cannot have. */
export const checkSyncedFields = async (scope: Scope, tx: Transaction, save: SyncedSave): Promise<void> => {
  const faults = new InputFaults()
  draftOfSynced(
    makeBlankRecords(0, save.systemTypeId),
    save.changes,
    await contextOf(scope, tx, save, faults),
    undefined,
  )
  faults.refuse()
}

const recordsOf = async (
  scope: Scope,
  tx: Transaction,
  { contactId, systemTypeId }: Pick<SyncedSave, 'contactId' | 'systemTypeId'>,
): Promise<ContactRecords> => {
  const [records] = contactId > 0 ? await readRecords(tx, scope, [contactId]) : []
  return records ?? makeBlankRecords(0, systemTypeId)
}

const contextOf = async (
  scope: Scope,
  tx: Transaction,
  { contactId, pointer }: SyncedSave,
  faults: InputFaults,
): Promise<SyncedContext> => {
  const countries = await findCountries(tx)
  const parents = contactId > 0 ? await findParents(scope, tx, contactId) : new Map()
  return {
    pointer,
    countries,
    faults,
    homeCountry: countries.get(scope.tenant.countryId)?.alpha2,
    today: todayOf(scope),
    nationalParents: new Set([...parents.values()].filter(({ nationalId }) => nationalId !== null).map(({ id }) => id)),
  }
}

/** Plans the values of built-in custom fields. Creates fields that first get a value. A field that is archived gets none. */
const planCustomFields = async (
  scope: Scope,
  tx: Transaction,
  records: ContactRecords,
  { changes, pointer, systemTypeId }: SyncedSave,
  faults: InputFaults,
): Promise<ValuePlan> => {
  const sent = CUSTOM_FIELDS.filter(
    ({ field, objectTypeId }) => changes[field] !== undefined && [1, systemTypeId + 1].includes(objectTypeId),
  )
  const set = await fieldsFor(
    scope,
    tx,
    records,
    sent.filter(({ field }) => changes[field]),
  )
  const inputs = sent.flatMap((synced): ValueInput[] => {
    const { field } = synced
    const fieldId = storageOf(set.fields, synced)?.id
    const text = changes[field]?.trim() || null
    if (fieldId === undefined || (field === 'NumberOfEmployees' && !isCount(text))) return []
    return [{ pointer: `${pointer}/${field}`, fieldId, name: undefined, text }]
  })
  return planValues(set, inputs, {
    malformed: (at, message) => faults.malformed(at.replace(/\/Value$/, ''), withoutName(message)),
    unknownReference: (at, message) => faults.unknownReference(at.replace(/\/Value$/, ''), withoutName(message)),
  })
}

// The pointer contains the name of the field already.
const withoutName = (message: string): string => message.slice(message.indexOf(' ') + 1)

const fieldsFor = async (
  scope: Scope,
  tx: Transaction,
  records: ContactRecords,
  needed: readonly SyncedCustomField[],
): Promise<FieldSet> => {
  const set = await readValues(scope, tx, records)
  const missing = needed.filter((synced) => !storageOf(set.fields, synced))
  if (missing.length === 0) return set
  await createBuiltInFields(
    scope,
    tx,
    missing.map((synced) => makeStorage(set.fields, synced)),
  )
  // Another transaction can have created the fields before the lock was acquired.
  return readValues(scope, tx, records)
}

/**
 * Finds the contact that a new one would duplicate by the rules of contacts, and puts it in lists: the best one without a number
 * at the national body. Returns null if there is none.
 */
export const findSameContact = async (scope: Scope, tx: Transaction, save: SyncedSave): Promise<number | null> => {
  const records = makeBlankRecords(0, save.systemTypeId)
  const context = await contextOf(scope, tx, save, new InputFaults())
  const { entered, infos } = draftOfSynced(records, save.changes, context, undefined)
  const keys = infos.flatMap((info) => (info.kind === 'email' && info.row.address_key ? [info.row.address_key] : []))
  const identity = identityOf({ ...records.entered, ...entered }, keys)
  const candidates = await findCandidates(tx, scope, identity, { except: 0, wait: true })
  const ids = candidates.map(({ ContactId }) => ContactId)
  const locked = await lockContacts(tx, scope, ids)
  const found = await readRecords(tx, scope, ids)
  const free = ids.find((id) =>
    found.some((one) => one.id === id && !one.isDeleted && one.entered.national_id === null),
  )
  if (free === undefined) return null
  const person = locked.find(({ id, isUnmatched }) => id === free && isUnmatched)
  if (person) await matchPerson(scope, tx, person, null)
  return free
}
