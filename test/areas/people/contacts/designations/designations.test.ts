import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reverseRows } from '#test/support/database/reverse-rows'
import { type DetailsBench, type Json, openDetails } from '#test/support/people/contact-parts'
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

  test('lists them by DisplayOrder, then the oldest first', async () => {
    const path = `/api/contacts/${await bench.person()}/designations`
    for (const [Code, DisplayOrder] of [
      ['B', 2],
      ['C', 2],
      ['A', 1],
      ['D', 2],
    ])
      await bench.good('saveContactDesignation', bench.mine.post(`${path}/0`, { Code, Name: 'Name', DisplayOrder }))
    await reverseRows(bench.server.url, bench.mine.tenant.id, ['contact_designation'])
    const { body } = await bench.good('listContactDesignations', bench.mine.get(path))
    expect(([body].flat() as Json[]).map(({ Code }) => Code)).toEqual(['A', 'B', 'C', 'D'])
  })
})

describe('POST /api/contacts/{contactId}/designations/{designationId} (saveContactDesignation)', () => {
  testSavePart(() => bench, designations)
})

describe('DELETE /api/contacts/{contactId}/designations/{designationId} (deleteContactDesignation)', () => {
  testDeletePart(() => bench, designations)
})
