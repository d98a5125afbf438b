import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONTACTS_CHANGED } from '#areas/people/contacts/records/contact-rows.service'
import { DATA_TYPE } from '#areas/people/custom-fields/custom-fields.model'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { importFile } from '#src/cli/import/import-file'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { runJobs } from '#test/support/jobs/run-jobs'
import { addChapter, addOwner } from '#test/support/people/chapter-records'
import { addField } from '#test/support/people/custom-fields'
import { readFeed } from '#test/support/people/read-feed'
import { expectShape } from '#test/support/server/contract-shape'

interface Item {
  Name: string
  Value: string | null
  DisplayValue: string | null
}
interface Row {
  ContactId: number
  ModifiedDate: string
  IsDeleted: boolean
  CustomFields: Item[]
}
type Reader = Pick<TestCaller, 'get'>

let server: TestApp
let mine: TestCaller
const fields = new Map<string, Awaited<ReturnType<typeof addField>>>()
const field = (name: string) => fields.get(name) ?? expect.fail(name)

beforeAll(async () => {
  server = await buildTestApp({ own: true })
  mine = await server.tenant()
  for (const [name, dataTypeId] of Object.entries(DATA_TYPE)) {
    const more = {
      ...(name === 'scale' && { scaleMinimum: 1, scaleMaximum: 5 }),
      ...(/select/i.test(name) && { choices: ['Small', 'Large', 'Other'] }),
    }
    fields.set(name, await addField(server.database, mine.tenant.id, { name, dataTypeId, ...more }))
  }
  const more: [string, number, object][] = [
    ['Everybody', DATA_TYPE.text, { objectTypeId: 1 }],
    ['Industry', DATA_TYPE.text, { objectTypeId: 3 }],
    ['Lands', DATA_TYPE.multiSelect, { externalDataSource: 'countries' }],
    ['Circle', DATA_TYPE.select, { externalDataSource: 'groups' }],
    ['Branch', DATA_TYPE.select, { externalDataSource: 'chapters' }],
    ['Wish', DATA_TYPE.select, { externalDataSource: 'membershiptypes' }],
  ]
  for (const [name, dataTypeId, rest] of more)
    fields.set(name, await addField(server.database, mine.tenant.id, { name, dataTypeId, ...rest }))
})
afterAll(() => server.close())

const EARLY = '2000-01-01T00:00:00Z'
const feed = async (since: string, caller: Reader = mine): Promise<Row[]> => {
  const answer = await readFeed(caller, since)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('listContactChanges', answer.json())
  return answer.json()
}
/** The time of the last change. Not read from the feed, which shows a change only after its millisecond. */
const now = async () => {
  const { _max } = await server.database.system.contact.aggregate({
    where: { tenantId: mine.tenant.id },
    _max: { modifiedAt: true },
  })
  return _max.modifiedAt?.toISOString() ?? EARLY
}
const idsSince = async (since: string) => (await feed(since)).map(({ ContactId }) => ContactId)
const wordsOf = async (contactId: number, caller?: Reader) =>
  (await feed(EARLY, caller))
    .find(({ ContactId }) => ContactId === contactId)
    ?.CustomFields.map(({ Name, Value, DisplayValue }) => [Name, Value, DisplayValue])

let count = 0
const ok = async (asked: ReturnType<TestCaller['post']>) => {
  const answer = await asked
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const value = (Name: string, Value: string | null) => ({ Name, Value })
const person = async (...CustomFields: object[]): Promise<number> => {
  const body = { LastName: `Probe ${++count}`, forceSave: true, CustomFields }
  return (await ok(mine.post('/api/contacts/person/0', body))).ContactId
}
const save = (contactId: number, AuditId: number, ...CustomFields: object[]) =>
  ok(mine.post(`/api/contacts/person/${contactId}`, { AuditId, forceSave: true, CustomFields }))

describe('GET /api/contacts/delta (listContactChanges): values of custom fields', () => {
  test('returns values of every type as the contact does, and no fields without a value', async () => {
    const { database } = server
    const tenantId = mine.tenant.id
    const friend = await person()
    const group = await database.system.group.create({ data: { tenantId, name: 'Choir' } })
    const type = await database.system.membershipType.create({ data: { tenantId, name: 'Gold', nameKey: 'gold' } })
    const chapter = await addChapter(server, tenantId, 'Uppland')
    const [, large, other] = field('multiSelect').choiceIds
    const contactId = await person(
      ...[value('text', 'Ångström'), value('integer', '-12'), value('number', '1.50'), value('money', '7')],
      ...[value('longText', 'a\n\nb'), value('date', '2024-02-29'), value('yesNo', 'false'), value('scale', '5')],
      ...[value('stateProvince', 'IL'), value('country', '752'), value('link', 'https://example.org/x')],
      ...[value('contact', String(friend)), value('select', String(field('select').choiceIds[0]))],
      ...[value('multiSelect', `[${other}, ${large}]`), value('Everybody', 'x'), value('Lands', '[578, 752]')],
      ...[value('Circle', String(group.id)), value('Wish', String(type.id)), value('Branch', String(chapter.id))],
    )
    const shown = (await feed(EARLY)).find(({ ContactId }) => ContactId === contactId)?.CustomFields
    const read: Item[] = (await mine.get(`/api/contacts/person/${contactId}`)).json().CustomFields
    expect(shown).toEqual(read.filter(({ Value }) => Value !== null))
    expect(shown).toHaveLength(19)
    expect(await wordsOf(friend)).toEqual([])
    const organization = await ok(
      mine.post('/api/contacts/org/0', { OrganizationName: 'Mill', CustomFields: [value('Industry', 'Flour')] }),
    )
    expect(await wordsOf(organization.ContactId)).toEqual([['Industry', 'Flour', 'Flour']])
  })

  test('returns no value of an archived field, of a deleted contact, or of another tenant', async () => {
    const old = await addField(server.database, mine.tenant.id, { name: 'Old', dataTypeId: 1 })
    const contactId = await person(value('Old', 'x'), value('text', 'y'))
    await server.database.system.customField.updateMany({
      where: { tenantId: mine.tenant.id, id: old.id },
      data: { isArchived: true },
    })
    expect(await wordsOf(contactId)).toEqual([['text', 'y', 'y']])
    await ok(mine.delete(`/api/contacts/${contactId}/1`))
    expect(await wordsOf(contactId)).toEqual([])
    const theirs = await server.foreignTenant()
    const { id } = await addField(server.database, theirs.tenant.id, { name: 'Theirs', dataTypeId: 1 })
    const { ContactId } = await ok(
      theirs.post('/api/contacts/person/0', {
        LastName: 'Their',
        CustomFields: [{ CustomFieldId: id, Value: 'secret' }],
      }),
    )
    expect(await wordsOf(ContactId, theirs)).toEqual([['Theirs', 'secret', 'secret']])
    expect(await idsSince(EARLY)).not.toContain(ContactId)
  })

  test('returns only the values of contacts of the caller’s chapters, and no name of another contact', async () => {
    const stranger = await person(value('text', 'hidden'))
    const member = await person(value('text', 'seen'), value('contact', String(stranger)))
    const chapter = await addChapter(server, mine.tenant.id, 'North', [member])
    const owner = await addOwner(server, mine, [{ id: chapter.id, canEdit: false }])
    expect(await wordsOf(member, owner)).toEqual([
      ['text', 'seen', 'seen'],
      ['contact', String(stranger), null],
    ])
    expect(JSON.stringify(await feed(EARLY, owner))).not.toContain('hidden')
    await server.database.system.contactChapter.deleteMany({ where: { tenantId: mine.tenant.id, contactId: member } })
    const left = (await feed(EARLY, owner)).find(({ ContactId }) => ContactId === member)
    expect(left).toMatchObject({ IsDeleted: true, CustomFields: [] })
  })
})

describe('GET /api/contacts/delta (listContactChanges): contacts that changed', () => {
  test('returns a contact again when a value is set, changed or cleared, and not when nothing changes', async () => {
    const contactId = await person()
    let version = 1
    for (const text of ['one', 'two', null]) {
      const since = await now()
      await save(contactId, version++, value('text', text))
      expect(await idsSince(since)).toEqual([contactId])
      expect(await wordsOf(contactId)).toEqual(text === null ? [] : [['text', text, text]])
    }
    const since = await now()
    await save(contactId, version, value('text', null))
    expect(await idsSince(since)).toEqual([])
  })

  test('returns a contact that is imported', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'guildhall-feed-'))
    const path = join(folder, 'new.csv')
    writeFileSync(path, 'LastName,CustomFields.text\nImported,from a file\n')
    const since = await now()
    const scope = await systemScope(
      { database: server.database, clock: systemClock, log: server.app.log },
      mine.tenant.id,
    )
    await importFile(scope, { path, choices: {}, reportPath: `${path}.refused.csv`, onProgress: () => undefined })
    rmSync(folder, { recursive: true })
    const [row] = await feed(since)
    expect(row?.CustomFields).toMatchObject([{ Name: 'text', Value: 'from a file' }])
  })

  test('returns the winner of a merge with its new values, and contacts with a value that referenced the loser', async () => {
    const winner = await person(value('text', 'stays'))
    const loser = await person(value('text', 'goes'), value('integer', '7'))
    const friend = await person(value('contact', String(loser)))
    const stranger = await person(value('contact', String(winner)))
    const since = await now()
    const merge = { WinnerContactId: winner, WinnerAuditId: 1, LoserContactId: loser, LoserAuditId: 1 }
    await ok(mine.post('/api/contacts/merge', merge))
    expect((await idsSince(since)).sort()).toEqual([winner, loser, friend].sort())
    expect(await wordsOf(winner)).toEqual([
      ['text', 'stays', 'stays'],
      ['integer', '7', '7'],
    ])
    expect(await wordsOf(loser)).toEqual([])
    expect((await wordsOf(friend))?.[0]?.[1]).toBe(String(winner))
    expect(await idsSince(since)).not.toContain(stranger)
  })

  test('returns a contact whose field is deleted by force with its value, with an unchanged version', async () => {
    const { id } = await addField(server.database, mine.tenant.id, { name: 'Doomed', dataTypeId: 1, objectTypeId: 1 })
    const holders = [await person(value('Doomed', 'a')), await person(value('Doomed', 'b'))]
    const deleted = await person(value('Doomed', 'c'))
    await ok(mine.delete(`/api/contacts/${deleted}/1`))
    await person()
    const since = await now()
    await ok(mine.delete(`/api/customfields/${id}/1?forcesave=true`))
    await runJobs(server, CONTACTS_CHANGED)
    expect(await feed(since)).toMatchObject(holders.map((ContactId) => ({ ContactId, CustomFields: [] })))
    expect((await mine.get(`/api/contacts/person/${holders[0]}`)).json().AuditId).toBe(1)
    const where = { tenantId: mine.tenant.id, entity: 'customfield', entityId: id }
    const history = await server.database.system.auditEntry.findFirstOrThrow({ where, orderBy: { id: 'desc' } })
    expect(history.changes).toMatchObject({ Values: 3 })
  })
})
