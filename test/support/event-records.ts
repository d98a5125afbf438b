import type { TestApp, TestCaller } from './build-app.ts'

/** Adds an event to a tenant, with the invitation of a contact. */
export const addEventRecords = async (server: TestApp, theirs: TestCaller, contactId: number): Promise<void> => {
  const create = async (url: string, body: object) => {
    const made = await theirs.post(url, body)
    if (made.statusCode !== 200) throw new Error(made.body)
    return made.json()
  }
  const RegistrationTypes = [{ Name: 'Seat' }]
  const event = { Name: 'Theirs', StartDate: '2035-05-02T08:00:00Z', Status: 'Published', RegistrationTypes }
  const { EventId: eventId } = await create('/api/events/0', event)
  await create(`/api/events/${eventId}/invitations`, { ContactIds: [contactId] })
  const invitation = { tenantId: theirs.tenant.id, eventId, contactId, codeHash: 'theirs', sentAt: new Date() }
  await server.database.system.eventInvitation.create({ data: invitation })
}
