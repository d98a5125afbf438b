import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileBench, openFile } from '#test/support/server/list-files'

let bench: FileBench
beforeAll(async () => {
  bench = await openFile({
    path: '/api/contacts/csv',
    name: 'Contacts',
    nothing: { $filter: 'ContactId eq 0' },
    otherScope: 'books:read',
  })
  const person = { FirstName: '=Ada', LastName: 'Moen, "A"', forceSave: true }
  expect((await bench.mine.post('/api/contacts/person/0', person)).statusCode).toBe(200)
})
afterAll(() => bench.server.close())

describe('GET /api/contacts/csv (downloadContacts)', () => {
  test('is named by the day, has one line of names, and needs the scope of the list', () => bench.checkFile())

  test('writes the rows of the list with the same filter, and no formulas', async () => {
    const [header = '', ...rows] = await bench.linesOf({ $orderby: 'ContactId', $search: 'moen' })
    expect(header).toMatch(/^ContactId,ContactType,Name,/)
    expect(rows).toEqual([expect.stringContaining(`,"'=Ada Moen, ""A""",`)])
  })
})
