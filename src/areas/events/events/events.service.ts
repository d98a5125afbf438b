import { EVENT_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { deleteValues, planRecordValues, saveValues } from '#areas/people/custom-fields/values/values.service'
import { showEvent } from '#areas/work/calendars/items/event-items.service'
import type { EventDetailsInput } from '#contract/events/events'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Event, Prisma } from '#prisma/client'
import { cleanEvent, type EventData, parseEvent } from './events.input.ts'
import { eventKind, readEvent } from './events.queries.ts'
import { describeParts } from './parts/part-changes.model.ts'
import { listParts, type Parts } from './parts/parts.queries.ts'
import { type PartPlans, parseParts, saveParts } from './parts/parts.service.ts'
import { requireReferences } from './references.service.ts'

/**
 * Does what a change of an event requires elsewhere, such as mails to its participants. It is called in the transaction of the
 * change, in which the event is locked and saved.
 */
export type EventFollower = (scope: Scope, tx: Transaction, before: Event, saved: Event) => Promise<void>

export const eventFollowers = register<EventFollower>('followers of events')

/**
 * Creates an event (id 0) or changes one, with its parts, its custom fields and its item in the calendar.
 *
 * @throws 400; 404; 409 stale-audit-id; 412; 422 name-needed, unknown-reference, required-field, event-rule, too-many.
 */
export const saveEvent = async (
  scope: Scope,
  id: number,
  sent: EventDetailsInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> => {
  const input = await cleanEvent(scope, sent)
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const current = await lockForSave(scope, tx, eventKind, id, expected, 'no key update')
    const before = await listParts(tx, tenantId, id)
    const { data, plans } = parseAll(scope, input, current, before)
    await requireStatus(tx, current, data)
    await requireReferences(scope, tx, { data, current, plans, before })
    const owner = { objectTypes: EVENT_OBJECT_TYPES, objectId: id }
    const values = await planRecordValues(scope, tx, owner, input.CustomFields)
    const saved = current
      ? await tx.event.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.event.create({ data: { ...data, tenantId, createdAt: scope.clock.now() } })
    await saveValues(tx, tenantId, [{ objectId: saved.id, plan: values }])
    await saveParts(scope, tx, saved.id, plans)
    await showEvent(scope, tx, saved)
    if (current) for (const follow of eventFollowers.entries()) await follow(scope, tx, current, saved)
    await record(scope, tx, saved, current ? 'updated' : 'created', {
      ...describeParts(before, plans),
      ...values.changes,
    })
    return readEvent(scope, saved.id, tx)
  })
}

/** Cancels an event: its calendar shows that. The caller has locked it. One that is cancelled already stays unchanged. */
export const markCancelled = async (scope: Scope, tx: Transaction, event: Event): Promise<void> => {
  if (event.status === 'Cancelled') return
  const { tenantId, id } = event
  const data = { status: 'Cancelled', ...NEXT_VERSION }
  const saved = await tx.event.update({ where: { tenantId_id: { tenantId, id } }, data })
  await showEvent(scope, tx, saved)
  await record(scope, tx, saved, 'updated')
}

/** A cancelled event stays cancelled, because its people have the mail. @throws 422 event-rule. */
const requireStatus = async (tx: Transaction, current: Event | null, { status }: EventData): Promise<void> => {
  if (current?.status !== 'Cancelled' || status === 'Cancelled') return
  const { tenantId, id: eventId } = current
  if (!(await tx.eventCancellation.findFirst({ where: { tenantId, eventId } }))) return
  const fault = { pointer: '/Status', message: 'must stay Cancelled: the registrations were cancelled' }
  throw ruleRefused('event-rule', 'The event breaks rules.', [fault])
}

/** Deletes an event with its parts and its item in the calendar. @throws 404; 409 in-use; 412. */
export const deleteEvent = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const event = await lockRecord(scope, tx, eventKind, id, expected)
    await requireUnused(scope, tx, eventKind, event)
    await showEvent(scope, tx, { ...event, status: 'Draft' })
    await tx.eventCancellation.deleteMany({ where: { tenantId: event.tenantId, eventId: id } })
    await deleteValues(tx, event.tenantId, EVENT_OBJECT_TYPES, id)
    await tx.event.delete({ where: { tenantId_id: { tenantId: event.tenantId, id } } })
    await record(scope, tx, nextVersionOf(event), 'deleted')
  })

/** Parses a request, and reports everything that breaks a rule at once. */
const parseAll = (scope: Scope, input: EventDetailsInput, current: Event | null, before: Parts) => {
  const faults: FieldFault[] = []
  const data = parseEvent(scope, input, current, faults)
  const plans = parseParts(input, before, faults)
  if (data.status === 'Published') checkPublished(data, plans, before, faults)
  if (faults.length > 0) throw ruleRefused('event-rule', 'The event breaks rules.', faults)
  return { data, plans }
}

/** A published event has something that a person can register for, and ways to pay for it. */
const checkPublished = (data: EventData, plans: PartPlans, before: Parts, faults: FieldFault[]): void => {
  const types = plans.types?.kept.map((part) => part.data) ?? before.types
  const offered = types.filter(({ isActive }) => isActive)
  if (offered.length === 0)
    faults.push({ pointer: '/Status', message: 'can be Published only with an active registration type' })
  if (data.paymentKinds.length === 0 && offered.some(({ price }) => Number(price) > 0))
    faults.push({ pointer: '/PaymentKinds', message: 'must not be empty if a registration type has a price' })
}

const record = (
  scope: Scope,
  tx: Transaction,
  event: Event,
  action: ChangeAction,
  changes: Prisma.InputJsonObject = {},
): Promise<void> => {
  const payload = { name: event.name, status: event.status, startsAt: event.startsAt.toISOString() }
  return recordChange(scope, tx, changeOf(eventKind, event, action, { changes, payload }))
}
