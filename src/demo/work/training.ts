import { issueMissing } from '#areas/events/certificates/missing-certificates.service'
import { saveEvent } from '#areas/events/events/events.service'
import { checkInAll } from '#areas/events/registrations/check-in/check-in.service'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import { instantAt } from '#kernel/time/local-time'
import type { Cast } from './cast.ts'
import { registerContacts } from './registrations.ts'
import { idIn, NEW } from './saving.ts'

const HOURS = 6

/**
 * Adds a training day that took place three weeks ago. All participants but one attended, and have certificates whose hours
 * count for a certification.
 */
export const loadTraining = async (scope: Scope, { newcomers, renewing }: Cast, today: Day): Promise<void> => {
  const { tenantId, prisma } = scope.db
  const day = addDays(today, -21)
  const at = (date: Day, time: string) => instantAt(scope.tenant.timeZone, date, time)
  const certification = await prisma.certification.findFirst({ where: { tenantId, name: 'Safety officer' } })
  const eventId = idIn(
    await saveEvent(
      scope,
      0,
      {
        Name: 'Training day: safety at work',
        Status: 'Published',
        Location: 'Fire station',
        PaymentKinds: [],
        StartDate: at(day, '09:00').toISOString(),
        EndDate: at(day, '16:00').toISOString(),
        HasCertificates: true,
        CertificationId: certification?.id ?? null,
        CertificateHours: HOURS,
        RegistrationTypes: [{ Name: 'Participant' }],
      },
      NEW,
    ),
    'EventId',
  )
  const typeId = (await prisma.eventRegistrationType.findFirst({ where: { tenantId, eventId } }))?.id ?? 0
  const people = [...newcomers.slice(-3), ...renewing.slice(-3)]
  const before = scopeAt(scope, at(addDays(day, -10), '11:00'))
  await registerContacts(before, { id: eventId, typeId }, people)
  const where = { tenantId, eventId }
  const registrations = await prisma.eventRegistration.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } })
  const attended = registrations.slice(0, -1).map(({ id }) => id)
  const options = { sessionId: null, isForced: false }
  await checkInAll(scopeAt(scope, at(day, '08:50')), eventId, attended, options)
  await issueMissing(scopeAt(scope, at(day, '16:30')), eventId)
}

const scopeAt = (scope: Scope, now: Date): Scope => ({ ...scope, clock: { now: () => now } })
