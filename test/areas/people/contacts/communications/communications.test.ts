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
