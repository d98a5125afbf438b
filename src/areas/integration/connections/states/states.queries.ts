import type { ContactRecords } from '#areas/people/contacts/records/records.model'
import { readRecords } from '#areas/people/contacts/records/records.queries'
import { DATA_TYPE, hasChoices } from '#areas/people/custom-fields/custom-fields.model'
import type { Field } from '#areas/people/custom-fields/values/field.model'
import { contactFieldTypes, type FieldSet, getFieldSet } from '#areas/people/custom-fields/values/fields.queries'
import { printValue } from '#areas/people/custom-fields/values/stored-values.model'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { feedOf, fieldsOf, type Mapping, partsOf } from '../mappings/mappings.model.ts'
import { chapterMembersSql, eligibleSql, type Selection, sentMembershipsSql } from '../outgoing/outgoing.sql.ts'
import { type ContactState, type MembershipState, stateParts, type ValueState } from './states.model.ts'

/** What decides the states of contacts. */
export interface StateContext extends Selection {
  /** The chapters whose contacts the target can edit. */
  editableChapterIds: readonly number[]
}

/** Reads the current states of contacts for a target, by id. A contact that does not exist has none. */
export const readStates = async (
  scope: Scope,
  tx: Transaction,
  context: StateContext,
  ids: readonly number[],
): Promise<ContactState[]> => {
  const { mapping } = context
  const records = await readRecords(tx, scope, ids)
  const active = await listIds(tx, eligibleSql(context, ids))
  const editable = await listIds(tx, chapterMembersSql(context.tenantId, context.editableChapterIds, ids))
  const memberships = mapping.memberships ? await readMemberships(tx, context, ids) : null
  const states: ContactState[] = []
  for (const record of records) {
    const { id: contactId, entered } = record
    const isActive = active.has(contactId)
    const base = { contactId, systemTypeId: entered.system_type_id, isActive, isEditable: editable.has(contactId) }
    const own = memberships && (memberships.get(contactId) ?? [])
    states.push({ ...base, ...(await partsOfContact(scope, tx, mapping, record, isActive)), memberships: own })
  }
  return states
}

const listIds = async (tx: Transaction, sql: Parameters<Transaction['rows']>[0]): Promise<ReadonlySet<number>> =>
  new Set((await tx.rows<{ id: number }>(sql)).map(({ id }) => id))

/** Of a contact that is no longer synchronized, nothing crosses but the end of its memberships. */
const partsOfContact = async (
  scope: Scope,
  tx: Transaction,
  mapping: Mapping,
  records: ContactRecords,
  isActive: boolean,
): Promise<Pick<ContactState, 'names' | 'infos' | 'addresses' | 'values'>> => {
  if (!isActive) return { names: null, infos: null, addresses: null, values: null }
  const type = records.entered.system_type_id
  return {
    ...stateParts(records, partsOf(mapping, type)),
    values: await readValues(scope, tx, mapping, records.id, type),
  }
}

const readValues = async (
  { db }: Scope,
  tx: Transaction,
  mapping: Mapping,
  contactId: number,
  systemTypeId: 1 | 2,
): Promise<ValueState[] | null> => {
  if (!partsOf(mapping, systemTypeId).customFields) return null
  const mapped = fieldsOf(mapping, systemTypeId)
  if (mapped.length === 0) return []
  const set = await getFieldSet(tx, db.tenantId, { objectTypes: contactFieldTypes(systemTypeId), objectId: contactId })
  return mapped.flatMap(({ sourceId }) => {
    const field = set.fields.find(({ id }) => id === sourceId)
    return field && isShared(field) ? [stateOfValue(field, set)] : []
  })
}

/** Whether the values mean the same in every tenant. */
const isShared = ({ dataTypeId, externalDataSource }: Field): boolean =>
  dataTypeId !== DATA_TYPE.file && dataTypeId !== DATA_TYPE.contact && externalDataSource === null

const stateOfValue = (field: Field, { current }: FieldSet): ValueState => {
  const rows = current.filter(({ fieldId }) => fieldId === field.id)
  if (!hasChoices(field.dataTypeId)) return { fieldId: field.id, text: printValue(field, rows), choices: null }
  const names = rows.flatMap(({ refId }) => field.choices.find(({ id }) => id === refId)?.name ?? [])
  return { fieldId: field.id, text: null, choices: names }
}

type SentMembership = MembershipState & { contactId: number }

const readMemberships = async (
  tx: Transaction,
  { tenantId, mapping }: Selection,
  ids: readonly number[],
): Promise<Map<number, MembershipState[]>> => {
  const typeIds = [...new Set(mapping.feeds.map(({ sourceTypeId }) => sourceTypeId))]
  const rows = await tx.rows<SentMembership>(sentMembershipsSql(tenantId, ids, typeIds))
  const found = new Map<number, MembershipState[]>()
  for (const { contactId, ...membership } of rows) {
    if (!feedOf(mapping, membership)) continue
    found.set(contactId, [...(found.get(contactId) ?? []), membership])
  }
  return found
}
