import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addOwner } from '#test/support/people/chapter-records'
import { readFeed } from '#test/support/people/read-feed'
import { openTwoChapters, type TwoChapters } from '#test/support/people/two-chapters'

let two: TwoChapters
beforeAll(async () => {
  two = await openTwoChapters()
}, 120_000)
afterAll(() => two.server.close())

describe('GET /api/contacts/delta (listContactChanges), limited to chapters', () => {
  const feed = async (since: string) =>
    (await readFeed(two.owner, since, 500)).json() as {
      ContactId: number
      DisplayName: string | null
      ModifiedDate: string
      IsDeleted: boolean
    }[]

  test('returns only members, those that join as changed, and those that leave as deleted, without a name', async () => {
    const whole = await feed('2020-01-01T00:00:00Z')
    expect(whole.map(({ ContactId }) => ContactId)).toContain(two.ids.ann)
    expect(whole.map(({ ContactId }) => ContactId)).not.toContain(two.ids.eve)
    const since = whole.at(-1)?.ModifiedDate ?? ''
    const { system } = two.server.database
    const link = { tenantId: two.admin.tenant.id, contactId: two.ids.eve, chapterId: two.north.id, isPrimary: true }
    const { id } = await system.contactChapter.create({ data: link })
    const joined = await feed(since)
    expect(joined.map(({ ContactId, IsDeleted }) => [ContactId, IsDeleted])).toEqual([[two.ids.eve, false]])
    await system.contactChapter.deleteMany({ where: { tenantId: two.admin.tenant.id, id } })
    await two.save(two.admin, `/api/contacts/person/${two.ids.eve}`, {
      AuditId: (await two.rowOf(two.ids.eve)).auditId,
      MiddleName: 'Secret',
    })
    const left = await feed(joined.at(-1)?.ModifiedDate ?? '')
    expect(left.map(({ ContactId, DisplayName, IsDeleted }) => [ContactId, DisplayName, IsDeleted])).toEqual([
      [two.ids.eve, null, true],
    ])
    expect(await feed(left.at(-1)?.ModifiedDate ?? '')).toEqual([])
    await system.contactChapter.create({ data: link })
    expect((await feed(left.at(-1)?.ModifiedDate ?? '')).map(({ IsDeleted }) => IsDeleted)).toEqual([false])
    await system.contactChapter.deleteMany({ where: { tenantId: two.admin.tenant.id, contactId: two.ids.eve } })
  })

  test('returns a contact once whose row changes with its move', async () => {
    const { system } = two.server.database
    const where = { tenantId: two.admin.tenant.id, contactId: two.ids.eve, chapterId: two.south.id }
    const stamped = await system.$transaction(async (tx) => {
      await tx.contactChapter.create({ data: { ...where, isPrimary: true } })
      await tx.contact.updateMany({
        where: { tenantId: two.admin.tenant.id, id: two.ids.eve },
        data: { auditId: { increment: 1 } },
      })
      return (await tx.contact.findFirstOrThrow({ where: { tenantId: two.admin.tenant.id, id: two.ids.eve } }))
        .modifiedAt
    })
    expect((await two.rowOf(two.ids.eve)).modifiedAt).toEqual(stamped)
    await system.contactChapter.deleteMany({ where })
    expect((await two.rowOf(two.ids.eve)).modifiedAt > stamped).toBe(true)
  })

  test('does not return a contact whose primary chapter changes', async () => {
    const { modifiedAt } = await two.rowOf(two.ids.ben)
    await two.server.database.system.contactChapter.updateMany({
      where: { tenantId: two.admin.tenant.id, contactId: two.ids.ben, chapterId: two.south.id },
      data: { isByPostalCode: true },
    })
    expect((await two.rowOf(two.ids.ben)).modifiedAt).toEqual(modifiedAt)
  })
})

describe('the access scope of a caller limited to chapters', () => {
  test('contains the contacts of each own chapter; a contact of two chapters is visible to the owners of both', async () => {
    const other = await addOwner(two.server, two.admin, [{ id: two.south.id, canEdit: true }])
    expect(await two.names(other)).toEqual(['Ben Both', 'South chapter'])
    const id = await two.person('Sven', 'South', {}, other)
    expect((await two.owner.get(`/api/contacts/person/${id}`)).statusCode).toBe(404)
    expect((await other.get(`/api/contacts/person/${id}`)).statusCode).toBe(200)
  })

  test('is empty without a chapter', async () => {
    const withoutChapter = await addOwner(two.server, two.admin, [])
    expect(await two.names(withoutChapter)).toEqual([])
    expect((await withoutChapter.get('/api/contacts/delta?modifiedSince=2020-01-01T00:00:00Z&top=50')).json()).toEqual(
      [],
    )
    expect((await withoutChapter.post('/api/contacts/person/0', { FirstName: 'A', LastName: 'B' })).statusCode).toBe(
      403,
    )
  })

  test('allows no change in a chapter with read access', async () => {
    const reader = await addOwner(two.server, two.admin, [{ id: two.north.id, canEdit: false }])
    const read = await reader.get(`/api/contacts/person/${two.ids.ann}`)
    expect(read.statusCode).toBe(200)
    const refused = await reader.post(`/api/contacts/person/${two.ids.ann}`, {
      AuditId: read.json().AuditId,
      LastName: 'X',
    })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'insufficient-scope'])
    const [row] = (await reader.get('/api/contacts?$search=ann')).json().Results
    expect(row.Actions).toEqual(['view'])
  })

  test('allows changes only in the chapter with write access', async () => {
    const mixed = await addOwner(two.server, two.admin, [
      { id: two.north.id, canEdit: false },
      { id: two.south.id, canEdit: true },
    ])
    expect((await mixed.get(`/api/contacts/person/${two.ids.ann}`)).statusCode).toBe(200)
    const actions = (await mixed.get('/api/contacts?$top=50')).json().Results
    const of = (name: string) => actions.find(({ Name }: { Name: string }) => Name === name).Actions
    expect(of('Ann North')).toEqual(['view'])
    expect(of('Ben Both')).toContain('edit')
    const change = async (id: number) =>
      (await mixed.post(`/api/contacts/person/${id}`, { AuditId: (await two.rowOf(id)).auditId, MiddleName: 'M' }))
        .statusCode
    expect(await change(two.ids.ann)).toBe(404)
    expect(await change(two.ids.ben)).toBe(200)
    const made = await two.person('Mixed', 'Made', {}, mixed)
    const links = await two.server.database.system.contactChapter.findMany({
      where: { tenantId: two.admin.tenant.id, contactId: made },
    })
    expect(links.map(({ chapterId }) => chapterId)).toEqual([two.south.id])
  })
})
