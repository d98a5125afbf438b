import { expect } from 'vitest'
import type { TestCaller } from '../build-app.ts'

const STRANGERS = [
  ['Jonathan', 'Lindquist', 'j.lindquist@harbor-crafts.example'],
  ['Rosa', 'Delgado', 'rosa.delgado@lighthouse.example'],
  ['Wilhelmina', 'Featherstonehaugh', 'wilhelmina.featherstonehaugh@a-very-long-name-of-a-host.example'],
] as const

/** Registers strangers for an event without a price. The first resembles a contact, the second is exactly one. */
export const addPeopleWithoutContact = async (staff: TestCaller): Promise<{ person: number; exact: number }> => {
  const send = async (url: string, body: object) => {
    const answer = await staff.post(url, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  const event = await send('/api/events/0', {
    Name: 'Open harbor day',
    StartDate: '2031-05-02T08:00:00Z',
    PaymentKinds: [],
    RegistrationTypes: [{ Name: 'Visitor' }],
  })
  await send(`/api/events/${event.EventId}`, { AuditId: event.AuditId, Status: 'Published' })
  const EventRegistrationTypeId = event.RegistrationTypes[0].EventRegistrationTypeId
  for (const [FirstName, LastName, EmailAddress] of STRANGERS) {
    const BillingInfo = { FirstName, LastName, EmailAddress }
    const form = { BillingInfo, Registrations: [{ EventRegistrationTypeId, ...BillingInfo }] }
    const cart = await send(`/api/public/events/register_v2/${event.EventId}`, form)
    const order = { CartKey: cart.Data.CartKey, PaymentKind: 'Free' }
    expect((await send(`/api/public/events/submit/${event.EventId}`, order)).Status).toBe(0)
  }
  const contact = (FirstName: string, LastName: string, Value: string) =>
    send('/api/contacts/person/0', {
      FirstName,
      LastName,
      forceSave: true,
      ContactList: [{ Kind: 'email', Id: 0, Value, TypeId: 1, IsPrimary: true }],
    })
  await contact('Jon', 'Lindquist', 'jon@lindquist.example')
  await contact(...STRANGERS[1])
  const { Results } = (await staff.get('/api/contacts/unmatched?OrderBy=ContactId')).json()
  return { person: Results[0].ContactId, exact: Results[1].ContactId }
}
