import { afterAll, beforeAll, describe } from 'vitest'
import { type DetailsBench, openDetails } from '#test/support/people/contact-parts'
import { type PartCase, testDeletePart, testListParts, testSavePart } from '#test/support/people/part-tests'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const designations: PartCase = {
  path: 'designations',
  list: 'listContactDesignations',
  save: 'saveContactDesignation',
  id: 'ContactDesignationId',
  made: { Code: 'CPA', Name: 'Certified Public Accountant' },
  change: { DisplayOrder: 3 },
  bad: [
    [{ Code: ' ' }, '/Code'],
    [{ Code: 'x'.repeat(31) }, '/Code'],
  ],
}

describe('GET /api/contacts/{contactId}/designations (listContactDesignations)', () => {
  testListParts(() => bench, designations)
})

describe('POST /api/contacts/{contactId}/designations/{designationId} (saveContactDesignation)', () => {
  testSavePart(() => bench, designations)
})

describe('DELETE /api/contacts/{contactId}/designations/{designationId} (deleteContactDesignation)', () => {
  testDeletePart(() => bench, designations)
})
