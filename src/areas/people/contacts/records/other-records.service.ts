import { saveValues, type ValuePlan } from '#areas/people/custom-fields/values/values.service'
import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Change } from '#kernel/records/change'
import { changeOf } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import { chapterEntries } from '../contact-followers.service.ts'
import { contactKind } from '../contacts.queries.ts'
import { refreshContactRows } from './contact-rows.service.ts'
import { type ContactPlan, findChangedAddresses, isNew, neighborsOf } from './plan.model.ts'
import { removeUnusedAddressesSql, setPrimaryContactsSql, usersOfAddressesSql } from './record-writes.sql.ts'

/** Writes what a save changes outside of the contact's own records. Returns the changes of other contacts. */
export const writeOthers = async (
  scope: Scope,
  tx: SqlRunner,
  plan: ContactPlan,
  values: ValuePlan,
): Promise<Change[]> => {
  const { tenantId } = scope.db
  const { id } = plan.after
  await saveValues(tx, tenantId, [{ objectId: id, plan: values }])
  const others = await setPrimaryContacts(scope, tx, plan.primaryContactOf)
  const { released } = findChangedAddresses(plan)
  if (released.length > 0) await tx.rows(removeUnusedAddressesSql(tenantId, released))
  // The contact that a limited caller creates is in the caller's first chapter, hence in its group and directory.
  const chapterId = isNew(plan) ? scope.chapters?.editable[0] : undefined
  if (chapterId !== undefined)
    for (const enter of chapterEntries.entries()) await enter(scope, tx, { contactId: id, chapterId })
  return others
}

/** Sets the primary contacts of organizations, each a new version of the organization. Returns the changes to record. */
const setPrimaryContacts = async (
  { db }: Scope,
  tx: SqlRunner,
  planned: ContactPlan['primaryContactOf'],
): Promise<Change[]> => {
  if (planned.length === 0) return []
  const query = setPrimaryContactsSql(db.tenantId, planned)
  const written = await tx.rows<{ id: number; auditId: number; primaryContactId: number | null }>(query)
  return written.map((row) => {
    const changes = { PrimaryContactId: { new: row.primaryContactId } }
    const payload = { contactId: row.id, systemContactTypeId: 2, fields: Object.keys(changes) }
    return changeOf(contactKind, row, 'updated', { changes, payload })
  })
}

/** Refreshes the rows that a save affects. A new contact's own row is complete already. */
export const refreshAround = async (scope: Scope, tx: SqlRunner, plan: ContactPlan): Promise<void> => {
  const { changed } = findChangedAddresses(plan)
  const users = changed.length > 0 ? await tx.rows<{ id: number }>(usersOfAddressesSql(scope.db.tenantId, changed)) : []
  const others = [...neighborsOf(plan), ...users.map(({ id }) => id)].filter((id) => id !== plan.after.id)
  await refreshContactRows(scope, tx, isNew(plan) ? [] : [plan.after.id], others)
}
