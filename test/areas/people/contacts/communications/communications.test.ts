import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/api/contact-parts'
import { type PartCase, testDeletePart, testListParts, testSavePart } from '#test/support/api/part-tests'

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

describe('DELETE /api/contacts/{contactId}/communications/{communicationId} (deleteContactCommunication)', () => {
  testDeletePart(() => bench, communications)
})
