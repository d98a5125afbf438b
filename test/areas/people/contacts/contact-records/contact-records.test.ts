import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, openDetails, refusal } from '#test/support/people/contact-parts'
import { type PartCase, testDeletePart, testListParts, testSavePart } from '#test/support/people/part-tests'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const records: PartCase = {
  path: 'records',
  list: 'listContactRecords',
  save: 'saveContactRecord',
  id: 'ContactRecordId',
  own: 'AuditId',
  made: {
    Kind: 'project',
    Name: 'Bridge',
    Description: 'Over the river.',
    Amount: 2500.5,
    StartDate: '2026-01-01',
    Url: 'https://bridge.example',
  },
  change: { Status: 'Completed', EndDate: '2026-02-01' },
  texts: ['Description', 'Url'],
  bad: [
    [{ Name: 'x' }, '/Kind'],
    [{ Kind: 'guess', Name: 'x' }, '/Kind'],
    [{ Kind: 'salesopportunity', Name: 'x' }, '/Amount'],
    [{ Kind: 'salesopportunity', Name: 'x', Amount: -1 }, '/Amount'],
    [{ Kind: 'salesopportunity', Name: 'x', Amount: 1.005 }, '/Amount'],
    [{ Kind: 'salesopportunity', Name: 'x', Amount: 1, Status: 'Lukewarm' }, '/Status'],
    [{ Kind: 'experience', Name: 'x', Amount: 1 }, '/Amount'],
    [{ Kind: 'experience', Name: 'x', Status: 'Open' }, '/Status'],
    [{ Kind: 'experience', Name: 'x', StartDate: '2026-02-01', EndDate: '2026-01-01' }, '/EndDate'],
    [{ Kind: 'formresponse', Name: 'x' }, '/StartDate'],
    [{ Kind: 'formresponse', Name: 'x', StartDate: '2026-02-01', EndDate: '2026-02-02' }, '/EndDate'],
    [{ Kind: 'project', Name: 'x', Url: 'ftp://x.example' }, '/Url'],
  ],
}

describe('GET /api/contacts/{contactId}/records (listContactRecords)', () => {
  testListParts(() => bench, records)
})

describe('POST /api/contacts/{contactId}/records/{recordId} (saveContactRecord)', () => {
  testSavePart(() => bench, records)

  test.each([
    ['experience', []],
    ['softwareaccount', ['Active', 'Inactive']],
    ['salesopportunity', ['Open', 'Won', 'Lost']],
    ['fundraisingactivity', ['Pledged', 'Received', 'Cancelled']],
    ['formresponse', ['New', 'Reviewed', 'Archived']],
    ['project', ['Planned', 'Active', 'Completed', 'Cancelled']],
  ])('a record of the kind %s has the statuses %j, and the first one at its creation', async (Kind, statuses) => {
    const contactId = await bench.person()
    const fields = { StartDate: '2026-01-01', ...(/sales|fund/.test(Kind) && { Amount: 5 }) }
    const save = (id: unknown, body: object) => bench.mine.post(`/api/contacts/${contactId}/records/${id}`, body)
    const made = (await bench.good('saveContactRecord', save(0, { Kind, Name: 'x', ...fields }))).body
    expect(made.Status).toBe(statuses[0] ?? null)
    let { AuditId } = made
    for (const Status of statuses) {
      const { body } = await bench.good('saveContactRecord', save(made.ContactRecordId, { AuditId, Status }))
      expect(body).toMatchObject({ Kind, Status, ...fields })
      AuditId = body.AuditId
    }
    const others = ['Active', 'Open', 'Pledged', 'New', 'Planned'].filter((status) => !statuses.includes(status))
    for (const Status of others)
      expect(await refusal(save(made.ContactRecordId, { AuditId, Status }))).toEqual([400, '/Status'])
  })
})

describe('DELETE /api/contacts/{contactId}/records/{recordId} (deleteContactRecord)', () => {
  testDeletePart(() => bench, records)
})
