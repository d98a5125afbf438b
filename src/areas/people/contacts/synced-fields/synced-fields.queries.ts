import { type FieldSet, getFieldSet, listContactFieldTypes } from '#areas/people/custom-fields/values/fields.queries'
import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { getDerivationFacts } from '../records/contact-rows.service.ts'
import type { ContactRecords } from '../records/records.model.ts'
import { readRecords } from '../records/records.queries.ts'
import { deriveEditTimes, type EditableField, type HistoryEdit } from './synced-edits.model.ts'
import {
  makeSyncedContact,
  PHONE_FIELDS,
  SETTABLE_FIELDS,
  type SyncedContact,
  type SyncedParent,
} from './synced-fields.model.ts'
import {
  changedNationalSql,
  contactEditsSql,
  nationalPeopleSql,
  type ParentRow,
  parentsSql,
} from './synced-fields.sql.ts'
import { valuesOf } from './synced-values.model.ts'

export type { SyncedContact }
export { PHONE_FIELDS, SETTABLE_FIELDS }

/** Reads a contact as the association sync sees it, deleted ones included; null if it does not exist. */
export const readSyncedContact = async (
  scope: Scope,
  runner: SqlRunner,
  contactId: number,
): Promise<SyncedContact | null> => {
  const [records] = await readRecords(runner, scope, [contactId])
  if (!records) return null
  const parents = await findParents(scope, runner, contactId)
  const facts = await getDerivationFacts(scope, runner)
  const fields = await readValues(scope, runner, records)
  return makeSyncedContact(records, { ...facts, parents, values: valuesOf(fields) })
}

/**
 * Finds when each synced field of a contact was last edited since a version.
 *
 * @param before what the contact was at this version.
 */
export const findEditTimes = async (
  { db }: Scope,
  runner: SqlRunner,
  { contactId, afterVersion }: { contactId: number; afterVersion: number },
  before: SyncedContact | null,
  after: SyncedContact | null,
): Promise<ReadonlyMap<EditableField, Date>> => {
  const edits = await runner.rows<HistoryEdit>(contactEditsSql(db.tenantId, contactId, afterVersion))
  return deriveEditTimes(edits, before, after)
}

/** Reads the custom fields of a contact with its values. */
export const readValues = (
  { db }: Scope,
  runner: SqlRunner,
  { id, auditId, entered }: Pick<ContactRecords, 'id' | 'auditId' | 'entered'>,
): Promise<FieldSet> =>
  getFieldSet(runner, db.tenantId, {
    objectTypes: listContactFieldTypes(entered.system_type_id),
    objectId: auditId === 0 ? 0 : id,
  })

/** Returns the organizations that a contact belongs to, by id. */
export const findParents = async (
  { db }: Scope,
  runner: SqlRunner,
  contactId: number,
): Promise<ReadonlyMap<number, SyncedParent>> => {
  const rows = await runner.rows<ParentRow>(parentsSql(db.tenantId, [contactId]))
  return new Map(rows.map(({ id, name, nationalId }) => [id, { id, name, nationalId }]))
}

/** Lists contacts with a number at the national body that changed since a time, in the order of their ids. */
export const listChangedNational = async (
  { db }: Scope,
  since: Date,
  after: number,
  take: number,
): Promise<number[]> => {
  const rows = await db.rows<{ id: number }>(changedNationalSql(db.tenantId, since, after, take))
  return rows.map(({ id }) => id)
}

/** Lists the people of an organization that have a number at the national body, in the order of their ids. */
export const listPeopleOf = async (
  { db }: Scope,
  organizationId: number,
  after: number,
  take: number,
): Promise<number[]> => {
  const rows = await db.rows<{ id: number }>(nationalPeopleSql(db.tenantId, organizationId, after, take))
  return rows.map(({ id }) => id)
}
