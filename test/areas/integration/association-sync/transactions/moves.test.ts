import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type AssociationApi, associationApi, type Json } from '#test/support/integration/association'
import { contactsApi } from '#test/support/people/contacts'

let server: TestApp
let caller: TestCaller
let api: AssociationApi
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
  api = associationApi(caller)
})
afterAll(() => server.close())

const settings = async (fields: Json) => {
  const { AuditId } = await api.good(caller.get('/api/assoc/settings'))
  return caller.post('/api/assoc/settings', { AuditId, ...fields })
}

describe('POST /api/assoc/person/move (moveAssociationPerson)', () => {
  it('ends the national membership of a contact that leaves, and begins that of one that arrives', async () => {
    await api.good(settings({ Affiliation: 'ME' }))
    await api.good(api.organization({ NationalID: 3000, Name: 'Old office' }))
    await api.good(api.person({ NationalID: 3001, LastName: 'Mover', Affiliation: 'ME', ParentNationalId: 3000 }))
    await api.good(api.movePerson({ NationalID: 3001, Affiliation: 'NH', FromAffiliation: 'ME', Status: 'Active' }))
    expect(await api.contact(3001)).toMatchObject({ Status: 'Dropped', Affiliation: 'NH', ParentNationalId: 0 })
    await api.good(api.movePerson({ NationalID: 3001, Affiliation: 'ME', FromAffiliation: 'NH', StateID: 'ME-9' }))
    expect(await api.contact(3001)).toMatchObject({ Status: 'Active', Affiliation: 'ME', StateID: 'ME-9' })
  })

  it('does not create a contact that moves to another state, and remembers its values', async () => {
    await api.good(api.movePerson({ NationalID: 3002, LastName: 'Far', Affiliation: 'NH', FromAffiliation: 'VT' }))
    expect((await caller.get('/api/assoc/getcontactauditbynationalid/3002')).statusCode).toBe(404)
    await api.good(api.movePerson({ NationalID: 3002, Affiliation: 'ME', FromAffiliation: 'NH' }))
    expect(await api.contact(3002)).toMatchObject({ LastName: 'Far', Status: 'Active', Affiliation: 'ME' })
  })

  it('rejects a move without two different state bodies', async () => {
    const codes = [{}, { Affiliation: 'ME' }, { Affiliation: 'ME', FromAffiliation: 'me' }].map(
      async (fields) => (await api.movePerson({ NationalID: 3003, LastName: 'X', ...fields })).json().code,
    )
    expect(await Promise.all(codes)).toEqual(['transaction-rule', 'transaction-rule', 'transaction-rule'])
  })
})

describe('POST /api/assoc/organization/move (moveAssociationOrganization)', () => {
  it('moves a business without its people', async () => {
    await api.good(settings({ Affiliation: 'ME' }))
    await api.good(api.organization({ NationalID: 3100, Name: 'Moving office' }))
    await api.good(api.person({ NationalID: 3101, LastName: 'Stays', ParentNationalId: 3100 }))
    await api.good(api.moveOrganization({ NationalID: 3100, Affiliation: 'NH', FromAffiliation: 'ME' }))
    expect(await api.contact(3100)).toMatchObject({ Status: 'Dropped', Affiliation: 'NH' })
    expect(await api.contact(3101)).toMatchObject({ Status: 'Active', ParentNationalId: 3100 })
  })
})

describe('DELETE /api/assoc/person/delete (deleteAssociationPerson)', () => {
  it('ends the national membership, and does so before an older transaction arrives', async () => {
    await api.good(api.person({ NationalID: 4001, LastName: 'Gone' }))
    await api.good(api.deletePerson({ NationalID: 4001 }))
    await api.good(api.deletePerson({ NationalID: 4001 }))
    expect(await api.contact(4001)).toMatchObject({ Status: 'Dropped' })
    await api.good(api.deletePerson({ NationalID: 4002, OccurredDate: '2026-11-25T00:00:00Z' }))
    await api.good(api.person({ NationalID: 4002, LastName: 'Late', OccurredDate: '2026-11-24T00:00:00Z' }))
    expect(await api.contact(4002)).toMatchObject({ Status: 'Dropped', LastName: 'Late' })
  })

  it('leaves a contact active whose other membership is active', async () => {
    const { ContactId } = await contactsApi(caller).person({ FirstName: 'Two', LastName: 'Memberships' })
    await api.good(api.person({ NationalID: 4003, PlatformID: ContactId, Status: 'Active' }))
    const { MembershipTypeId } = await api.good(caller.post('/api/membershiptypes/0', { Name: 'Local' }))
    const level = { Name: 'Basic', Price: 0 }
    const { MembershipLevelId: LevelId } = await api.good(
      caller.post(`/api/membershiptypes/${MembershipTypeId}/levels/0`, level),
    )
    await api.good(caller.post('/api/memberships/0', { ContactId, MembershipTypeId, LevelId }))
    await api.good(api.deletePerson({ NationalID: 4003 }))
    expect(await api.contact(4003)).toMatchObject({ Status: 'Dropped' })
    const where = { tenantId: caller.tenant.id, id: ContactId }
    expect(await server.database.system.contact.findFirst({ where })).toMatchObject({ statusId: 2 })
  })

  it('rejects a model that is not valid, and the other type of contact', async () => {
    expect((await caller.delete('/api/assoc/person/delete?model=x')).statusCode).toBe(400)
    expect((await caller.delete('/api/assoc/person/delete?model=%7B%7D')).statusCode).toBe(400)
    await api.good(api.organization({ NationalID: 4004, Name: 'Office 4' }))
    expect((await api.deletePerson({ NationalID: 4004 })).json().code).toBe('other-contact-type')
  })
})

describe('DELETE /api/assoc/organization/delete (deleteAssociationOrganization)', () => {
  it('ends the national membership of a business', async () => {
    await api.good(api.organization({ NationalID: 4101, Name: 'Closing' }))
    await api.good(api.deleteOrganization({ NationalID: 4101 }))
    expect(await api.contact(4101)).toMatchObject({ Status: 'Dropped' })
  })
})
