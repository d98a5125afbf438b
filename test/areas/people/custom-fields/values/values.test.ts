import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATA_TYPE } from '#areas/people/custom-fields/custom-fields.model'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addField } from '#test/support/people/custom-fields'
import { readFeed } from '#test/support/people/read-feed'
import { runs } from '#test/support/runner/runs'

interface Item {
  CustomFieldId: number
  Name: string
  Value: string | null
  DisplayValue: string | null
}
interface Saved {
  ContactId: number
  AuditId: number
  CustomFields: Item[]
}

let server: TestApp
let mine: TestCaller
let otherTenantsField = 0
const fields = new Map<string, Awaited<ReturnType<typeof addField>>>()
const field = (name: string) => fields.get(name) ?? expect.fail(name)

beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  const add = async (name: string, dataTypeId: number, more: object = {}) =>
    fields.set(name, await addField(server.database, mine.tenant.id, { name, dataTypeId, ...more }))
  for (const [name, type] of Object.entries(DATA_TYPE)) {
    const isChosen = type === DATA_TYPE.select || type === DATA_TYPE.multiSelect
    await add(name, type, {
      ...(type === DATA_TYPE.scale && { scaleMinimum: 1, scaleMaximum: 5 }),
      ...(isChosen && { choices: ['Small', 'Large', 'Other'] }),
    })
  }
  await add('Everybody', DATA_TYPE.text, { objectTypeId: 1 })
  await add('Industry', DATA_TYPE.text, { objectTypeId: 3 })
  await add('Gone', DATA_TYPE.text, { isArchived: true })
  otherTenantsField = (
    await addField(server.database, (await server.foreignTenant()).tenant.id, { name: 'Theirs', dataTypeId: 1 })
  ).id
})
afterAll(() => server.close())

let count = 0
const post = (kind: 'person' | 'org', id: number, body: object) => mine.post(`/api/contacts/${kind}/${id}`, body)
const person = async (CustomFields: object[] = []): Promise<Saved> => {
  const answer = await post('person', 0, { LastName: `Probe ${++count}`, forceSave: true, CustomFields })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const shownOf = (saved: Saved, Name: string) => saved.CustomFields.find((item) => item.Name === Name)?.Value
const again = async (saved: Saved) => (await mine.get(`/api/contacts/person/${saved.ContactId}`)).json<Saved>()

describe('POST /api/contacts/person/{contactId} (savePerson)', () => {
  test('stores values of every type, and returns them as sent and for display', async () => {
    const friend = await person()
    const [small, , other] = field('select').choiceIds
    const many = field('multiSelect').choiceIds
    const sent: [string, string, string, string?][] = [
      ['text', 'Ångström', 'Ångström'],
      ['integer', '-12', '-12'],
      ['number', '1.50', '1.5', '1.5'],
      ['money', '7', '7.00', '7.00'],
      ['longText', 'a\n\nb', 'a\n\nb'],
      ['date', '2024-02-29', '2024-02-29'],
      ['yesNo', 'true', 'Yes', 'true'],
      ['stateProvince', 'IL', 'IL'],
      ['country', '752', 'Sweden'],
      ['link', 'https://example.org/x', 'https://example.org/x'],
      ['contact', String(friend.ContactId), `Probe ${count}`],
      ['select', String(other), 'Other'],
      ['multiSelect', `[${many[1]}, ${many[0]}]`, 'Small; Large', `[${many[0]}, ${many[1]}]`],
      ['scale', '5', '5'],
      ['Everybody', 'x', 'x'],
    ]
    const saved = await person(sent.map(([Name, Value]) => ({ Name: Name.toUpperCase(), Value })))
    const read = await again(saved)
    expect(read.CustomFields).toEqual(saved.CustomFields)
    for (const [name, text, words, shown = text] of sent)
      expect(read.CustomFields.find(({ Name }) => Name === name)).toMatchObject({ Value: shown, DisplayValue: words })
    expect(read.CustomFields.map(({ Name }) => Name)).not.toContain('Gone')
    expect(read.CustomFields.map(({ Name }) => Name)).not.toContain('Industry')
    expect(shownOf(read, 'file')).toBeNull()
    expect(small).toBeDefined()
  })

  test('replaces sent values, clears null, keeps the rest, and records the new version and the changes', async () => {
    const saved = await person([
      { Name: 'text', Value: 'one' },
      { Name: 'integer', Value: 1 },
      { Name: 'multiSelect', Value: JSON.stringify(field('multiSelect').choiceIds) },
    ])
    const since = new Date(Date.now() - 60_000).toISOString()
    const answer = await post('person', saved.ContactId, {
      AuditId: 1,
      CustomFields: [
        { CustomFieldId: field('text').id, Value: 'two' },
        { Name: 'multiSelect', Value: `[${field('multiSelect').choiceIds[2]}]` },
        { Name: 'date', Value: '2026-01-01' },
      ],
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const read = await again(saved)
    expect(read.AuditId).toBe(2)
    expect(['text', 'integer', 'multiSelect', 'date'].map((name) => shownOf(read, name))).toEqual([
      'two',
      '1',
      `[${field('multiSelect').choiceIds[2]}]`,
      '2026-01-01',
    ])
    const where = { tenantId: mine.tenant.id, entity: 'contact', entityId: saved.ContactId, auditId: 2 }
    const audit = await server.database.system.auditEntry.findFirstOrThrow({ where })
    expect(audit.changes).toMatchObject({ 'CustomFields.text': { old: 'one', new: 'two' } })
    const event = await server.database.system.outboxEvent.findFirstOrThrow({ where })
    expect(event.kind).toBe('contact.updated')
    expect((event.payload as { fields: string[] }).fields.sort()).toEqual(
      ['CustomFields.date', 'CustomFields.multiSelect', 'CustomFields.text'].sort(),
    )
    const feed = await readFeed(mine, since)
    expect(feed.body).toContain(`"ContactId":${saved.ContactId}`)
    await post('person', saved.ContactId, { AuditId: 2, CustomFields: [{ Name: 'multiSelect', Value: null }] })
    expect(shownOf(await again(saved), 'multiSelect')).toBeNull()
  })

  test('changes nothing if the values are sent back as read', async () => {
    const saved = await person([{ Name: 'number', Value: '1.50' }])
    const answer = await post('person', saved.ContactId, { AuditId: 1, CustomFields: saved.CustomFields })
    expect(answer.json()).toMatchObject({ AuditId: 1 })
  })

  test('reports every fault with its pointer and stores nothing', async () => {
    const saved = await person([{ Name: 'text', Value: 'stays' }])
    const refuse = async (CustomFields: object[]) => {
      const answer = await post('person', saved.ContactId, { AuditId: 1, FirstName: 'New', CustomFields })
      expect(shownOf(await again(saved), 'text')).toBe('stays')
      const { code, errors } = answer.json()
      return [answer.statusCode, code, errors.map(({ pointer }: { pointer: string }) => pointer)]
    }
    const text = { Name: 'text', Value: 'new' }
    expect(await refuse([text, { Name: 'integer', Value: 'x' }, { Name: 'date', Value: '2023-02-29' }])).toEqual([
      400,
      'invalid-input',
      ['/CustomFields/1/Value', '/CustomFields/2/Value'],
    ])
    expect(await refuse([text, text])).toEqual([400, 'invalid-input', ['/CustomFields/1']])
    expect(await refuse([{ Value: 'x' }])).toEqual([400, 'invalid-input', ['/CustomFields/0/CustomFieldId']])
    for (const Name of ['nothing', 'Gone', 'Industry'])
      expect(await refuse([text, { Name, Value: 'x' }])).toEqual([422, 'unknown-reference', ['/CustomFields/1/Name']])
    expect(await refuse([text, { CustomFieldId: otherTenantsField, Value: 'x' }])).toEqual([
      422,
      'unknown-reference',
      ['/CustomFields/1/CustomFieldId'],
    ])
    const stranger = await server.foreignTenant()
    const theirs = await stranger.post('/api/contacts/person/0', { LastName: 'Stranger' })
    for (const [Name, Value] of [
      ['contact', String(theirs.json().ContactId)],
      ['country', '999'],
      ['select', String(field('multiSelect').choiceIds[0])],
      ['file', '1'],
    ])
      expect(await refuse([text, { Name, Value }])).toEqual([422, 'unknown-reference', ['/CustomFields/1/Value']])
  })

  test('keeps an inactive choice, and rejects it as a new value', async () => {
    const [, , other] = field('select').choiceIds
    const has = await person([{ Name: 'select', Value: String(other) }])
    const hasNot = await person()
    const activate = (isActive: boolean) =>
      server.database.system.customFieldChoice.updateMany({
        where: { tenantId: mine.tenant.id, id: other ?? 0 },
        data: { isActive },
      })
    await activate(false)
    const CustomFields = [{ Name: 'select', Value: String(other) }]
    expect((await post('person', has.ContactId, { AuditId: 1, FirstName: 'A', CustomFields })).statusCode).toBe(200)
    expect((await post('person', hasNot.ContactId, { AuditId: 1, CustomFields })).statusCode).toBe(422)
    await activate(true)
  })

  test('rejects a save without a newly required value; existing records stay readable', async () => {
    const caller = await server.tenant()
    const old = (await caller.post('/api/contacts/org/0', { OrganizationName: 'Old' })).json<Saved>()
    const needed = await addField(server.database, caller.tenant.id, {
      name: 'Needed',
      dataTypeId: 1,
      objectTypeId: 3,
      isRequired: true,
    })
    expect((await caller.get(`/api/contacts/OrgGeneral/${old.ContactId}`)).json().CustomFields).toMatchObject([
      { CustomFieldId: needed.id, Value: null, IsRequired: true },
    ])
    const save = (id: number, body: object) => caller.post(`/api/contacts/org/${id}`, body)
    const refused = await save(old.ContactId, { AuditId: 1, CommonName: 'Olde' })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'required-field'])
    expect((await save(0, { OrganizationName: 'New' })).statusCode).toBe(422)
    const CustomFields = [{ Name: 'needed', Value: 'here' }]
    expect((await save(old.ContactId, { AuditId: 1, CommonName: 'Olde', CustomFields })).statusCode).toBe(200)
    expect((await save(0, { OrganizationName: 'New', CustomFields })).json().CustomFields[0].Value).toBe('here')
    expect(
      (await save(old.ContactId, { AuditId: 2, CustomFields: [{ Name: 'needed', Value: null }] })).statusCode,
    ).toBe(422)
    expect((await caller.post('/api/contacts/person/0', { LastName: 'Free' })).statusCode).toBe(200)
  })

  test('names all required fields without a value, each at its item if the request contains it', async () => {
    const caller = await server.tenant()
    for (const name of ['First', 'Second'])
      await addField(server.database, caller.tenant.id, { name, dataTypeId: 1, objectTypeId: 3, isRequired: true })
    const CustomFields = [{ Name: 'second', Value: null }]
    const refused = await caller.post('/api/contacts/org/0', { OrganizationName: 'New', CustomFields })
    expect(refused.json().errors).toEqual([
      { pointer: '/CustomFields', message: 'First must have a value' },
      { pointer: '/CustomFields/0/Value', message: 'Second must have a value' },
    ])
  })

  test.each(Object.entries(DATA_TYPE))(
    'of any text as %s stores it and reads it back, or names the field',
    async (name) => {
      const { ContactId } = await person()
      const words = fc.oneof(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.integer().map(String),
        fc.constantFrom('1.5', 'true', '2024-02-29', '752', 'https://a.example/', '4'),
      )
      let AuditId = 1
      await fc.assert(
        fc.asyncProperty(words, async (Value) => {
          const answer = await post('person', ContactId, { AuditId, CustomFields: [{ Name: name, Value }] })
          if (answer.statusCode !== 200) {
            expect([400, 422]).toContain(answer.statusCode)
            expect(answer.json().errors[0].pointer).toBe('/CustomFields/0/Value')
            return
          }
          const read = (await mine.get(`/api/contacts/person/${ContactId}`)).json<Saved>()
          AuditId = read.AuditId
          const shown = shownOf(read, name) ?? ''
          expect(Number.isNaN(Number(Value)) ? shown : Number(shown)).toBe(
            Number.isNaN(Number(Value)) ? (name === 'yesNo' ? Value.toLowerCase() : Value) : Number(Value),
          )
        }),
        { numRuns: runs(25) },
      )
    },
  )
})

describe('POST /api/contacts/merge (mergeContacts)', () => {
  test('moves values to the winner, which keeps its own values', async () => {
    const winner = await person([{ Name: 'text', Value: 'winner' }])
    const loser = await person([
      { Name: 'text', Value: 'loser' },
      { Name: 'integer', Value: '7' },
    ])
    const pointing = await person([{ Name: 'contact', Value: String(loser.ContactId) }])
    const body = {
      WinnerContactId: winner.ContactId,
      WinnerAuditId: 1,
      LoserContactId: loser.ContactId,
      LoserAuditId: 1,
    }
    const merged = await mine.post('/api/contacts/merge', body)
    expect(merged.json().Moved).toContainEqual({ Kind: 'customFields', Count: 1 })
    const read = await again(winner)
    expect([shownOf(read, 'text'), shownOf(read, 'integer')]).toEqual(['winner', '7'])
    expect(shownOf(await again(pointing), 'contact')).toBe(String(winner.ContactId))
  })
})
