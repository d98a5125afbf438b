import type { DriverTransaction } from '#kernel/tenancy/driver-transaction'
import type { Scope } from '#kernel/tenancy/scope'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { ContactDraft, ContactRecords } from '../records/records.model.ts'
import { lockContacts, readRecords } from '../records/records.queries.ts'
import { prepareSave, runSave } from '../records/records.service.ts'
import { faultsOf, type SavedOrFaults } from './imports.service.ts'
import { adaptDraft, type ClearedParts } from './updates.model.ts'

/** A change of an existing contact by an import. */
export interface ContactUpdate {
  contactId: number
  systemTypeId: 1 | 2
  /** Read like that of a new contact: only what the file has, without ids. */
  draft: ContactDraft
  cleared: ClearedParts
}

/**
 * Changes contacts by the rules of every save: one after the other, because a change can refresh the rows of others.
 * Returns the result of each, in order.
 */
export const updateContacts = async (
  scope: Scope,
  tx: DriverTransaction,
  updates: readonly ContactUpdate[],
): Promise<SavedOrFaults[]> => {
  if (updates.length === 0) return []
  const ids = [...new Set(updates.map(({ contactId }) => contactId))].sort((a, b) => a - b)
  const [, found] = await Promise.all([lockContacts(tx, scope, ids), readRecords(tx, scope, ids)])
  const records = new Map(found.map((one) => [one.id, one]))
  const results: SavedOrFaults[] = []
  for (const update of updates) {
    const before = records.get(update.contactId)
    if (!before) results.push({ faults: [{ message: 'the contact does not exist' }] })
    else results.push(await saveOne(scope, tx, update, before))
  }
  return results
}

// A save that is refused has written nothing.
const saveOne = async (
  scope: Scope,
  tx: DriverTransaction,
  { contactId, systemTypeId, draft, cleared }: ContactUpdate,
  before: ContactRecords,
): Promise<SavedOrFaults> => {
  try {
    const adapted = adaptDraft(draft, cleared, before)
    const save = await prepareSave(scope, { systemTypeId, contactId, draft: adapted }, tx)
    const finish = (last: readonly Sql[]) => Promise.all(last.map((one) => tx.rows(one)))
    const { auditId } = await runSave(scope, { tx, finish }, save)
    return { contactId, isChanged: auditId !== before.auditId }
  } catch (error) {
    return { faults: faultsOf(error) }
  }
}
