import { afterAll, beforeAll, describe, test } from 'vitest'
import { type FileBench, openFile } from '#test/support/server/list-files'

let bench: FileBench
beforeAll(async () => {
  bench = await openFile({
    path: '/api/sponsorships/sponsors/csv',
    name: 'Sponsors',
    nothing: { options: '{"Filter":"SponsorId eq 0"}' },
    otherScope: 'contacts:read',
  })
})
afterAll(() => bench.server.close())

describe('GET /api/sponsorships/sponsors/csv (downloadSponsors)', () => {
  test('is named by the day, has one line of names, and needs the scope of the list', () => bench.checkFile())
})
