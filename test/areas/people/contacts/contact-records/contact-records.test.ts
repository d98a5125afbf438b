import { afterAll, beforeAll, describe } from 'vitest'
import { type DetailsBench, openDetails } from '#test/support/people/contact-parts'
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
})

describe('DELETE /api/contacts/{contactId}/records/{recordId} (deleteContactRecord)', () => {
  testDeletePart(() => bench, records)
})
