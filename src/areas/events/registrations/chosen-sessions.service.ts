import { countTaken } from '#areas/events/events/seats/availability.queries'
import type { FieldFault } from '#kernel/errors/problem'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventRegistration, Prisma } from '#prisma/client'
import { ON_WAITING_LIST } from './registration-statuses.listing.ts'

const withTypes = { include: { types: { select: { typeId: true } } } } as const satisfies Prisma.EventSessionDefaultArgs

type Session = Prisma.EventSessionGetPayload<typeof withTypes>

/**
 * Checks the sessions that a registration will have. The event is locked, so that no two changes get the same seat of a session.
 * Adds what breaks a rule to `faults`.
 *
 * @returns the ids of the sessions, each once; null to keep them. @throws 422 unknown-reference.
 */
export const chooseSessions = async (
  scope: Scope,
  tx: Transaction,
  registration: EventRegistration,
  sent: readonly number[] | null | undefined,
  faults: FieldFault[],
): Promise<number[] | null> => {
  if (!sent) return null
  const { tenantId, eventId, id, statusId } = registration
  const sessions = await tx.eventSession.findMany({ where: { tenantId, eventId }, ...withTypes })
  const unknown = sent.flatMap((one, at) =>
    sessions.some((session) => session.id === one) ? [] : [referenceFault(`/SessionIds/${at}`, 'session of the event')],
  )
  if (unknown.length > 0) throw unknownReferences(unknown)
  const rows = await tx.eventRegistrationSession.findMany({ where: { tenantId, eventId, registrationId: id } })
  const before = new Set(rows.map(({ sessionId }) => sessionId))
  const chosen = new Set(sent)
  const taken = await countTaken(tx, { tenantId, eventId, now: scope.clock.now(), exceptOrderId: 0 })
  for (const session of sessions.filter((one) => chosen.has(one.id) !== before.has(one.id))) {
    const isAdded = chosen.has(session.id)
    const pointer = isAdded ? `/SessionIds/${sent.indexOf(session.id)}` : '/SessionIds'
    // Who is on the waiting list takes no seat of a session yet.
    const seats = statusId === ON_WAITING_LIST ? 0 : taken.of('session', session.id).taken + 1
    const messages = [...faultsOfPrice(session), ...(isAdded ? faultsOfChoice(session, registration, seats) : [])]
    faults.push(...messages.map((message) => ({ pointer, message })))
  }
  return [...chosen]
}

const faultsOfPrice = ({ price, name }: Session): string[] =>
  price.gt(0) ? [`must not add or remove ${name}: its price is on the invoice`] : []

/** @param seats that the session would have taken. */
const faultsOfChoice = (
  { isActive, name, types, capacity }: Session,
  { typeId }: EventRegistration,
  seats: number,
): string[] => {
  const isForType = types.length === 0 || types.some((type) => type.typeId === typeId)
  return [
    ...(isActive ? [] : [`must be an active session: ${name} is not`]),
    ...(isForType ? [] : [`must be for the registration type: ${name} is not`]),
    ...(capacity !== null && seats > capacity ? [`must not add ${name}: it is full`] : []),
  ]
}

/** Replaces the sessions of a locked registration. Those that stay keep their attendance. */
export const saveSessions = async (
  tx: Transaction,
  { tenantId, eventId, id }: Pick<EventRegistration, 'tenantId' | 'eventId' | 'id'>,
  sessionIds: readonly number[],
): Promise<void> => {
  const owner = { tenantId, eventId, registrationId: id }
  await tx.eventRegistrationSession.deleteMany({ where: { ...owner, sessionId: { notIn: [...sessionIds] } } })
  const data = sessionIds.map((sessionId) => ({ ...owner, sessionId }))
  await tx.eventRegistrationSession.createMany({ data, skipDuplicates: true })
}
