import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { addOpeningBalance } from '#test/support/finance/opening-balance'
import { contactsApi } from '#test/support/people/contacts'

let test: TestApp
let api: ReturnType<typeof contactsApi>
let tenantId: number
beforeAll(async () => {
  test = await buildTestApp()
  api = contactsApi(await test.tenant())
  tenantId = api.caller.tenant.id
})
afterAll(() => test.close())

const remove = (id: number, auditId = 1) => api.caller.delete(`/api/contacts/${id}/${auditId}`)
const restore = (id: number, auditId: number) => api.caller.post(`/api/contacts/${id}/restore/${auditId}`)

describe('DELETE /api/contacts/{contactId}/{auditId} (deleteContact)', () => {
  it('removes a contact from lists and counts, shows it as deleted in the feed, and can be undone completely', async () => {
    const org = await api.org({ OrganizationName: 'Left behind' })
    const roles = [{ OrganizationContactId: org.ContactId, IsContact: true }]
    const person = await api.person({
      FirstName: 'Leaver',
      OrganizationsAndRoles: roles,
      Addresses: [{ City: 'Riga' }],
    })
    const answer = await remove(person.ContactId)
    expect(answer.json()).toBe(person.ContactId)
    let rows = await api.rows()
    expect(rows.has(person.ContactId)).toBe(false)
    expect(rows.get(org.ContactId)).toMatchObject({ ContactRoleCount: 0, PrimaryContact: null })
    expect((await api.caller.get(`/api/contacts/person/${person.ContactId}`)).statusCode).toBe(404)
    expect((await api.savePerson(person.ContactId, { AuditId: 2, FirstName: 'x' })).statusCode).toBe(404)
    expect((await remove(person.ContactId, 2)).statusCode).toBe(404)

    const state = await api.good(restore(person.ContactId, 2))
    expect(state).toMatchObject({ ContactId: person.ContactId, AuditId: 3, IsDeleted: false, Status: 'NonMember' })
    expect(await api.getPerson(person.ContactId)).toEqual({ ...person, AuditId: 3 })
    rows = await api.rows()
    expect(rows.get(org.ContactId)).toMatchObject({ ContactRoleCount: 1, PrimaryContact: 'Leaver' })
    expect(rows.get(person.ContactId)?.City).toBe('Riga')
  })

  it('removes the name of a deleted organization from its people', async () => {
    const org = await api.org({ OrganizationName: 'Goner' })
    const roles = [{ OrganizationContactId: org.ContactId }]
    const person = await api.person({ FirstName: 'Stayer', OrganizationsAndRoles: roles })
    const shown = async () =>
      (await api.good<{ PrimaryOrg: string | null }>(api.caller.get(`/api/contacts/PersonSummary/${person.ContactId}`)))
        .PrimaryOrg
    expect(await shown()).toBe('Goner')
    await api.good(remove(org.ContactId, 1))
    expect(await shown()).toBeNull()
    await api.good(restore(org.ContactId, 2))
    expect(await shown()).toBe('Goner')
  })

  it('requires the current version', async () => {
    const { ContactId } = await api.person({ FirstName: 'Stale' })
    expect((await remove(ContactId, 9)).json()).toMatchObject({ status: 409, AuditId: 1 })
    const byHeader = await api.caller.delete(`/api/contacts/${ContactId}/1`, { 'if-match': '"2"' })
    expect(byHeader.statusCode).toBe(412)
    expect((await remove(ContactId, 0)).statusCode).toBe(400)
  })

  it.each<[string, number, string, (contactId: number) => Promise<unknown>]>([
    ['money', 422, 'open-balance', (contactId) => addOpeningBalance(test.database.system, { tenantId, contactId }, 10)],
    [
      'a membership',
      409,
      'in-use',
      async (contactId) => {
        const type = await test.database.system.membershipType.create({
          data: { tenantId, name: 'Full', nameKey: 'full' },
        })
        await test.database.system.membership.create({
          data: { tenantId, contactId, typeId: type.id, status: 'Active', joinedOn: new Date(), startDate: new Date() },
        })
      },
    ],
  ])('is refused for a contact with %s: %i %s', async (_what, status, code, hang) => {
    const { ContactId } = await api.person({ FirstName: 'Bound' })
    await hang(ContactId)
    const refused = await remove(ContactId)
    expect([refused.statusCode, refused.json().code]).toEqual([status, code])
    expect((await api.getPerson(ContactId)).AuditId).toBe(1)
  })
})

describe('POST /api/contacts/{contactId}/restore/{auditId} (restoreContact)', () => {
  it('returns 409 not-deleted for a contact that is not deleted', async () => {
    const { ContactId } = await api.person({ FirstName: 'Present' })
    expect((await restore(ContactId, 1)).json()).toMatchObject({ status: 409, code: 'not-deleted' })
  })

  it('emits events', async () => {
    const { ContactId } = await api.person({ FirstName: 'Told' })
    await remove(ContactId)
    await restore(ContactId, 2)
    const events = await test.database.system.outboxEvent.findMany({
      where: { tenantId, entityId: ContactId },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ kind, auditId }) => [kind, auditId])).toEqual([
      ['contact.created', 1],
      ['contact.deleted', 2],
      ['contact.restored', 3],
    ])
  })
})
