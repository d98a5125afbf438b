import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type InvitationsBench, openInvitations } from '#test/support/events/invitations'
import { expectShape } from '#test/support/server/contract-shape'

let bench: InvitationsBench
const now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openInvitations(() => now)
})
afterAll(() => bench.server.close())

const headers = () => ({ 'x-tenant-key': bench.mine.tenant.key })
const decline = async (id: number, named: string | number) => {
  const url = `/api/public/events/decline/invitation/${id}/${named}`
  const answer = await bench.server.app.inject({ method: 'POST', url, headers: headers() })
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('declineInvitation', answer.json())
  return answer.json()
}
const DECLINED = { Status: 0, StatusMessage: null, Data: true, Errors: [] }
const NOTHING = { ...DECLINED, Data: false }
const addRegistration = async (eventId: number, typeId: number, contactId: number) => {
  await bench.addRegistration(eventId, typeId, 1)
  const where = { tenantId: bench.mine.tenant.id, eventId }
  await bench.server.database.system.eventRegistration.updateMany({ where, data: { contactId } })
}

describe('POST /api/public/events/decline/invitation/{id}/{contactid} (declineInvitation)', () => {
  test('declines by the code, once', async () => {
    const { id } = await bench.congress()
    const { code, invitationId } = await bench.invited(id)
    expect(await decline(id, code)).toEqual(DECLINED)
    expect(await decline(id, code)).toEqual(DECLINED)
    const row = await bench.invitation(id, invitationId)
    expect(row).toMatchObject({ State: 'Declined', AuditId: 2, DeclinedDate: now.toISOString() })
    const other = await bench.congress()
    expect(await decline(other.id, code)).toEqual(NOTHING)
  })

  test('returns the same to a stranger for the id of an invited, an uninvited and a missing contact', async () => {
    const { id } = await bench.congress()
    const { contactId, invitationId, code } = await bench.invited(id)
    const silent = await bench.person()
    const forged = `${code.slice(0, -4)}AAAA`
    for (const named of [contactId, silent, 999_999_999, 'null', forged])
      expect(await decline(id, named)).toEqual(NOTHING)
    expect(await bench.invitation(id, invitationId)).toMatchObject({ State: 'Invited' })
  })

  test('declines by the id for staff', async () => {
    const { id } = await bench.congress()
    const { contactId, invitationId } = await bench.invited(id)
    const reader = await bench.server.caller(bench.mine.tenant, ['events:read'])
    const url = `/api/public/events/decline/invitation/${id}/${contactId}`
    expect((await reader.post(url, {})).json()).toEqual(NOTHING)
    expect((await bench.mine.post(url, {})).json()).toEqual(DECLINED)
    expect(await bench.invitation(id, invitationId)).toMatchObject({ State: 'Declined' })
  })

  test('refuses a contact that is registered, and an event that is not published', async () => {
    const { id, free } = await bench.congress()
    const { code, contactId } = await bench.invited(id)
    await addRegistration(id, free, contactId)
    expect(await decline(id, code)).toMatchObject({ Status: 409, Data: null })
    const { EventId } = await bench.event()
    expect(await decline(Number(EventId), code)).toMatchObject({ Status: 404, Data: null })
    expect(await decline(999_999_999, code)).toMatchObject({ Status: 404, Data: null })
  })
})
