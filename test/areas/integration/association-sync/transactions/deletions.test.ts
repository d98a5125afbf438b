import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type AssociationApi, associationApi, deliverChanges, type Json } from '#test/support/integration/association'
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

const status = (nationalId: number) =>
  caller.get(`/api/assoc/getcontactauditbynationalid/${nationalId}`).then(({ statusCode }) => statusCode)
const idOf = async (nationalId: number) => Number((await api.contact(nationalId)).PlatformID)
const person = (id: number) => contactsApi(caller).getPerson(id)
const row = (id: number) =>
  server.database.system.contact.findFirstOrThrow({ where: { tenantId: caller.tenant.id, id } })
/** Deletes a contact. Returns the version that a restore has to send. */
const remove = async (id: number): Promise<number> => {
  const { AuditId } = await person(id)
  await api.good(caller.delete(`/api/contacts/${id}/${AuditId}`))
  return Number(AuditId) + 1
}
const restore = (id: number, auditId: number) => api.good(caller.post(`/api/contacts/${id}/restore/${auditId}`))

describe('POST /api/contacts/{contactId}/restore/{auditId} (restoreContact)', () => {
  it('removes the number and the national membership if a transaction has created another contact', async () => {
    await api.good(api.person({ NationalID: 100, FirstName: 'Ada', LastName: 'Byron' }))
    const first = await idOf(100)
    const version = await remove(first)
    await api.good(api.person({ NationalID: 100, LastName: 'Lovelace' }))
    const second = await idOf(100)
    expect(second).not.toBe(first)
    await restore(first, version)
    expect(await idOf(100)).toBe(second)
    expect(await row(first)).toMatchObject({ nationalId: null, nationalStatusId: null, statusId: 8 })
    await api.good(api.deletePerson({ NationalID: 100 }))
    expect(await api.contact(100)).toMatchObject({ PlatformID: second, Status: 'Dropped' })
  })

  it('connects the contact with its number again, and applies what was sent while it was deleted', async () => {
    await api.good(api.person({ NationalID: 101, LastName: 'Restored' }))
    const id = await idOf(101)
    const version = await remove(id)
    await api.good(api.deletePerson({ NationalID: 101 }))
    await restore(id, version)
    expect(await api.contact(101)).toMatchObject({ PlatformID: id, Status: 'Dropped', LastName: 'Restored' })
    await api.good(api.person({ NationalID: 101, Status: 'Active', LastName: 'Returned' }))
    expect(await api.contact(101)).toMatchObject({ PlatformID: id, Status: 'Active', LastName: 'Returned' })
  })
})

describe('POST /api/assoc/person/upsert (upsertAssociationPerson)', () => {
  it('rejects a transaction in the future, so that it cannot block the fields of a number', async () => {
    const future = { NationalID: 200, LastName: 'Later', OccurredDate: '2999-01-01T00:00:00Z' }
    const refused = await api.person(future)
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({
      code: 'transaction-rule',
      errors: [{ pointer: '/Transaction/OccurredDate' }],
    })
    expect((await api.deletePerson(future)).json().errors).toMatchObject([{ pointer: 'query:model/OccurredDate' }])
    expect(await status(200)).toBe(404)
  })

  it('keeps a part of a contact until its name arrives', async () => {
    await api.good(api.person({ NationalID: 201, Email: 'part@example.org' }))
    expect(await status(201)).toBe(404)
    expect((await api.person({ NationalID: 201, Email: 'no' })).json().errors).toMatchObject([
      { pointer: '/Transaction/Email' },
    ])
    await api.good(api.person({ NationalID: 201, LastName: 'Whole' }))
    expect(await api.contact(201)).toMatchObject({ LastName: 'Whole', Email: 'part@example.org', Status: 'Active' })
  })

  it('gives a contact that replaces a deleted one the newest value of each field', async () => {
    await api.good(api.person({ NationalID: 202, FirstName: 'Grace', LastName: 'Murray', JobTitle: 'Admiral' }))
    await remove(await idOf(202))
    await api.good(api.person({ NationalID: 202, LastName: 'Hopper' }))
    expect(await api.contact(202)).toMatchObject({ FirstName: 'Grace', LastName: 'Hopper', JobTitle: 'Admiral' })
  })

  it('makes a prospect Active that it matches, if it contains no Status', async () => {
    const email = { Kind: 'email', Value: 'prospect@example.org' }
    const { ContactId } = await contactsApi(caller).person({
      FirstName: 'Pro',
      LastName: 'Spect',
      ContactList: [email],
    })
    await api.good(api.person({ NationalID: 203, FirstName: 'Pro', LastName: 'Spect', Email: 'prospect@example.org' }))
    expect(await api.contact(203)).toMatchObject({ PlatformID: ContactId, Status: 'Active' })
    expect((await api.feed('NH')).Changes.some(({ Contact }) => Contact.NationalID === 203)).toBe(true)
  })

  it('puts a person below the winner after its parent was merged', async () => {
    await api.good(api.organization({ NationalID: 204, Name: 'Loser Agency' }))
    await api.good(api.organization({ NationalID: 205, Name: 'Winner Agency' }))
    await merge(await idOf(205), await idOf(204))
    await api.good(api.person({ NationalID: 206, LastName: 'Agent', ParentNationalId: 204 }))
    expect(await api.contact(206)).toMatchObject({ ParentNationalId: 205, ParentAgency: 'Winner Agency' })
  })
})

const merge = async (winner: number, loser: number) =>
  api.good(
    caller.post('/api/contacts/merge', {
      WinnerContactId: winner,
      WinnerAuditId: (await row(winner)).auditId,
      LoserContactId: loser,
      LoserAuditId: (await row(loser)).auditId,
    }),
  )

describe('POST /api/contacts/merge (mergeContacts)', () => {
  it('keeps the number with the better national membership, and reports the other one as deleted once', async () => {
    await api.good(api.person({ NationalID: 300, LastName: 'Twice', Status: 'Dropped' }))
    await api.good(api.person({ NationalID: 301, LastName: 'Twice', Status: 'Active' }))
    await deliverChanges(server, caller)
    const winner = await idOf(300)
    const loser = await idOf(301)
    await merge(winner, loser)
    expect(await api.contact(301)).toMatchObject({ PlatformID: winner, Status: 'Active' })
    expect(await status(300)).toBe(404)
    await api.good(api.person({ NationalID: 302, LastName: 'Third', Status: 'Active' }))
    await merge(winner, await idOf(302))
    await deliverChanges(server, caller)
    for (const FirstName of ['A', 'B']) {
      await contactsApi(caller).good(
        contactsApi(caller).savePerson(winner, { AuditId: (await person(winner)).AuditId, FirstName }),
      )
      await deliverChanges(server, caller)
    }
    const rows = await api.good(caller.post('/api/logs/natregsubqueueevent', { OrderBy: 'RowId' }))
    const deletions = (rows.Results as Json[]).filter(({ ChangeType }) => ChangeType === 'Delete')
    expect(deletions.map(({ NatregId }) => NatregId).filter((number) => Number(number) >= 300)).toEqual(['302'])
  })
})

describe('DELETE /api/assoc/person/delete (deleteAssociationPerson)', () => {
  it('ends the number for the feed and the registry, also if another membership is active, until it returns', async () => {
    const own = associationApi(await server.tenant())
    const contacts = contactsApi(own.caller)
    await own.good(own.person({ NationalID: 400, LastName: 'Local' }))
    const id = Number((await own.contact(400)).PlatformID)
    const { MembershipTypeId } = await own.good(own.caller.post('/api/membershiptypes/0', { Name: 'Local' }))
    await own.good(own.caller.post('/api/memberships/0', { ContactId: id, MembershipTypeId, MembershipStatusId: 2 }))
    await own.good(own.deletePerson({ NationalID: 400 }))
    await deliverChanges(server, own.caller)
    expect(await own.contact(400)).toMatchObject({ Status: 'Dropped' })
    const rename = async (FirstName: string) => {
      const { AuditId } = await contacts.getPerson(id)
      await contacts.good(contacts.savePerson(id, { AuditId, FirstName }))
      await deliverChanges(server, own.caller)
    }
    await rename('Renamed')
    const types = async () => (await own.feed('NH')).Changes.map(({ ChangeType }) => ChangeType)
    expect(await types()).toEqual(['Create', 'Delete'])
    expect((await own.good(own.caller.get('/api/logs/natregsubqueueevent'))).Results).toEqual([])
    await own.good(own.person({ NationalID: 400, Status: 'Active' }))
    await rename('Returned')
    expect(await types()).toEqual(['Create', 'Delete', 'Return', 'Update'])
  })
})
