import { ON_WAITING_LIST, STATUSES } from '#areas/events/registrations/registration-statuses.listing'
import type { EventGroupMemberInput } from '#contract/events/event-groups'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION } from '#kernel/records/record-kind'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { EventGroup, Prisma } from '#prisma/client'
import { changedPart } from '#services/tenant-log/changed-part'
import { eventGroupKind } from './event-groups.queries.ts'
import { lockNamedSql, type NamedRegistration } from './event-groups.sql.ts'

/** Records a change of a table. @param changes those of its members. */
export const recordGroup = (
  scope: Scope,
  tx: Transaction,
  group: EventGroup,
  action: ChangeAction,
  changes: Prisma.InputJsonObject = {},
): Promise<void> => {
  const { eventId, name, number } = group
  return recordChange(
    scope,
    tx,
    changeOf(eventGroupKind, group, action, { changes, payload: { eventId, name, number } }),
  )
}

/** Gives tables that lost members a new version, and records that. */
export const touchGroups = async (scope: Scope, tx: Transaction, ids: readonly number[]): Promise<void> => {
  const { tenantId } = scope.db
  for (const id of ids) {
    const group = await tx.eventGroup.update({ where: { tenantId_id: { tenantId, id } }, data: NEXT_VERSION })
    const members = await listMembers(tx, group)
    await recordGroup(scope, tx, group, 'updated', { members: members.map(({ RegistrationId }) => RegistrationId) })
  }
}

/** Returns the session that a table is for, 0 for the whole event. */
const seatingOf = ({ sessionId }: Pick<EventGroup, 'sessionId'>): number => sessionId ?? 0

/** Lists the members of a table in the form of a request. */
export const listMembers = async (
  tx: Transaction,
  { tenantId, eventId, id: groupId }: EventGroup,
): Promise<EventGroupMemberInput[]> => {
  const rows = await tx.eventGroupMember.findMany({
    where: { tenantId, eventId, groupId },
    orderBy: { registrationId: 'asc' },
  })
  return rows.map(({ registrationId, seatNumber }) => ({ RegistrationId: registrationId, SeatNumber: seatNumber }))
}

const seatOf = ({ RegistrationId, SeatNumber = null }: EventGroupMemberInput) => ({ RegistrationId, SeatNumber })

const byRegistration = (one: { RegistrationId: number }, other: { RegistrationId: number }): number =>
  one.RegistrationId - other.RegistrationId

/**
 * Replaces the members of a table. Members of other tables of the same session move to this one. Lock the event first: that
 * excludes other changes of its tables. Record the change of this table; the changes of the others are recorded here.
 *
 * @throws 422 unknown-reference, event-rule.
 */
export const setMembers = async (
  scope: Scope,
  tx: Transaction,
  group: EventGroup,
  members: readonly EventGroupMemberInput[],
): Promise<Prisma.InputJsonObject> => {
  const before = await listMembers(tx, group)
  await requireMembers(tx, group, members)
  const { tenantId, eventId, id: groupId } = group
  const seating = seatingOf(group)
  const registrationId = { in: members.map(({ RegistrationId }) => RegistrationId) }
  const others = await tx.eventGroupMember.findMany({
    where: { tenantId, registrationId, seating, groupId: { not: groupId } },
    select: { groupId: true },
  })
  await tx.eventGroupMember.deleteMany({
    where: {
      tenantId,
      OR: [
        { eventId, groupId },
        { registrationId, seating },
      ],
    },
  })
  const key = { tenantId, eventId, groupId, seating }
  await tx.eventGroupMember.createMany({
    data: members.map(({ RegistrationId, SeatNumber }) => ({
      ...key,
      registrationId: RegistrationId,
      seatNumber: SeatNumber ?? null,
    })),
  })
  await touchGroups(scope, tx, [...new Set(others.map((other) => other.groupId))])
  return changedPart('Members', before.map(seatOf), members.map(seatOf).sort(byRegistration))
}

const requireMembers = async (
  tx: Transaction,
  group: EventGroup,
  members: readonly EventGroupMemberInput[],
): Promise<void> => {
  const ids = members.map(({ RegistrationId }) => RegistrationId)
  const rows = await tx.rows<NamedRegistration>(lockNamedSql(group, ids, seatingOf(group)))
  const known = new Map(rows.map((row) => [row.id, row]))
  const missing = ids.flatMap((id, at) =>
    known.has(id) ? [] : [referenceFault(`/Members/${at}/RegistrationId`, 'registration of the event')],
  )
  if (missing.length > 0) throw unknownReferences(missing)
  const faults = [...faultsOfStatuses(ids, known), ...faultsOfRepeats(members)]
  const { maxToAssign } = group
  if (maxToAssign !== null) faults.push(...faultsOfCapacity(members, maxToAssign))
  if (faults.length > 0) throw ruleRefused('event-rule', 'The members break rules.', faults)
}

const faultsOfCapacity = (members: readonly EventGroupMemberInput[], maxToAssign: number): FieldFault[] => [
  ...(members.length > maxToAssign
    ? [{ pointer: '/Members', message: `must be ${maxToAssign} at most, not ${members.length}` }]
    : []),
  ...members.flatMap(({ SeatNumber }, at) =>
    (SeatNumber ?? 0) > maxToAssign
      ? [{ pointer: `/Members/${at}/SeatNumber`, message: `must be ${maxToAssign} at most` }]
      : [],
  ),
]

const LAST_COUNTED = 7

const faultsOfStatuses = (ids: readonly number[], known: ReadonlyMap<number, NamedRegistration>): FieldFault[] =>
  ids.flatMap((id, at) => {
    const { statusId = 0, hasSession = true } = known.get(id) ?? {}
    const pointer = `/Members/${at}/RegistrationId`
    if (statusId === ON_WAITING_LIST) return [{ pointer, message: 'must not be on the waiting list' }]
    if (statusId > LAST_COUNTED)
      return [{ pointer, message: `must have a status that counts, not ${STATUSES[statusId]}` }]
    return hasSession ? [] : [{ pointer, message: 'must have chosen the session of the table' }]
  })

const faultsOfRepeats = (members: readonly EventGroupMemberInput[]): FieldFault[] => {
  const people = new Set<number>()
  const seats = new Set<number>()
  return members.flatMap(({ RegistrationId, SeatNumber }, at) => {
    const faults: FieldFault[] = []
    if (people.has(RegistrationId))
      faults.push({ pointer: `/Members/${at}/RegistrationId`, message: 'must not be contained twice' })
    if (SeatNumber != null && seats.has(SeatNumber))
      faults.push({ pointer: `/Members/${at}/SeatNumber`, message: 'must not be assigned twice' })
    people.add(RegistrationId)
    if (SeatNumber != null) seats.add(SeatNumber)
    return faults
  })
}

/**
 * Moves the seats at tables, and the table that was bought, from one registration to another one. Call it in the transaction of
 * the change. Lock the event first.
 */
export const moveSeats = (scope: Scope, tx: Transaction, fromId: number, toId: number): Promise<void> =>
  runForWholeTenant(scope, tx, async () => {
    const where = { tenantId: scope.db.tenantId, registrationId: fromId }
    const members = await tx.eventGroupMember.findMany({ where, select: { groupId: true } })
    const bought = await tx.eventGroup.findMany({ where, select: { id: true } })
    await tx.eventGroupMember.updateMany({ where, data: { registrationId: toId } })
    await tx.eventGroup.updateMany({ where, data: { registrationId: toId } })
    const ids = new Set([...members.map(({ groupId }) => groupId), ...bought.map(({ id }) => id)])
    await touchGroups(
      scope,
      tx,
      [...ids].toSorted((a, b) => a - b),
    )
  })
