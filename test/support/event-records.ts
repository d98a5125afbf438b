import type { TestCaller } from './build-app.ts'

/** Adds an event to a tenant, with a table, and a cart that contains a registration. */
export const addEventRecords = async (theirs: TestCaller): Promise<void> => {
  const parts = { Status: 'Published', RegistrationTypes: [{ Name: 'Seat' }] }
  const made = await theirs.post('/api/events/0', { Name: 'Theirs', StartDate: '2035-05-02T08:00:00Z', ...parts })
  if (made.statusCode !== 200) throw new Error(made.body)
  const { EventId, RegistrationTypes } = made.json()
  const { EventRegistrationTypeId } = RegistrationTypes[0]
  const they = { FirstName: 'They', LastName: 'Guest', EmailAddress: 'they@walk.example' }
  const Registrations = [{ EventRegistrationTypeId, ...they }]
  const cart = await theirs.post(`/api/public/events/register_v2/${EventId}`, { BillingInfo: they, Registrations })
  if (cart.json().Status !== 0) throw new Error(cart.body)
  const table = await theirs.post('/api/eventgroups/groups/0', { EventId, Name: 'Theirs' })
  if (table.statusCode !== 200) throw new Error(table.body)
}
