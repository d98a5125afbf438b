import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileBench, openFile } from '#test/support/server/list-files'

let bench: FileBench
beforeAll(async () => {
  bench = await openFile({
    path: '/api/memberships/csv',
    name: 'Memberships',
    nothing: { $filter: 'MembershipId eq 0' },
    otherScope: 'books:read',
  })
  const { mine } = bench
  const { ContactId } = (await mine.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Moen' })).json()
  const { MembershipTypeId } = (await mine.post('/api/membershiptypes/0', { Name: 'Friend' })).json()
  const level = await mine.post(`/api/membershiptypes/${MembershipTypeId}/levels/0`, { Name: 'Basic', Price: 0 })
  const LevelId = level.json().MembershipLevelId
  expect((await mine.post('/api/memberships/0', { ContactId, MembershipTypeId, LevelId })).statusCode).toBe(200)
})
afterAll(() => bench.server.close())

describe('GET /api/memberships/csv (downloadMemberships)', () => {
  test('is named by the day, has one line of names, and needs the scope of the list', () => bench.checkFile())

  test('writes the rows of the list with the same filter', async () => {
    const [, ...rows] = await bench.linesOf({ $filter: "MembershipType eq 'Friend'" })
    expect(rows).toEqual([expect.stringContaining(',Ada Moen,Friend,Basic,')])
  })
})
