import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogin } from '#services/identity/logins'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

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
  await system.staff.create({ data: { tenantId, loginId: login.id, displayName: 'Staff', roleId: role.id, contactId } })
  return contactId
}

const contactRow = (id: number) =>
  bench.server.database.system.contact.findFirstOrThrow({ where: { tenantId: bench.mine.tenant.id, id } })

const assign = async (contactId: number, StaffContactId: number): Promise<unknown> => {
  const sent = { StaffContactId, ContactRelationshipTypeId: types.get('Account manager') }
  const call = bench.mine.post(`/api/contacts/${contactId}/assignedcontacts/0`, sent)
  return (await bench.good('saveAssignedContact', call)).body.ContactRelationshipId
}

describe('a contact with a seat of staff', () => {
  const seats = () => bench.server.database.system.staff
  const isListedAsStaff = async (contactId: number) => (await bench.row(contactId)).IsTenantStaff

  test('is staff everywhere from the moment its login is created', async () => {
    const contactId = await bench.person()
    const organization = await bench.organization()
    const sendAll = async () => {
      const calls: [url: string, body: object][] = [
        ['/api/task/items/0', { Name: 'Call', AssignedToContactId: String(contactId) }],
        ['/api/projects/0', { Name: `Hall ${contactId} ${Math.random()}`, ManagerContactId: contactId }],
        [
          `/api/contacts/${organization}/assignedcontacts/0`,
          { StaffContactId: contactId, ContactRelationshipTypeId: types.get('Account manager') },
        ],
        ['/api/chapters/0/true', { ChapterName: `Chapter ${contactId}`, Owners: [{ ContactId: contactId }] }],
      ]
      return Promise.all(calls.map(async ([url, body]) => (await bench.mine.post(url, body)).statusCode))
    }
    expect(await sendAll()).toEqual([422, 422, 422, 422])
    const { auditId } = await contactRow(contactId)
    await createLogin(bench.server.database, {
      tenantKey: bench.mine.tenant.key,
      email: `login${contactId}@x.example`,
      displayName: 'Ann',
      password: 'a long enough password',
      role: 'Staff',
      contactId,
    })
    expect(await sendAll()).toEqual([200, 200, 200, 200])
    expect(await isListedAsStaff(contactId)).toBe(true)
    expect((await contactRow(contactId)).auditId).toBe(auditId)
  })

  test('shows in the change feed, and is no longer staff once it has no seat', async () => {
    const contactId = await staffMember()
    const other = await bench.person()
    const where = { tenantId: bench.mine.tenant.id, contactId }
    const before = (await contactRow(contactId)).modifiedAt
    await seats().updateMany({ where, data: { contactId: other } })
    expect([await isListedAsStaff(contactId), await isListedAsStaff(other)]).toEqual([false, true])
    expect((await contactRow(contactId)).modifiedAt.getTime()).toBeGreaterThan(before.getTime())
    await seats().deleteMany({ where: { ...where, contactId: other } })
    expect(await isListedAsStaff(other)).toBe(false)
  })

  test('is no longer staff after two transactions removed its two seats at once', async () => {
    const contactId = await staffMember()
    const second = await staffMember()
    const where = { tenantId: bench.mine.tenant.id }
    await seats().updateMany({ where: { ...where, contactId: second }, data: { contactId } })
    const both = await seats().findMany({ where: { ...where, contactId } })
    expect(both.length).toBe(2)
    await Promise.all(both.map(({ loginId }) => seats().deleteMany({ where: { ...where, loginId } })))
    expect(await isListedAsStaff(contactId)).toBe(false)
  })
})

describe('POST /api/contacts/{contactId}/assignedcontacts/{contactRelationshipId} (saveAssignedContact)', () => {
  test('assigns a staff member once, and changes the assignment if AuditId is the current version', async () => {
    const contactId = await bench.organization()
    const ann = await staffMember()
    const ben = await staffMember()
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
    const person = await bench.person()
    const ann = await staffMember()
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
    const contactId = await bench.organization()
    const ann = await staffMember()
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
