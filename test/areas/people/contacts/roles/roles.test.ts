import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const post = async (operationId: string, url: string, body: Json = {}) =>
  (await bench.good(operationId, bench.mine.post(`/api/contacts/${url}`, body))).body as Json

describe('POST /api/contacts/{contactId}/roles/{contactRoleId} (saveContactRole)', () => {
  test('adds a role from either side, shows it on both, and sets the person’s organization', async () => {
    const personId = await bench.person()
    const orgId = await bench.organization()
    const role = await post('saveContactRole', `${personId}/roles/0`, {
      OrganizationContactId: orgId,
      Title: 'Director',
      RoleStartDate: '2026-01-01T00:00:00Z',
    })
    expect(role).toMatchObject({
      ContactId: personId,
      OrganizationContactId: orgId,
      ContactRoleAuditId: 1,
      RoleStartDate: '2026-01-01T00:00:00Z',
    })
    expect(await bench.row(personId)).toMatchObject({ ContactRoleCount: 1, OrganizationContactId: orgId })
    expect(await bench.row(orgId)).toMatchObject({ ContactRoleCount: 1 })
    await post('saveContactRole', `${orgId}/roles/0`, { ContactId: personId, Title: 'Chair' })
    expect([await bench.version(personId), await bench.version(orgId)]).toEqual([3, 3])
    const ended = await post('saveContactRole', `${personId}/roles/${role.ContactRoleId}`, {
      ContactRoleAuditId: 1,
      RoleEndDate: '2026-02-01',
    })
    expect(ended).toMatchObject({ Title: 'Director', RoleEndDate: '2026-02-01T00:00:00Z', ContactRoleAuditId: 2 })
  })

  test('makes the person the primary contact of the organization, and ends that, by IsContact', async () => {
    const personId = await bench.person()
    const orgId = await bench.organization()
    const primaryContact = async () =>
      (await bench.mine.get(`/api/contacts/OrgGeneral/${orgId}`)).json().PersonContactId
    const role = await post('saveContactRole', `${personId}/roles/0`, { OrganizationContactId: orgId, IsContact: true })
    expect([role.IsContact, await primaryContact()]).toEqual([true, personId])
    const url = `${personId}/roles/${role.ContactRoleId}`
    const kept = await post('saveContactRole', url, { ContactRoleAuditId: 1, Title: 'Chair' })
    expect([kept.IsContact, await primaryContact()]).toEqual([true, personId])
    const other = await post('saveContactRole', `${await bench.person()}/roles/0`, {
      OrganizationContactId: orgId,
      IsContact: false,
    })
    expect([other.IsContact, await primaryContact()]).toEqual([false, personId])
    const ended = await post('saveContactRole', url, { ContactRoleAuditId: 2, IsContact: false })
    expect([ended.IsContact, await primaryContact()]).toEqual([false, 0])
  })

  test('adds a role of an organization at another one, from either side', async () => {
    const holder = await bench.organization()
    const firm = await bench.organization()
    const role = await post('saveContactRole', `${holder}/roles/0`, { OrganizationContactId: firm, Title: 'Sponsor' })
    expect(role).toMatchObject({ ContactId: holder, OrganizationContactId: firm, IsContact: false })
    const second = await post('saveContactRole', `${firm}/roles/0`, { ContactId: holder, Title: 'Supplier' })
    expect(second).toMatchObject({ ContactId: holder, OrganizationContactId: firm })
    const general = async (id: number) => (await bench.mine.get(`/api/contacts/OrgGeneral/${id}`)).json()
    const { Organizations } = await general(holder)
    expect(Organizations.map(({ Title }: Json) => Title)).toEqual(['Sponsor', 'Supplier'])
    expect((await general(firm)).Contacts).toEqual([])
    for (const id of [holder, firm]) {
      const { body } = await bench.good('listContactRoles', bench.mine.get(`/api/contacts/${id}/roles`))
      expect(body.map(({ Title }) => Title)).toEqual(['Sponsor', 'Supplier'])
      expect(await bench.row(id)).toMatchObject({ ContactRoleCount: 2 })
    }
    expect(await bench.row(holder)).toMatchObject({ OrganizationContactId: holder })
  })

  test('returns the fault of a role whose fields do not fit', async () => {
    const personId = await bench.person()
    const orgId = await bench.organization()
    const foreignOrg = await bench.organization(bench.theirs)
    const add = (id: number, body: Json) => refusal(bench.mine.post(`/api/contacts/${id}/roles/0`, body))
    expect(await add(personId, {})).toEqual([422, '/OrganizationContactId'])
    expect(await add(personId, { OrganizationContactId: foreignOrg })).toEqual([422, '/OrganizationContactId'])
    expect(await add(personId, { OrganizationContactId: await bench.person() })).toEqual([
      422,
      '/OrganizationContactId',
    ])
    expect(await add(orgId, { ContactId: 2147480000 })).toEqual([422, '/ContactId'])
    expect(await add(orgId, { OrganizationContactId: 2147480000 })).toEqual([422, '/OrganizationContactId'])
    const held = { OrganizationContactId: await bench.organization(), IsContact: true }
    expect(await add(orgId, held)).toEqual([400, '/IsContact'])
    expect(await add(personId, { OrganizationContactId: orgId, RoleId: 2147480000 })).toEqual([422, '/RoleId'])
    const period = { RoleStartDate: '2026-02-01', RoleEndDate: '2026-01-01' }
    expect(await add(personId, { OrganizationContactId: orgId, ...period })).toEqual([400, '/RoleEndDate'])
    const role = await post('saveContactRole', `${personId}/roles/0`, { OrganizationContactId: orgId })
    expect(
      await refusal(bench.mine.post(`/api/contacts/${personId}/roles/${role.ContactRoleId}`, { Title: 'x' })),
    ).toEqual([409, 'stale-audit-id'])
  })
})

describe('GET /api/contacts/{contactId}/roles (listContactRoles)', () => {
  test('returns the roles on both sides, those that have ended last', async () => {
    const personId = await bench.person()
    const orgId = await bench.organization()
    const add = (body: Json) =>
      post('saveContactRole', `${personId}/roles/0`, { OrganizationContactId: orgId, ...body })
    await add({ Title: 'Founder', RoleEndDate: '2001-01-01' })
    await add({ Title: 'Chair' })
    for (const id of [personId, orgId]) {
      const { body } = await bench.good('listContactRoles', bench.mine.get(`/api/contacts/${id}/roles`))
      expect(body.map(({ Title }) => Title)).toEqual(['Chair', 'Founder'])
    }
  })
})

describe('DELETE /api/contacts/{contactId}/roles/{contactRoleId} (deleteContactRole)', () => {
  test('removes a role from both sides, through either of them', async () => {
    const personId = await bench.person()
    const orgId = await bench.organization()
    const add = () => post('saveContactRole', `${personId}/roles/0`, { OrganizationContactId: orgId })
    const one = await add()
    const two = await add()
    const remove = (id: number, role: Json) => bench.mine.delete(`/api/contacts/${id}/roles/${role.ContactRoleId}`)
    expect((await remove(orgId, one)).statusCode).toBe(200)
    expect(await bench.row(personId)).toMatchObject({ ContactRoleCount: 1 })
    expect(await refusal(remove(await bench.person(), two))).toEqual([404, 'not-found'])
    expect((await remove(personId, two)).statusCode).toBe(200)
    expect([await bench.version(personId), await bench.version(orgId)]).toEqual([5, 5])
  })
})

describe('GET /api/contacts/roletypes (listContactRoleTypes)', () => {
  test('returns the types by DisplayOrder, with the number of roles of each', async () => {
    const last = await post('saveContactRoleType', 'roletypes/0', { Name: 'Archivist', DisplayOrder: 9002 })
    const first = await post('saveContactRoleType', 'roletypes/0', { Name: 'Usher', DisplayOrder: 9001 })
    await post('saveContactRole', `${await bench.person()}/roles/0`, {
      OrganizationContactId: await bench.organization(),
      RoleId: first.RoleId,
    })
    const { body } = await bench.good('listContactRoleTypes', bench.mine.get('/api/contacts/roletypes'))
    const shown = body.filter(({ RoleId }) => RoleId === first.RoleId || RoleId === last.RoleId)
    expect(shown).toEqual([
      { ...first, RoleCount: 1 },
      { ...last, RoleCount: 0 },
    ])
  })
})

describe('POST /api/contacts/roletypes/{roleId} (saveContactRoleType)', () => {
  test('returns 409 for a name in use, case-insensitive, 400 for a name of spaces, and 404 to another tenant', async () => {
    const saved = await post('saveContactRoleType', 'roletypes/0', { Name: 'Auditor', DisplayOrder: 3 })
    const save = (Name: string) => refusal(bench.mine.post('/api/contacts/roletypes/0', { Name }))
    expect(await save('AUDITOR')).toEqual([409, 'duplicate'])
    expect(await save(' ')).toEqual([400, '/Name'])
    const foreign = bench.theirs.post(`/api/contacts/roletypes/${saved.RoleId}`, { Name: 'x' })
    expect(await refusal(foreign)).toEqual([404, 'not-found'])
    const changed = await post('saveContactRoleType', `roletypes/${saved.RoleId}`, { DisplayOrder: 4 })
    expect(changed).toEqual({ ...saved, DisplayOrder: 4 })
  })
})

describe('DELETE /api/contacts/roletypes/{roleId} (deleteContactRoleType)', () => {
  test('returns 409 while a role uses the type', async () => {
    const saved = await post('saveContactRoleType', 'roletypes/0', { Name: 'Treasurer', DisplayOrder: 3 })
    const personId = await bench.person()
    const role = await post('saveContactRole', `${personId}/roles/0`, {
      OrganizationContactId: await bench.organization(),
      RoleId: saved.RoleId,
    })
    expect(await refusal(bench.mine.delete(`/api/contacts/roletypes/${saved.RoleId}`))).toEqual([409, 'in-use'])
    await bench.mine.delete(`/api/contacts/${personId}/roles/${role.ContactRoleId}`)
    expect((await bench.mine.delete(`/api/contacts/roletypes/${saved.RoleId}`)).statusCode).toBe(200)
  })
})
