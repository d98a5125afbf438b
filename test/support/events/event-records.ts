import type { TestApp, TestCaller } from '../build-app.ts'

/** Adds an event to a tenant, with a table, a sponsor, a cart that contains a registration, and the invitation of a contact. */
export const addEventRecords = async (server: TestApp, theirs: TestCaller, contactId: number): Promise<void> => {
  const parts = { Status: 'Published', RegistrationTypes: [{ Name: 'Seat' }], ExhibitorTypes: [{ Name: 'Booth' }] }
  const made = await theirs.post('/api/events/0', { Name: 'Theirs', StartDate: '2035-05-02T08:00:00Z', ...parts })
  if (made.statusCode !== 200) throw new Error(made.body)
  const { EventId, RegistrationTypes, ExhibitorTypes } = made.json()
  const { EventRegistrationTypeId } = RegistrationTypes[0]
  const they = { FirstName: 'They', LastName: 'Guest', EmailAddress: 'they@walk.example' }
  const Registrations = [{ EventRegistrationTypeId, ...they }]
  const cart = await theirs.post(`/api/public/events/register_v2/${EventId}`, {
    BillingInfo: they,
    Registrations,
    Exhibitors: [{ ExhibitorTypeId: ExhibitorTypes[0].ExhibitorTypeId }],
  })
  if (cart.json().Status !== 0) throw new Error(cart.body)
  const table = await theirs.post('/api/eventgroups/groups/0', { EventId, Name: 'Theirs' })
  if (table.statusCode !== 200) throw new Error(table.body)
  const tier = { tenantId: theirs.tenant.id, eventId: EventId, position: 0, name: 'Gold', nameKey: 'gold' }
  const { id: SponsorshipTierId } = await server.database.system.eventTier.create({ data: tier })
  const sponsor = await theirs.post(`/api/events/${EventId}/sponsors/0`, { SponsorshipTierId, SponsorName: 'Theirs' })
  if (sponsor.statusCode !== 200) throw new Error(sponsor.body)
  const run = await theirs.post(`/api/events/${EventId}/invitations`, { ContactIds: [contactId] })
  if (run.statusCode !== 200) throw new Error(run.body)
  const invitation = { tenantId: theirs.tenant.id, eventId: EventId, contactId }
  await server.database.system.eventInvitation.create({
    data: { ...invitation, codeHash: 'theirs', sentAt: new Date() },
  })
}
