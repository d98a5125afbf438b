import { REGISTRATION_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { addCustomFields } from '#areas/people/custom-fields/values/values.queries'
import { planRecordValues, type ValuePlan } from '#areas/people/custom-fields/values/values.service'
import type { EventRegistrationChangeInput } from '#contract/events/registrations'
import type { List } from '#kernel/listing/list-response'
import type { ListInput } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventRegistration } from '#prisma/client'
import { hasListedValueSql } from './registrations.sql.ts'

/**
 * Plans the values that a save of staff sends for a registration. Questions that its event requires must have a value.
 *
 * @throws 400 or 422 unknown-reference naming each fault, 422 required-field.
 */
export const planRegistrationValues = (
  scope: Scope,
  tx: Transaction,
  { id, eventId, typeId }: EventRegistration,
  items: EventRegistrationChangeInput['CustomFields'],
): Promise<ValuePlan> => {
  const owner = { objectTypes: REGISTRATION_OBJECT_TYPES, objectId: id, registration: { eventId, typeId } }
  return planRecordValues(scope, tx, owner, items ?? undefined)
}

/** Adds the custom fields of registrations to a list of them if a request uses any. @param eventId of a list for one event. */
export const withRegistrationFields = async (
  { db }: Scope,
  list: List,
  input: ListInput,
  eventId?: number,
): Promise<List> => {
  const within = hasListedValueSql(eventId)
  return { ...list, listing: await addCustomFields(db, list.listing, input, REGISTRATION_OBJECT_TYPES, within) }
}
