import { lockEvent } from '#areas/events/events/events.queries'
import type { SubmittedOrder } from '#areas/events/registrations/orders/order-parts.service'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { EventExhibitorChangeInput } from '#contract/events/exhibitors'
import { conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { Change } from '#kernel/records/change'
import { lockRecord, lockRows } from '#kernel/records/lock'
import { changeOf, recordChange, recordChanges } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { optionalLine } from '#kernel/text/one-line'
import type { EventExhibitor, EventOrder, Prisma } from '#prisma/client'
import { exhibitorEvents } from './exhibitors.events.ts'
import { exhibitorKind, readExhibitor } from './exhibitors.queries.ts'

/** Describes a change of an exhibitor, for history and events. @param eventKind if it is not that of the action. */
const exhibitorChange = (exhibitor: EventExhibitor, action: ChangeAction, eventKind?: string): Change => {
  const { eventId, orderId, name, state } = exhibitor
  const payload = { eventId, orderId, name, state }
  return changeOf(exhibitorKind, exhibitor, action, { payload, ...(eventKind && { eventKind }) })
}

/** Identifies an exhibitor of an event, as in a path. */
interface ExhibitorKey {
  eventId: number
  id: number
}

/**
 * Changes the name and the booth of an exhibitor.
 *
 * @throws 404; 409 stale-audit-id, exhibitor-cancelled; 412; 422 event-rule.
 */
export const saveExhibitor = (
  scope: Scope,
  key: ExhibitorKey,
  input: EventExhibitorChangeInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const current = await lockRegistered(scope, tx, key, expected)
    const data = {
      name: optionalLine(input.ExhibitorName, current.name),
      boothPreference: optionalLine(input.BoothPreference, current.boothPreference),
      boothNumber: optionalLine(input.BoothNumber, current.boothNumber),
    }
    if (data.name === null && current.name !== null) {
      const fault = { pointer: '/ExhibitorName', message: 'must not be blank' }
      throw ruleRefused('event-rule', 'The exhibitor needs a name.', [fault])
    }
    await changeExhibitor(scope, tx, current, data)
    return readExhibitor(scope, key.id, tx)
  })

/**
 * Cancels an exhibitor: its booth is free. Its attendees and its price on the invoice stay.
 *
 * @throws 404; 409 stale-audit-id, exhibitor-cancelled; 412.
 */
export const cancelExhibitor = (scope: Scope, key: ExhibitorKey, expected: ExpectedVersion): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const current = await lockRegistered(scope, tx, key, expected)
    await changeExhibitor(scope, tx, current, { state: 'cancelled' }, exhibitorEvents.cancelled)
    return readExhibitor(scope, key.id, tx)
  })

/** Locks the event, the contact that pays and the exhibitor. @throws 404, 409, 412. */
const lockRegistered = async (
  scope: Scope,
  tx: Transaction,
  { eventId, id }: ExhibitorKey,
  expected: ExpectedVersion,
): Promise<EventExhibitor> => {
  await lockEvent(scope, tx, eventId)
  const where = { tenantId: scope.db.tenantId, eventId, id }
  const found = await tx.eventExhibitor.findFirst({ where, select: { order: { select: { contactId: true } } } })
  if (!found) throw notFound('exhibitor')
  const { contactId } = found.order
  if (contactId !== null) await lockContacts(tx, scope, [contactId])
  const current = await lockRecord(scope, tx, exhibitorKind, id, expected, 'no key update')
  if (current.state === 'cancelled') throw conflict('exhibitor-cancelled', 'The exhibitor is cancelled.')
  return current
}

const changeExhibitor = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id }: EventExhibitor,
  data: Prisma.EventExhibitorUncheckedUpdateInput,
  eventKind?: string,
): Promise<void> => {
  const where = { tenantId_id: { tenantId, id } }
  const saved = await tx.eventExhibitor.update({ where, data: { ...data, ...NEXT_VERSION } })
  await recordChange(scope, tx, exhibitorChange(saved, 'updated', eventKind))
}

/** Makes the exhibitors of a cart registered ones, and records them. The caller has locked the event. */
export const confirmExhibitors = async (
  scope: Scope,
  tx: Transaction,
  { order: { tenantId, id: orderId } }: SubmittedOrder,
): Promise<void> => {
  const where = { tenantId, orderId }
  const exhibitors = await tx.eventExhibitor.updateManyAndReturn({ where, data: { state: 'registered' } })
  const changes = exhibitors.map((one) => exhibitorChange(one, 'created'))
  await recordChanges(scope, tx, changes)
}

/** Cancels the exhibitors of an order that is cancelled, and records them. The caller has locked the event and the order. */
export const cancelExhibitorsOf = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id: orderId }: Pick<EventOrder, 'tenantId' | 'id'>,
): Promise<void> => {
  const where = { tenantId, orderId, state: 'registered' }
  const found = await tx.eventExhibitor.findMany({ where, select: { id: true } })
  await lockRows(
    scope,
    tx,
    exhibitorKind,
    found.map(({ id }) => id),
    'no key update',
  )
  const exhibitors = await tx.eventExhibitor.updateManyAndReturn({
    where,
    data: { state: 'cancelled', ...NEXT_VERSION },
  })
  const changes = exhibitors.map((one) => exhibitorChange(one, 'updated', exhibitorEvents.cancelled))
  await recordChanges(scope, tx, changes)
}
