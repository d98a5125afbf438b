import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { upload } from '#test/support/integration/files'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'
import { type PartCase, testDeletePart, testListParts, testSavePart } from '#test/support/people/part-tests'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const post = async (operationId: string, url: string, body: Json = {}) =>
  (await bench.good(operationId, bench.mine.post(`/api/contacts/${url}`, body))).body as Json

const communications: PartCase = {
  path: 'communications',
  list: 'listContactCommunications',
  save: 'saveContactCommunication',
  id: 'CommunicationId',
  own: 'AuditId',
  isRecord: true,
  made: {
    CommunicationTypeId: 1,
    Subject: 'Your renewal',
    Body: '<p>Dear Ada</p>',
    FromDisplayName: 'Office of Ann',
    Date: '2026-02-03T04:05:06.789Z',
    Category: 'News',
  },
  change: { Subject: 'Your second renewal', CommunicationStatusTypeId: 2 },
  texts: ['FromDisplayName', 'Category'],
  bad: [
    [{ Subject: 'x' }, '/CommunicationTypeId'],
    [{ CommunicationTypeId: 1 }, '/Subject'],
    [{ CommunicationTypeId: 6, Subject: 'x' }, '/CommunicationTypeId'],
    [{ CommunicationTypeId: 1, Subject: 'x', Body: 'x'.repeat(100_001) }, '/Body'],
  ],
}

describe('GET /api/contacts/{contactId}/communications (listContactCommunications)', () => {
  testListParts(() => bench, communications)

  test.each([
    ['Ada Lovelace', 'AL'],
    ['ada', 'A'],
    ['Ada King (Byron)', 'AB'],
    ['  "Ada"\tByron, ', 'AB'],
    ['J.-P. de Sartre', 'JS'],
    ["Miles O'Brien", 'MO'],
    ["Miles 'Brien", 'MB'],
    ['R2-D2', 'R'],
    ['Smith/Jones & Sons', 'SS'],
    ['Office 365', 'O3'],
    ['élan žižek', 'ÉŽ'],
    ['e\u0301lan', 'E'],
    ['ßen Ωmega', 'ßΩ'],
    ['山田 太郎', '山太'],
    ['Ольга\nПетрова 🎉', 'ОП'],
    ['(–) … 🎉', null],
    ['', null],
    [null, null],
  ])('shows for %j the initials %j, as the read of an organization does', async (fromDisplayName, expected) => {
    const contactId = await bench.organization()
    const data = { tenantId: bench.mine.tenant.id, contactId, typeId: 1, statusTypeId: 2, subject: 'Hello' }
    await bench.server.database.system.contactCommunication.create({
      data: { ...data, fromDisplayName, occurredAt: new Date() },
    })
    const list = (await bench.mine.get(`/api/contacts/${contactId}/communications`)).json()
    const organization = (await bench.mine.get(`/api/contacts/OrgGeneral/${contactId}`)).json()
    const shown = [list.Results ?? list, organization.Communication].map(([one]) => one.FromInitials)
    expect(shown).toEqual([expected, expected])
  })
})

describe('GET /api/contacts/{contactId}/communications/{communicationId} (getContactCommunication)', () => {
  test('returns the communication with its text, and 404 to another tenant', async () => {
    const contactId = await bench.person()
    const made = await post('saveContactCommunication', `${contactId}/communications/0`, communications.made)
    const url = `/api/contacts/${contactId}/communications/${made.CommunicationId}`
    expect((await bench.good('getContactCommunication', bench.mine.get(url))).body).toEqual(made)
    expect(await refusal(bench.theirs.get(url))).toEqual([404, 'not-found'])
  })
})

describe('POST /api/contacts/{contactId}/communications/{communicationId} (saveContactCommunication)', () => {
  testSavePart(() => bench, communications)

  test('returns 422 for a change of a sent communication, except of its status and category', async () => {
    const contactId = await bench.person()
    const draft = await post('saveContactCommunication', `${contactId}/communications/0`, {
      CommunicationTypeId: 1,
      Subject: 'Hello',
      Body: '<p onclick="x()">Hi</p><script>1</script>',
    })
    expect(draft).toMatchObject({
      Body: '<p>Hi</p>',
      CommunicationStatusTypeId: 1,
      FromDisplayName: 'test',
      FromInitials: 'T',
    })
    const url = `${contactId}/communications/${draft.CommunicationId}`
    await post('saveContactCommunication', url, { AuditId: 1, CommunicationStatusTypeId: 2 })
    expect(await refusal(bench.mine.post(`/api/contacts/${url}`, { AuditId: 2, Subject: 'Other' }))).toEqual([
      422,
      'communication-sent',
    ])
    expect(await post('saveContactCommunication', url, { AuditId: 2, Category: 'News' })).toMatchObject({
      AuditId: 3,
      Category: 'News',
    })
    expect((await bench.good('getContactCommunication', bench.mine.get(`/api/contacts/${url}`))).body).toMatchObject({
      Body: '<p>Hi</p>',
    })
  })
})

describe('a communication is a record of its own', () => {
  const historyOf = (id: number) =>
    bench.server.database.system.auditEntry.findMany({
      where: { tenantId: bench.mine.tenant.id, entity: 'communication', entityId: id },
      orderBy: { auditId: 'asc' },
    })
  const eventsOf = (id: number) =>
    bench.server.database.system.outboxEvent.findMany({
      where: { tenantId: bench.mine.tenant.id, entity: 'communication', entityId: id },
      orderBy: { auditId: 'asc' },
    })

  test('has its version as ETag, in If-Match, in its history and in its events', async () => {
    const contactId = await bench.person()
    const made = await post('saveContactCommunication', `${contactId}/communications/0`, communications.made)
    const id = Number(made.CommunicationId)
    const url = `/api/contacts/${contactId}/communications/${id}`
    const shown = await bench.mine.get(url)
    expect(shown.headers.etag).toBe('"1"')
    const changed = await bench.mine.post(url, { Category: 'Other' }, { 'if-match': '"1"' })
    expect([changed.statusCode, changed.headers.etag]).toEqual([200, '"2"'])
    expect((await bench.mine.post(url, { Category: 'News' }, { 'if-match': '"1"' })).statusCode).toBe(412)
    expect((await bench.mine.delete(url, { 'if-match': '"1"' })).statusCode).toBe(412)
    expect((await bench.mine.delete(url, { 'if-match': '"2"' })).statusCode).toBe(200)
    expect((await historyOf(id)).map(({ auditId, action }) => [auditId, action])).toEqual([
      [1, 'created'],
      [2, 'updated'],
      [3, 'deleted'],
    ])
    const events = await eventsOf(id)
    expect(events.map(({ kind }) => kind)).toEqual([
      'communication.created',
      'communication.updated',
      'communication.deleted',
    ])
    expect(events[0]?.payload).toEqual({ contactId, Subject: 'Your renewal' })
    expect(await bench.version(contactId)).toBe(1)
  })

  test('does not get in the way of a save of its contact, which states the version that it read', async () => {
    const contactId = await bench.person()
    await post('saveContactCommunication', `${contactId}/communications/0`, communications.made)
    const saved = await bench.mine.post(
      `/api/contacts/${contactId}/emails/0`,
      { EmailAddress: 'ada@x.example' },
      { 'if-match': '"1"' },
    )
    expect(saved.statusCode).toBe(200)
  })
})

describe('DELETE /api/contacts/{contactId}/communications/{communicationId} (deleteContactCommunication)', () => {
  testDeletePart(() => bench, communications)
})

describe('the files of POST /api/contacts/{contactId}/communications/{communicationId} (saveContactCommunication)', () => {
  const statusOf = async (fileId: number) => (await bench.mine.get(`/api/files/${fileId}`)).statusCode
  const LETTER = { CommunicationTypeId: 2, Subject: 'Letter' }
  const save = async (contactId: number, id: number, body: Json) =>
    post('saveContactCommunication', `${contactId}/communications/${id}`, body)

  test('attaches uploads, keeps files that are left out of the body, and deletes those that the list leaves out', async () => {
    const contactId = await bench.person()
    const one = await upload(bench.mine, 'one.txt', '1')
    const other = await upload(bench.mine, 'other.txt', '2')
    const saved = await save(contactId, 0, { ...LETTER, FileIds: [other, one, one] })
    expect(saved).toMatchObject({ FilesCount: 2, FileIds: [one, other] })
    const id = Number(saved.CommunicationId)
    expect((await bench.mine.get(`/api/files/${one}`)).json()).toMatchObject({
      OwnerKind: 'communication',
      OwnerId: id,
      OwnerName: 'Letter',
      ExpiresDate: null,
      Actions: ['view', 'link'],
    })
    const kept = await save(contactId, id, { AuditId: 1, Subject: 'Second letter' })
    expect(kept).toMatchObject({ FilesCount: 2, FileIds: [one, other] })
    const fewer = await save(contactId, id, { AuditId: 2, FileIds: [other] })
    expect(fewer).toMatchObject({ FilesCount: 1, FileIds: [other] })
    expect([await statusOf(one), await statusOf(other)]).toEqual([404, 200])
    expect(await save(contactId, id, { AuditId: 3, FileIds: null })).toMatchObject({ FilesCount: 0, FileIds: [] })
    expect(await statusOf(other)).toBe(404)
  })

  test('rejects the file of another record or caller, and any change after it was sent', async () => {
    const contactId = await bench.person()
    const file = await upload(bench.mine, 'one.txt', '1')
    const { CommunicationId } = await save(contactId, 0, { ...LETTER, FileIds: [file], CommunicationStatusTypeId: 2 })
    const url = `/api/contacts/${contactId}/communications`
    const taken = await bench.mine.post(`${url}/0`, { ...LETTER, FileIds: [file] })
    expect([taken.json().code, taken.json().errors[0].pointer]).toEqual(['file-taken', '/FileIds/0'])
    const unknown = await bench.mine.post(`${url}/0`, { ...LETTER, FileIds: [2_147_000_000] })
    expect([unknown.json().code, unknown.json().errors[0].pointer]).toEqual(['unknown-reference', '/FileIds/0'])
    const sent = await bench.mine.post(`${url}/${CommunicationId}`, { AuditId: 1, FileIds: [] })
    expect(sent.json().code).toBe('communication-sent')
    expect(await statusOf(file)).toBe(200)
  })

  test('the deletion of a communication deletes its files', async () => {
    const contactId = await bench.person()
    const file = await upload(bench.mine, 'one.txt', '1')
    const { CommunicationId } = await save(contactId, 0, { ...LETTER, FileIds: [file] })
    expect((await bench.mine.delete(`/api/contacts/${contactId}/communications/${CommunicationId}`)).statusCode).toBe(
      200,
    )
    expect(await statusOf(file)).toBe(404)
  })
})
