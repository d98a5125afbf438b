import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRegistrations, type RegistrationsBench } from '#test/support/events/registrations'

let bench: RegistrationsBench
beforeAll(async () => {
  bench = await openRegistrations(() => new Date('2030-03-01T12:00:00Z'))
})
afterAll(() => bench.server.close())

describe('POST /api/public/events/determinebillingcontact (determineBillingContact)', () => {
  const url = '/api/public/events/determinebillingcontact'
  const body = {
    FirstName: 'Mia',
    EmailAddress: 'payer@known.example',
    ContactId: '1',
    IsMember: true,
    ContactType: '1',
  }
  const asStranger = async (
    payload: object,
    headers: Record<string, string> = { 'x-tenant-key': bench.mine.tenant.key },
  ) => bench.server.app.inject({ method: 'POST', url, payload, headers })

  test('returns the matched contact to staff, with roles and memberships', async () => {
    const id = await bench.addMember('payer@known.example')
    const { FirstName, LastName } = (await bench.mine.get(`/api/contacts/person/${id}`)).json()
    const { ContactId: _named, ...known } = { ...body, FirstName, LastName }
    expect((await bench.mine.post(url, known)).json()).toMatchObject({ ContactId: String(id), IsMember: true })
    expect((await bench.mine.post(url, { ContactId: String(id) })).json()).toMatchObject({ ContactId: String(id) })
    const unknown = { ...known, LastName: 'Nobody' }
    expect((await bench.mine.post(url, unknown)).json()).toMatchObject({ ContactId: null, LastName: 'Nobody' })
  })

  test('returns to a stranger what was sent, whether or not a contact matches', async () => {
    const known = await asStranger(body)
    const unknown = await asStranger({ ...body, EmailAddress: 'nobody@unknown.example' })
    expect(known.json()).toMatchObject({ FirstName: 'Mia', ContactId: null, IsMember: false, MembershipIds: [] })
    expect({ ...known.json(), EmailAddress: null }).toEqual({ ...unknown.json(), EmailAddress: null })
    expect(Object.keys(known.json())).toHaveLength(21)
  })

  test('returns 404 without a tenant', async () => {
    expect((await asStranger(body, {})).statusCode).toBe(404)
    expect((await asStranger(body, { 'x-tenant-key': 'no-such-tenant' })).statusCode).toBe(404)
  })
})
