import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
let directory: number
beforeAll(async () => {
  bench = await openDetails()
  directory = await createDirectory('Find a member')
})
afterAll(() => bench.server.close())

const createDirectory = async (Name: string): Promise<number> =>
  (await bench.good('saveDirectory', bench.mine.post('/api/directories/0', { Name }))).body.DirectoryId as number
const pathOf = (id: number, directoryId = directory) => `/api/directories/${directoryId}/listingtypes/${id}`
const save = (id: number, body: Json, directoryId = directory, caller = bench.mine) =>
  caller.post(pathOf(id, directoryId), body)
const create = async (Name: string, directoryId = directory): Promise<number> =>
  (await bench.good('saveDirectoryListingType', save(0, { Name }, directoryId))).body.ListingTypeId as number

describe('POST /api/directories/{directoryId}/listingtypes/{listingTypeId} (saveDirectoryListingType)', () => {
  test('creates a type that ActiveListingTypes of a field then contains, and renames it by its version', async () => {
    const id = await create(' Premium  plus ')
    expect(await refusal(save(0, { Name: 'PREMIUM PLUS' }))).toEqual([409, 'duplicate'])
    expect((await save(0, {})).json().code).toBe('name-needed')
    expect(await refusal(save(id, { AuditId: 5, Name: 'x' }))).toEqual([409, 'stale-audit-id'])
    const renamed = await bench.good('saveDirectoryListingType', save(id, { AuditId: 1, Name: 'Premium' }))
    expect([renamed.body, renamed.version]).toMatchObject([{ Name: 'Premium', DirectoryId: directory }, 2])
    const blank = await bench.mine.get(`/api/customfields/directorylisting/${directory}/0`)
    expect(blank.json().ActiveListingTypes).toEqual([{ Id: id, Name: 'Premium', IsActive: true }])
    const where = { tenantId: bench.mine.tenant.id, entity: 'directorylistingtype', entityId: id }
    const events = await bench.server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ kind, payload }) => [kind, payload])).toEqual([
      ['directorylistingtype.created', { name: 'Premium plus', directoryId: directory }],
      ['directorylistingtype.updated', { name: 'Premium', directoryId: directory }],
    ])
  })

  test('rejects the 101st type, another tenant, and callers without directories:write', async () => {
    const crowded = await createDirectory('Crowded')
    const tenantId = bench.mine.tenant.id
    await bench.server.database.system.directoryListingType.createMany({
      data: Array.from({ length: 100 }, (_, n) => ({
        tenantId,
        directoryId: crowded,
        name: `T ${n}`,
        nameKey: `t ${n}`,
      })),
    })
    expect((await save(0, { Name: 'One more' }, crowded)).json().code).toBe('too-many')
    expect(await refusal(save(0, { Name: 'x' }, crowded, bench.theirs))).toEqual([404, 'not-found'])
    const reader = await bench.server.caller(bench.mine.tenant, ['directories:read'])
    expect((await save(0, { Name: 'x' }, directory, reader)).statusCode).toBe(403)
  })
})

describe('GET /api/directories/{directoryId}/listingtypes/{listingTypeId} (getDirectoryListingType)', () => {
  test('returns a type of its own directory only', async () => {
    const id = await create('Read')
    const other = await createDirectory('Other')
    const { body, version } = await bench.good('getDirectoryListingType', bench.mine.get(pathOf(id)))
    expect([body, version]).toMatchObject([{ ListingTypeId: id, ListingCount: 0 }, 1])
    expect(await refusal(bench.mine.get(pathOf(id, other)))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(pathOf(id)))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/directories/{directoryId}/listingtypes/{listingTypeId} (deleteDirectoryListingType)', () => {
  test('deletes a type that no listing of a contact has, if the contact is not deleted', async () => {
    const id = await create('Short-lived')
    const ContactId = await bench.person()
    const listing = `/api/directories/${directory}/listings/0`
    expect((await bench.mine.post(listing, { ContactId, ListingTypeId: id })).statusCode).toBe(200)
    expect((await bench.mine.get(pathOf(id))).json()).toMatchObject({ ListingCount: 1, Actions: ['view', 'edit'] })
    expect(await refusal(bench.mine.delete(pathOf(id)))).toEqual([409, 'in-use'])
    expect((await bench.mine.delete(`/api/contacts/${ContactId}/1`)).statusCode).toBe(200)
    expect((await bench.mine.delete(pathOf(id), { 'if-match': '"8"' })).statusCode).toBe(412)
    expect((await bench.mine.delete(pathOf(id))).statusCode).toBe(200)
    expect(await refusal(bench.mine.get(pathOf(id)))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/directories/{directoryId}/listingtypes (listDirectoryListingTypes)', () => {
  test('returns the types of the directory by name', async () => {
    const id = await createDirectory('Ordered')
    for (const name of ['Small', 'Large']) await create(name, id)
    const path = `/api/directories/${id}/listingtypes`
    const { body } = await bench.good('listDirectoryListingTypes', bench.mine.get(path))
    expect(body.map(({ Name }) => Name)).toEqual(['Large', 'Small'])
    expect((await bench.mine.get(`${path}?Criteria=sma`)).json()).toMatchObject([{ Name: 'Small' }])
    expect(await refusal(bench.theirs.get(path))).toEqual([404, 'not-found'])
  })
})
