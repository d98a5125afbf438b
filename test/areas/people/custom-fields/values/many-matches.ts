import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATA_TYPE } from '#areas/people/custom-fields/custom-fields.model'
import { loadDemo } from '#src/demo/load-demo'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addField } from '#test/support/people/custom-fields'
import { idsOf as listed, nextOf, type Row } from '#test/support/people/many-contacts'

/** From this number on, more than MAX_LOOKUPS contacts match Agreed, so the list is read in its order. */
const MANY = 6200

let server: TestApp
let mine: TestCaller
let expected: Record<'true' | 'false', number[]>

const idsOf = (answer: { json(): { Results: Row[] } }): number[] => listed(answer.json().Results)

/** Defines the tests of lists with a custom field that matches many rows. */
export const testManyMatches = (contacts: number): void => {
  beforeAll(async () => {
    server = await buildTestApp()
    mine = await server.tenant()
    const { database } = server
    await loadDemo({ database, tenant: mine.tenant, contacts, now: new Date() })
    const field = await addField(database, mine.tenant.id, {
      name: 'Agreed',
      dataTypeId: DATA_TYPE.yesNo,
      objectTypeId: 1,
    })
    const rows = await database.system.$queryRaw<{ id: number }[]>`
      SELECT id FROM contact WHERE tenant_id = ${mine.tenant.id} AND deleted_at IS NULL AND NOT is_unmatched
      ORDER BY sort_name, id`
    const ids = rows.map(({ id }) => id)
    const agrees = (id: number) => id % 10 !== 3
    await database.system.$executeRaw`
      INSERT INTO custom_field_value (tenant_id, field_id, object_id, number_value, sort_key)
      SELECT ${mine.tenant.id}, ${field.id}, id, (id % 10 <> 3)::int, (id % 10 <> 3)::int::text
      FROM unnest(${ids}::int[]) AS id`
    expected = { true: ids.filter(agrees), false: ids.filter((id) => !agrees(id)) }
  })
  afterAll(() => server.close())

  describe('GET /api/contacts (listContacts): many matches', () => {
    test.each(['true', 'false'] as const)(
      'returns the pages of the unfiltered list, filtered, for Agreed eq %s',
      async (wanted) => {
        expect(expected[wanted].length > 5000).toBe(wanted === 'true' && contacts >= MANY)
        const query = `/api/contacts?$filter=${encodeURIComponent(`CustomFields.Agreed eq ${wanted}`)}`
        const skipped = await mine.get(`${query}&$top=40&$skip=300`)
        expect(idsOf(skipped)).toEqual(expected[wanted].slice(300, 340))
        const first = await mine.get(`${query}&$top=100`)
        expect(first.json().TotalRecordAvailable).toBe(String(expected[wanted].length))
        const second = await mine.get(nextOf(first.headers.link) ?? '')
        expect([...idsOf(first), ...idsOf(second)]).toEqual(expected[wanted].slice(0, 200))
        const last = await mine.get(`${query}&$top=40&$orderby=${encodeURIComponent('ContactId desc')}`)
        expect(idsOf(last)).toEqual([...expected[wanted]].sort((a, b) => b - a).slice(0, 40))
      },
    )
  })
}
