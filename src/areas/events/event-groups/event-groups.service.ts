import { lockEvent, requireNotCancelled } from '#areas/events/events/events.queries'
import type { EventGroupInput } from '#contract/events/event-groups'
import { MAX_ID } from '#kernel/database/ids'
import { conflict, type FieldFault, notFound, ruleRefused } from '#kernel/errors/problem'
import { lockRecord } from '#kernel/records/lock'
import { NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventGroup } from '#prisma/client'
import { type GroupData, parseEventGroup } from './event-groups.input.ts'
import { eventGroupKind, findNextNumber, type GroupRow, readEventGroup } from './event-groups.queries.ts'
import { listMembers, recordGroup, setMembers } from './seating.service.ts'

/** Tables that an event can have by requests; purchases add theirs. */
const MAX_TABLES = 1000

/**
 * Creates a table (id 0) or changes one, with its members if the request contains them.
 *
 * @throws 404; 409 duplicate, event-state; 412; 422 event-rule, unknown-reference, too-many.
 */
export const saveEventGroup = (
  scope: Scope,
  id: number,
  input: EventGroupInput,
  expected: ExpectedVersion,
): Promise<GroupRow> =>
  scope.db.transaction(async (tx) => {
    const current = id === 0 ? null : await lockGroup(scope, tx, id, expected)
    if (!current) {
      await lockEvent(scope, tx, input.EventId)
      await requireNotCancelled(scope, tx, input.EventId)
    }
    const data = parseEventGroup(input, current)
    await requireParts(scope, tx, input.EventId, current, data)
    const saved = await writeGroup(scope, tx, input.EventId, current, data)
    const isMoved = current !== null && current.sessionId !== saved.sessionId
    const members = input.Members ?? (isMoved ? await listMembers(tx, saved) : null)
    const changes = members ? await setMembers(scope, tx, saved, members) : {}
    if (!members) await requireCapacity(tx, saved)
    await recordGroup(scope, tx, saved, current ? 'updated' : 'created', changes)
    return readEventGroup(scope, saved.id, tx)
  })

/** Replaces the members of a table, and returns its version. @throws 404; 412; 422 event-rule, unknown-reference. */
export const saveEventGroupMembers = (
  scope: Scope,
  id: number,
  { EventId, Members }: EventGroupInput,
  expected: ExpectedVersion,
): Promise<number> =>
  scope.db.transaction(async (tx) => {
    const current = await lockGroup(scope, tx, id, expected)
    requireEvent(current, EventId)
    if (!Members) return current.auditId
    const where = { tenantId_id: { tenantId: current.tenantId, id } }
    const changed = await tx.eventGroup.update({ where, data: NEXT_VERSION })
    await recordGroup(scope, tx, changed, 'updated', await setMembers(scope, tx, changed, Members))
    return changed.auditId
  })

/** Deletes a table, and returns it as it was before. @throws 404; 409 bought-table; 412. */
export const deleteEventGroup = (scope: Scope, id: number, expected: ExpectedVersion): Promise<GroupRow> =>
  scope.db.transaction(async (tx) => {
    const group = await lockGroup(scope, tx, id, expected)
    const before = await readEventGroup(scope, id, tx)
    if (!before.isDeletable)
      throw conflict('bought-table', 'The table was bought. Cancel the registration that bought it first.', {
        RegistrationId: group.registrationId,
      })
    await tx.eventGroup.delete({ where: { tenantId_id: { tenantId: group.tenantId, id } } })
    await recordGroup(scope, tx, nextVersionOf(group), 'deleted')
    return before
  })

/** Locks the event of a table, then the table. @throws 404; 412. */
const lockGroup = async (scope: Scope, tx: Transaction, id: number, expected: ExpectedVersion): Promise<EventGroup> => {
  const found = id > MAX_ID ? null : await eventGroupKind.find(tx, { tenantId: scope.db.tenantId, id }, scope)
  if (!found) throw notFound('table')
  await lockEvent(scope, tx, found.eventId)
  return lockRecord(scope, tx, eventGroupKind, id, expected)
}

/** @throws 422 event-rule. */
const requireEvent = ({ eventId }: EventGroup, sent: number): void => {
  if (sent === eventId) return
  const fault = { pointer: '/EventId', message: `must be ${eventId}, the event of the table` }
  throw ruleRefused('event-rule', 'A table cannot move to another event.', [fault])
}

const isPart = (id: number): boolean => id <= MAX_ID

/** Rejects types and sessions of other events, and another type for a bought table. @throws 422. */
const requireParts = async (
  scope: Scope,
  tx: Transaction,
  eventId: number,
  current: EventGroup | null,
  { typeId, sessionId }: GroupData,
): Promise<void> => {
  if (current) requireEvent(current, eventId)
  const key = { tenantId: scope.db.tenantId, eventId }
  const missing: FieldFault[] = []
  if (
    typeId !== null &&
    !(isPart(typeId) && (await tx.eventRegistrationType.findFirst({ where: { ...key, id: typeId } })))
  )
    missing.push(referenceFault('/EventRegistrationTypeId', 'registration type of the event'))
  if (
    sessionId !== null &&
    !(isPart(sessionId) && (await tx.eventSession.findFirst({ where: { ...key, id: sessionId } })))
  )
    missing.push(referenceFault('/EventSessionId', 'session of the event'))
  if (missing.length > 0) throw unknownReferences(missing)
  if (current?.registrationId && typeId !== current.typeId) {
    const fault = {
      pointer: '/EventRegistrationTypeId',
      message: `must be ${current.typeId}, which the table was bought with`,
    }
    throw ruleRefused('event-rule', 'A bought table keeps its registration type.', [fault])
  }
}

const writeGroup = async (
  scope: Scope,
  tx: Transaction,
  eventId: number,
  current: EventGroup | null,
  { number: sent, position, ...data }: GroupData,
): Promise<EventGroup> => {
  const { tenantId } = scope.db
  if (!current) requireRoom(await tx.eventGroup.count({ where: { tenantId, eventId } }), MAX_TABLES, 'event', 'tables')
  const number = sent || (await findNextNumber(scope, tx, eventId))
  const other = await tx.eventGroup.findFirst({ where: { tenantId, eventId, number } })
  if (other && other.id !== current?.id)
    throw conflict('duplicate', `Another table of the event has the number ${number}.`, {}, [
      { pointer: '/GroupNumber', message: 'must be a number that no other table of the event has' },
    ])
  const row = { ...data, number, position: position ?? number }
  if (!current) return tx.eventGroup.create({ data: { ...row, tenantId, eventId } })
  return tx.eventGroup.update({
    where: { tenantId_id: { tenantId, id: current.id } },
    data: { ...row, ...NEXT_VERSION },
  })
}

/** @throws 422 event-rule. */
const requireCapacity = async (
  tx: Transaction,
  { tenantId, eventId, id: groupId, maxToAssign }: EventGroup,
): Promise<void> => {
  if (maxToAssign === null) return
  const count = await tx.eventGroupMember.count({ where: { tenantId, eventId, groupId } })
  const last = await tx.eventGroupMember.aggregate({
    where: { tenantId, eventId, groupId },
    _max: { seatNumber: true },
  })
  const seat = last._max.seatNumber ?? 0
  if (seat > maxToAssign) {
    const fault = { pointer: '/MaxToAssign', message: `must be ${seat} or more: a member has that seat` }
    throw ruleRefused('event-rule', 'A seat of the table is assigned.', [fault])
  }
  if (count <= maxToAssign) return
  const fault = { pointer: '/MaxToAssign', message: `must be ${count} or more: the table has ${count} members` }
  throw ruleRefused('event-rule', 'The table has more members.', [fault])
}
