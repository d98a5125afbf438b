import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countQueries } from '#test/support/database/count-queries'
import { type ChaptersBench, openChapters } from '#test/support/people/chapters'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: ChaptersBench
beforeAll(async () => {
  bench = await openChapters({ own: true })
})
afterAll(() => bench.server.close())

const system = () => bench.server.database.system
const chapterId = async (body: Json = {}) => (await bench.chapter(body)).ChapterId
const mark = (contactId: number, id: number) =>
  bench.mine.post(`/api/chapters/contactchapter/markasprimary/${contactId}/${id}`)
const changes = (contactId: number) =>
  system().outboxEvent.findMany({
    where: { tenantId: bench.mine.tenant.id, kind: 'contact.chapterchanged', entityId: contactId },
    orderBy: { id: 'asc' },
  })
const primaries = (contactId: number) =>
  system().contactChapter.count({ where: { tenantId: bench.mine.tenant.id, contactId, isPrimary: true } })

describe('POST /api/chapters/contactchapter (saveContactChapter)', () => {
  test('adds the contact to the group and directory; the first chapter is primary', async () => {
    const directory = await bench.directory()
    const contactId = await bench.person()
    const id = await chapterId({ DirectoryId: String(directory) })
    expect(await bench.chaptersOf(contactId)).toEqual([])
    await bench.good('saveContactChapter', bench.put(contactId, id))
    expect(await bench.primaryOf(contactId)).toBe(id)
    expect(await bench.groupMembers(id)).toEqual([contactId])
    expect(await bench.listed(directory)).toEqual([contactId])
    expect(await bench.version(contactId)).toBe(2)
    expect((await changes(contactId)).map(({ payload }) => payload)).toEqual([
      { contactId, entered: [id], left: [], primaryChapterId: id },
    ])
  })

  test('changes nothing when it is repeated', async () => {
    const contactId = await bench.person()
    const id = await chapterId()
    await bench.put(contactId, id, { MarkAsPrimary: true })
    expect((await bench.put(contactId, id, { MarkAsPrimary: true })).statusCode).toBe(200)
    expect([await bench.version(contactId), (await changes(contactId)).length]).toEqual([2, 1])
  })

  test('makes a later chapter primary only on request', async () => {
    const contactId = await bench.person()
    const first = await chapterId()
    const second = await chapterId()
    const third = await chapterId()
    for (const id of [first, second]) await bench.put(contactId, id)
    expect(await bench.primaryOf(contactId)).toBe(first)
    await bench.put(contactId, third, { MarkAsPrimary: true })
    expect(await bench.primaryOf(contactId)).toBe(third)
    expect((await changes(contactId)).length).toBe(3)
  })

  test('does not add a contact again that left the group on its own', async () => {
    const contactId = await bench.person()
    const id = await chapterId()
    const { PrimaryGroupId } = await bench.read(id)
    await bench.mine.delete(`/api/contacts/${contactId}/groups/${PrimaryGroupId}?isOptOut=true`)
    await bench.put(contactId, id)
    expect([await bench.chaptersOf(contactId), await bench.groupMembers(id)]).toEqual([[id], []])
  })

  test('rejects unknown ids and names the field', async () => {
    const contactId = await bench.person()
    const id = await chapterId()
    const foreign = await bench.chapter({}, bench.theirs)
    const deleted = await bench.person()
    await bench.mine.delete(`/api/contacts/${deleted}/1`)
    const cases: [number, number, number, string][] = [
      [deleted, id, 422, '/ContactId'],
      [await bench.person(bench.theirs), id, 422, '/ContactId'],
      [2147480000, id, 422, '/ContactId'],
      [contactId, foreign.ChapterId, 422, '/ChapterId'],
      [contactId, 0, 422, '/ChapterId'],
      [0, id, 400, '/ContactId'],
    ]
    for (const [contact, chapter, status, pointer] of cases)
      expect(await refusal(bench.put(contact, chapter))).toEqual([status, pointer])
    expect(await refusal(bench.mine.post('/api/chapters/contactchapter', { ContactId: contactId }))).toEqual([
      400,
      '/ChapterId',
    ])
  })
})

describe('POST /api/chapters/contactchapter/markasprimary/{contactid}/{chapterid} (markPrimaryChapter)', () => {
  test('makes a chapter of the contact primary, and changes nothing when it is repeated', async () => {
    const contactId = await bench.person()
    const first = await chapterId()
    const second = await chapterId()
    for (const id of [first, second]) await bench.put(contactId, id)
    await bench.good('markPrimaryChapter', mark(contactId, second))
    expect((await mark(contactId, second)).statusCode).toBe(200)
    expect(await bench.chaptersOf(contactId)).toEqual([second, first])
    expect((await changes(contactId)).at(-1)?.payload).toMatchObject({ entered: [], primaryChapterId: second })
    expect((await changes(contactId)).length).toBe(3)
  })

  test('shows the chapters on the organization, the primary one first, read-only without the scope to change', async () => {
    const contactId = await bench.organization()
    const shown = await bench.mine.get(`/api/contacts/OrgGeneral/${contactId}`)
    expect(shown.json().ContactChapters).toEqual([])
    const first = await bench.chapter()
    const second = await bench.chapter()
    for (const { ChapterId } of [first, second]) await bench.put(contactId, ChapterId)
    await mark(contactId, second.ChapterId)
    const { body } = await bench.good('getOrganizationGeneral', bench.mine.get(`/api/contacts/OrgGeneral/${contactId}`))
    expect(body.ContactChapters).toEqual([
      { ChapterId: second.ChapterId, Name: second.OrganizationName, IsPrimary: true },
      { ChapterId: first.ChapterId, Name: first.OrganizationName, IsPrimary: false },
    ])
    expect(body.IsContactChaptersReadOnly).toBe(false)
    const reader = await bench.server.caller(bench.mine.tenant, ['contacts:read', 'chapters:read'])
    expect((await reader.get(`/api/contacts/OrgGeneral/${contactId}`)).json().IsContactChaptersReadOnly).toBe(true)
  })

  test('returns 404 for a chapter that the contact is not in', async () => {
    expect(await refusal(mark(await bench.person(), await chapterId()))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/chapters/contactchapter/delete/{contactid}/{chapterid} (deleteContactChapter)', () => {
  test('removes the contact from group and directory, and makes another chapter primary', async () => {
    const directory = await bench.directory()
    const contactId = await bench.person()
    const first = await chapterId({ DirectoryId: String(directory) })
    const second = await chapterId({ DirectoryId: String(directory) })
    const third = await chapterId()
    for (const id of [first, second, third]) await bench.put(contactId, id)
    await bench.good('deleteContactChapter', bench.takeOut(contactId, first))
    expect(await bench.primaryOf(contactId)).toBe(second)
    expect(await bench.groupMembers(first)).toEqual([])
    // The second chapter lists in the same directory.
    expect(await bench.listed(directory)).toEqual([contactId])
    await bench.takeOut(contactId, second)
    expect(await bench.listed(directory)).toEqual([])
    expect(await bench.primaryOf(contactId)).toBe(third)
    expect(await refusal(bench.takeOut(contactId, second))).toEqual([404, 'not-found'])
    await bench.takeOut(contactId, third)
    expect(await bench.primaryOf(contactId)).toBe(0)
  })

  test('requires chapters:write, and returns 404 for another tenant', async () => {
    const contactId = await bench.person()
    const id = await chapterId()
    await bench.put(contactId, id)
    const path = `/api/chapters/contactchapter/delete/${contactId}/${id}`
    const reader = await bench.server.caller(bench.mine.tenant, ['chapters:read', 'contacts:write'])
    expect((await reader.delete(path)).statusCode).toBe(403)
    expect((await reader.post(`/api/chapters/contactchapter/markasprimary/${contactId}/${id}`)).statusCode).toBe(403)
    expect(
      (await reader.post('/api/chapters/contactchapter', { ContactId: contactId, ChapterId: id })).statusCode,
    ).toBe(403)
    expect(await refusal(bench.theirs.delete(path))).toEqual([404, 'not-found'])
    expect(await bench.chaptersOf(contactId)).toEqual([id])
  })
})

describe('50 concurrent requests', () => {
  test('leave one primary chapter when they add a contact to five chapters', async () => {
    const contactId = await bench.person()
    const ids = await Promise.all(Array.from({ length: 5 }, () => chapterId()))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => bench.put(contactId, ids[at % 5] ?? 0, { MarkAsPrimary: at % 3 === 0 })),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect([(await bench.chaptersOf(contactId)).length, await primaries(contactId)]).toEqual([5, 1])
  })

  test('leave exactly one primary chapter when they add, remove and mark', async () => {
    const contactId = await bench.person()
    const ids = await Promise.all(Array.from({ length: 4 }, () => chapterId()))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => {
        const id = ids[at % 4] ?? 0
        if (at % 5 === 3) return bench.takeOut(contactId, id)
        return at % 5 === 4 ? mark(contactId, id) : bench.put(contactId, id)
      }),
    )
    expect(answers.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 404)).toEqual([])
    const left = await bench.chaptersOf(contactId)
    expect(await primaries(contactId)).toBe(left.length > 0 ? 1 : 0)
    for (const id of ids) expect(await bench.groupMembers(id)).toEqual(left.includes(id) ? [contactId] : [])
  })

  test('leave no contact in a chapter that is deleted at the same time', async () => {
    const id = await chapterId()
    const people = await Promise.all(Array.from({ length: 10 }, () => bench.person()))
    const [gone, ...answers] = await Promise.all([
      bench.mine.delete(`/api/chapters/${id}`),
      ...people.map((contactId) => bench.put(contactId, id)),
    ])
    const rows = await system().contactChapter.count({ where: { tenantId: bench.mine.tenant.id, chapterId: id } })
    const expected = gone?.statusCode === 200 ? [0, 422] : [10, 200]
    expect([rows, ...new Set(answers.map(({ statusCode }) => statusCode))]).toEqual(expected)
  })
})

describe('POST /api/contacts/merge (mergeContacts)', () => {
  test('keeps one primary chapter, and the choice of staff', async () => {
    const winner = await bench.person()
    const loser = await bench.person()
    const shared = await chapterId()
    const own = await chapterId()
    const other = await chapterId()
    for (const id of [own, shared]) await bench.put(winner, id)
    for (const id of [other, shared]) await bench.put(loser, id)
    await system().contactChapter.updateMany({
      where: { tenantId: bench.mine.tenant.id, contactId: winner },
      data: { isByPostalCode: true },
    })
    const versions = { WinnerAuditId: await bench.version(winner), LoserAuditId: await bench.version(loser) }
    const sent = { WinnerContactId: winner, LoserContactId: loser, ...versions }
    expect((await bench.mine.post('/api/contacts/merge', sent)).statusCode).toBe(200)
    expect(new Set(await bench.chaptersOf(winner))).toEqual(new Set([own, shared, other]))
    expect([await bench.primaryOf(winner), await primaries(winner)]).toEqual([own, 1])
    const chosen = await system().contactChapter.findMany({
      where: { tenantId: bench.mine.tenant.id, contactId: winner, isByPostalCode: false },
    })
    expect(new Set(chosen.map((row) => row.chapterId))).toEqual(new Set([shared, other]))
  })

  test('gives the primary chapter to a contact without one', async () => {
    const winner = await bench.person()
    const loser = await bench.person()
    const id = await chapterId()
    await bench.put(loser, id)
    const sent = { WinnerContactId: winner, WinnerAuditId: 1, LoserContactId: loser, LoserAuditId: 2 }
    expect((await bench.mine.post('/api/contacts/merge', sent)).statusCode).toBe(200)
    expect(await bench.primaryOf(winner)).toBe(id)
  })
})

describe('POST /api/chapters/{chapterid}/{forcesave} (saveChapter)', () => {
  test('adds the contacts to a new group and directory, and removes them from the previous directory on request', async () => {
    const old = await bench.directory()
    const next = await bench.directory()
    const last = await bench.directory()
    const id = await chapterId({ DirectoryId: String(old) })
    const neighbour = await chapterId({ DirectoryId: String(old) })
    const one = await bench.person()
    const both = await bench.person()
    for (const contactId of [one, both]) await bench.put(contactId, id)
    await bench.put(both, neighbour)
    const change = (body: Json) => bench.save(id, body)
    await change({ DirectoryId: String(next) })
    await bench.runJobs('chapter_lists')
    expect([await bench.listed(next), await bench.listed(old)]).toEqual([
      [one, both],
      [one, both],
    ])
    expect(await bench.read(id)).toMatchObject({ PreviousDirectoryId: String(old) })
    await change({ DirectoryId: String(old) })
    await bench.runJobs('chapter_lists')
    await change({ DirectoryId: String(last), RemoveContactsFromPreviousDirectory: true })
    await bench.runJobs('chapter_lists')
    // Contacts that another chapter lists in the old directory stay there.
    expect([await bench.listed(last), await bench.listed(old)]).toEqual([[one, both], [both]])
    expect(await bench.read(id)).toMatchObject({
      RemoveContactsFromPreviousDirectory: false,
      PreviousDirectoryId: String(old),
    })
    const PrimaryGroupId = String((await bench.mine.post('/api/groups/0', { Name: 'Next group' })).json().GroupId)
    await change({ PrimaryGroupId })
    await bench.runJobs('chapter_lists')
    expect(await bench.groupMembers(id)).toEqual([one, both])
  })
})

test('reading takes the same number of statements for any number of chapters', async () => {
  const cost = async (path: string) =>
    (await countQueries(bench.server.database, () => bench.mine.get(path))).queries.length
  const contactId = await bench.person()
  const id = await chapterId()
  await bench.put(contactId, id)
  const paths = [
    '/api/chapters/items',
    '/api/chapters/chapters/lookup',
    '/api/chapters/chapters/contacts/lookup/true',
    '/api/chapters/chaptersformembership/lookup',
    `/api/chapters/contactchapter/lookup/${contactId}`,
    '/api/directories',
  ]
  const before = await Promise.all(paths.map(cost))
  for (let made = 0; made < 8; made++) {
    await bench.put(contactId, await chapterId())
    await bench.directory()
  }
  const after: number[] = []
  for (const path of paths) after.push(await cost(path))
  for (const [at, path] of paths.entries()) expect(after[at], path).toBeLessThanOrEqual(before[at] ?? 0)
  expect(after[0]).toBe(1)
})
