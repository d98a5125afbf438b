import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/api/contact-parts'

let bench: DetailsBench
const types = new Map<string, number>()
beforeAll(async () => {
  bench = await openDetails()
  const where = { tenantId: bench.mine.tenant.id }
  for (const { name, id } of await bench.server.database.system.contactRelationshipType.findMany({ where }))
    types.set(name, id)
})
afterAll(() => bench.server.close())

const staffMember = async (): Promise<number> => {
  const { system } = bench.server.database
  const tenantId = bench.mine.tenant.id
  const contactId = await bench.person()
  const role = await system.role.findFirstOrThrow({ where: { tenantId } })
  const login = await system.login.create({
    data: { email: `staff${contactId}@x.example`, displayName: 'Staff', passwordHash: 'none' },
  })
  await system.staff.create({ data: { tenantId, loginId: login.id, roleId: role.id, contactId } })
  await bench.mine.post(`/api/contacts/${contactId}/designations/0`, { Code: 'X' })
  return contactId
}

const assign = async (contactId: number, StaffContactId: number): Promise<unknown> => {
  const sent = { StaffContactId, ContactRelationshipTypeId: types.get('Account manager') }
  const call = bench.mine.post(`/api/contacts/${contactId}/assignedcontacts/0`, sent)
  return (await bench.good('saveAssignedContact', call)).body.ContactRelationshipId
}

describe('POST /api/contacts/{contactId}/assignedcontacts/{contactRelationshipId} (saveAssignedContact)', () => {
  test('assigns a staff member once, and changes the assignment if AuditId is the current version', async () => {
    const [contactId, ann, ben] = [await bench.organization(), await staffMember(), await staffMember()]
    const url = (id: unknown) => `/api/contacts/${contactId}/assignedcontacts/${id}`
    const manager = types.get('Account manager')
    const sent = { StaffContactId: ann, ContactRelationshipTypeId: manager }
    const made = (await bench.good('saveAssignedContact', bench.mine.post(url(0), sent))).body as Json
    expect(made).toMatchObject({ StaffContactId: ann, Type: 'Account manager', AuditId: 1 })
    expect(await refusal(bench.mine.post(url(0), sent))).toEqual([409, 'duplicate'])
    const id = made.ContactRelationshipId
    expect(await refusal(bench.mine.post(url(id), { StaffContactId: ben }))).toEqual([409, 'stale-audit-id'])
    const changed = await bench.mine.post(url(id), { AuditId: 1, StaffContactId: ben })
    expect(changed.json()).toMatchObject({ StaffContactId: ben, AuditId: 2 })
  })

  test('returns 422 for a type that does not fit the contact, and for the contact itself', async () => {
    const [person, ann] = [await bench.person(), await staffMember()]
    const made = { SystemRelationshipTypeId: '3', Name: 'Key account manager', FromSystemContactTypeId: '2' }
    const type = (await bench.mine.post('/api/contactrelationshiptypes/0', made)).json()
    const sent = { StaffContactId: ann, ContactRelationshipTypeId: type.ContactRelationshipTypeId }
    const assign = (id: number) => bench.mine.post(`/api/contacts/${id}/assignedcontacts/0`, sent)
    expect(await refusal(assign(person))).toEqual([422, 'wrong-contact-type'])
    expect(await refusal(assign(ann))).toEqual([422, 'self-relationship'])
    expect((await assign(await bench.organization())).json()).toMatchObject({ Type: 'Key account manager' })
  })

  test('returns 422 for a contact that is not staff, and for a type that is not for staff', async () => {
    const url = `/api/contacts/${await bench.organization()}/assignedcontacts/0`
    const manager = types.get('Account manager')
    const notStaff = { StaffContactId: await bench.person(), ContactRelationshipTypeId: manager }
    expect(await refusal(bench.mine.post(url, notStaff))).toEqual([422, '/StaffContactId'])
    const spouse = { StaffContactId: await staffMember(), ContactRelationshipTypeId: types.get('Spouse') }
    expect(await refusal(bench.mine.post(url, spouse))).toEqual([422, '/ContactRelationshipTypeId'])
  })
})

describe('GET /api/contacts/{contactId}/assignedcontacts (listAssignedContacts)', () => {
  test('returns the staff of the contact, which are not among its relationships', async () => {
    const [contactId, ann] = [await bench.organization(), await staffMember()]
    await assign(contactId, ann)
    const url = `/api/contacts/${contactId}/assignedcontacts`
    expect((await bench.good('listAssignedContacts', bench.mine.get(url))).body).toMatchObject([
      { StaffContactId: ann },
    ])
    expect((await bench.mine.get(`/api/contacts/${contactId}/relationships`)).json()).toEqual([])
    expect(await refusal(bench.theirs.get(url))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/contacts/{contactId}/assignedcontacts/{contactRelationshipId} (deleteAssignedContact)', () => {
  test('ends the assignment once, and returns 404 to another tenant', async () => {
    const contactId = await bench.organization()
    const id = await assign(contactId, await staffMember())
    const url = `/api/contacts/${contactId}/assignedcontacts/${id}`
    expect(await refusal(bench.theirs.delete(url))).toEqual([404, 'not-found'])
    expect((await bench.mine.delete(url)).statusCode).toBe(200)
    expect(await refusal(bench.mine.delete(url))).toEqual([404, 'not-found'])
  })
})
