import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cronTasks, subscribers, tasks } from '#areas/joined'
import { CodeBook } from '#areas/people/chapters/assignments/assignments.queries'
import { startWorker, type Worker } from '#kernel/jobs/worker'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import type { TestCaller } from '#test/support/build-app'
import { type ChaptersBench, openChapters } from '#test/support/people/chapters'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: ChaptersBench
let worker: Worker
const context = () => ({ database: bench.server.database, clock: systemClock, log: bench.server.app.log })
beforeAll(async () => {
  bench = await openChapters({ own: true })
  worker = await startWorker({ context: context(), tasks, cron: cronTasks, subscribers, concurrency: 2 })
})
afterAll(async () => {
  await worker.stop()
  await bench.server.close()
})

let tenant: TestCaller
beforeEach(async () => {
  tenant = await bench.server.tenant()
})
afterEach(async () => {
  await bench.server.database.system.chapterAssignment.deleteMany({ where: { tenantId: tenant.tenant.id } })
})

const chapter = async (PostalCodesJson: string | null, body: Json = {}) =>
  (await bench.chapter({ PostalCodesJson, ...body }, tenant)).ChapterId
const living = async (PostalCode: string | null) => {
  const body = { FirstName: 'Ada', LastName: 'Byron', forceSave: true, Addresses: PostalCode ? [{ PostalCode }] : [] }
  return (await tenant.post('/api/contacts/person/0', body)).json().ContactId as number
}
const assign = async () => {
  const answer = await tenant.get('/api/chapters/contactchapter/assignzipcodes')
  expect(answer.headers['cache-control']).toBe('no-store')
  return (await bench.good('assignChaptersByPostalCode', Promise.resolve(answer))).body as Json
}
const counts = ({ ContactCount, AssignedCount, RemovedCount, UnchangedCount, UnmatchedCount }: Json) => [
  ContactCount,
  AssignedCount,
  RemovedCount,
  UnchangedCount,
  UnmatchedCount,
]
const chaptersOf = async (contactId: number) =>
  (await tenant.get(`/api/chapters/contactchapter/lookup/${contactId}`)).json().map(({ Id }: Json) => Id)
const put = (ContactId: number, ChapterId: number) =>
  tenant.post('/api/chapters/contactchapter', { ContactId, ChapterId })

describe('GET /api/chapters/contactchapter/assignzipcodes (assignChaptersByPostalCode)', () => {
  test('applies exact codes, prefixes, ranges and the catch-all in this order', async () => {
    const exact = await chapter('["12201"]')
    const prefix = await chapter('["122*"]')
    const wide = await chapter('["10000-19999"]')
    const narrow = await chapter('["12300-12399"]')
    const codes = ['12201', '12201-0007', '12299', '12345', '13000', 'SW1A 1AA', null]
    const people = await Promise.all(codes.map(living))
    const wanted = [[exact], [exact], [prefix], [narrow], [wide], [], []]
    expect(counts(await assign())).toEqual([7, 5, 0, 0, 2])
    expect(await Promise.all(people.map(chaptersOf))).toEqual(wanted)
    const rest = await chapter('[]')
    expect(counts(await assign())).toEqual([7, 2, 0, 5, 0])
    expect(await chaptersOf(people[6] ?? 0)).toEqual([rest])
    const { PrimaryGroupId } = (await tenant.get(`/api/chapters/${exact}`)).json()
    expect((await tenant.get(`/api/groups/${PrimaryGroupId}`)).json().MemberCount).toBe(2)
    const { system } = bench.server.database
    const where = { tenantId: tenant.tenant.id, kind: 'contact.chapterchanged', entityId: people[6] ?? 0 }
    expect((await system.outboxEvent.findMany({ where })).map(({ payload }) => payload)).toEqual([
      { contactId: people[6], entered: [rest], left: [], primaryChapterId: rest },
    ])
  })

  test('moves contacts that it assigned, and keeps the chapters that staff chose', async () => {
    const one = await chapter('["1*"]')
    const two = await chapter('["2*"]')
    const three = await chapter(null)
    const moved = await living('1')
    const chosen = await living('1')
    const adopted = await living('1')
    const both = await living('1')
    await put(chosen, three)
    expect(counts(await assign())).toEqual([4, 3, 0, 1, 0])
    await put(adopted, one)
    await put(both, three)
    await tenant.post(`/api/chapters/${one}/true`, { PostalCodesJson: null })
    await tenant.post(`/api/chapters/${two}/true`, { PostalCodesJson: '["1*","2*"]' })
    expect(counts(await assign())).toEqual([4, 2, 2, 2, 0])
    expect(await Promise.all([moved, chosen, adopted, both].map(chaptersOf))).toEqual([
      [two],
      [three],
      [one],
      [three, two],
    ])
    await tenant.post(`/api/chapters/${two}/true`, { PostalCodesJson: null })
    expect(counts(await assign())).toEqual([4, 0, 2, 3, 1])
    expect(await chaptersOf(moved)).toEqual([])
    expect(counts(await assign())).toEqual([4, 0, 0, 3, 1])
  })

  test('uses the codes that a chapter has when a batch starts', async () => {
    const scope = await systemScope(context(), tenant.tenant.id)
    const book = new CodeBook()
    const find = (code: string) => scope.db.transaction(async (tx) => (await book.finder(scope, tx)).find(code))
    const one = await chapter('["1*"]')
    const two = await chapter('["2*"]')
    expect([await find('11'), await find('22')]).toEqual([one, two])
    await tenant.post(`/api/chapters/${one}/true`, { PostalCodesJson: '["2*"]' })
    expect([await find('11'), await find('22')]).toEqual([null, one])
    const three = await chapter('["11"]')
    await tenant.post(`/api/chapters/${one}/true`, { PostalCodesJson: null })
    expect([await find('11'), await find('22')]).toEqual([three, two])
  })

  test('leaves out deleted and unlisted contacts, and the organizations of chapters', async () => {
    const id = await chapter('[]')
    const gone = await living('1')
    const kept = await living('1')
    await tenant.delete(`/api/contacts/${gone}/1`)
    expect(counts(await assign())).toEqual([1, 1, 0, 0, 0])
    const rows = await bench.server.database.system.contactChapter.findMany({
      where: { tenantId: tenant.tenant.id, chapterId: id },
    })
    expect(rows.map(({ contactId, isPrimary, isByPostalCode }) => [contactId, isPrimary, isByPostalCode])).toEqual([
      [kept, true, true],
    ])
  })

  test('runs one job for concurrent requests', async () => {
    await chapter('["1*"]')
    await Promise.all(Array.from({ length: 20 }, () => living('12')))
    await Promise.all(Array.from({ length: 5 }, assign))
    const runs = await bench.server.database.system.chapterAssignment.findMany({
      where: { tenantId: tenant.tenant.id },
    })
    expect(runs.reduce((sum, { assignedCount }) => sum + assignedCount, 0)).toBe(20)
  })
})

describe('GET /api/chapters/contactchapter/assignzipcodes/{jobid} (getChapterAssignment)', () => {
  test('returns a job by its id', async () => {
    await chapter('["1*"]')
    await Promise.all(['12', '13'].map(living))
    const { JobId } = await assign()
    const asked = await bench.good(
      'getChapterAssignment',
      tenant.get(`/api/chapters/contactchapter/assignzipcodes/${JobId}`),
    )
    expect(asked.body).toMatchObject({ Status: 'completed', Percent: 100, ContactCount: 2 })
    const path = '/api/chapters/contactchapter/assignzipcodes'
    expect(await refusal(bench.theirs.get(`${path}/${JobId}`))).toEqual([404, 'not-found'])
    expect(await refusal(tenant.get(`${path}/${crypto.randomUUID()}`))).toEqual([404, 'not-found'])
    expect(await refusal(tenant.get(`${path}/7`))).toEqual([400, 'path:jobid'])
    const reader = await bench.server.caller(tenant.tenant, ['chapters:write'])
    expect((await reader.get(`${path}/${JobId}`)).statusCode).toBe(403)
  })
})
