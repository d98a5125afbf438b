import { saveEmail } from '#areas/people/contacts/infos/infos.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Cast } from './cast.ts'
import { misspelled } from './event-sponsors.ts'
import type { DemoEvents } from './events.ts'
import { attendeeOf, findRegistrants, pay, type Registrant, register } from './registrations.ts'
import { NEW } from './saving.ts'

const stranger = (FirstName: string, LastName: string, host: string): Registrant => ({
  id: null,
  FirstName,
  LastName,
  EmailAddress: `${FirstName}.${LastName}@${host}.example`.toLowerCase(),
})

/**
 * Registers people that are no contacts yet: a visitor of the webinar, a payer of the congress with a participant, one that has
 * paid, a member with another address, which staff has entered since, and a member with a typing error. Returns the ids of those
 * that paid.
 */
export const loadStrangers = async (scope: Scope, { congress, webinar }: DemoEvents, cast: Cast): Promise<number[]> => {
  const [visitor, payer, participant, paying] = [
    stranger('Wren', 'Hollister', 'lighthouse'),
    stranger('Imogen', 'Farrow', 'saltmarsh'),
    stranger('Casper', 'Nightingale', 'saltmarsh'),
    stranger('Odette', 'Marchbanks', 'tidewater'),
  ] as const
  const enter = (event: { id: number; typeId: number }, by: Registrant, attendee = by) =>
    register(scope, event.id, by, {
      Registrations: [{ ...attendeeOf(attendee), EventRegistrationTypeId: event.typeId }],
    })
  await enter(webinar, visitor)
  await enter(congress, payer, participant)
  await pay(scope, await enter(congress, paying), 1)
  const [moved, mistyped] = await findRegistrants(scope, cast.newcomers)
  if (moved) {
    const EmailAddress = `office.${moved.id}@workplace.example`
    await enter(webinar, { ...moved, id: null, EmailAddress })
    await saveEmail(scope, moved.id, 0, { EmailAddress }, NEW)
  }
  if (mistyped) await enter(webinar, { ...mistyped, id: null, FirstName: misspelled(mistyped.FirstName) })
  return findStrangers(scope, [paying.EmailAddress])
}

const findStrangers = async ({ db: { prisma, tenantId } }: Scope, addresses: readonly string[]): Promise<number[]> => {
  const where = { tenantId, isUnmatched: true, deletedAt: null, emailAddress: { in: [...addresses] } }
  return (await prisma.contact.findMany({ where, orderBy: { id: 'asc' } })).map(({ id }) => id)
}
