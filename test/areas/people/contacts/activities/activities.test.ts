import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'
import { type PartCase, testDeletePart, testListParts, testSavePart } from '#test/support/people/part-tests'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const post = async (operationId: string, url: string, body: Json = {}) =>
  (await bench.good(operationId, bench.mine.post(`/api/contacts/${url}`, body))).body as Json

const activities: PartCase = {
  path: 'activities',
  list: 'listContactActivities',
  save: 'saveContactActivity',
  id: 'ContactActivityId',
  made: { ActivityTypeId: 2, ActivityDate: '2026-03-02T15:30:00.000Z', Description: 'Rang.\nNo answer.' },
  change: { ActivityTypeId: 3, Description: 'Met.' },
  bad: [
    [{ Description: 'x' }, '/ActivityTypeId'],
    [{ ActivityTypeId: 1 }, '/Description'],
    [{ ActivityTypeId: 7, Description: 'x' }, '/ActivityTypeId'],
    [{ ActivityTypeId: 1, Description: 'x', ActivityDate: 'yesterday' }, '/ActivityDate'],
    [{ ActivityTypeId: 1, Description: 'x'.repeat(20_001) }, '/Description'],
  ],
}

describe('GET /api/contacts/{contactId}/activities (listContactActivities)', () => {
  testListParts(() => bench, activities)

  test('returns pages, latest first, with the exact number of activities', async () => {
    const contactId = await bench.person()
    for (const day of ['01', '03', '02']) {
      await post('saveContactActivity', `${contactId}/activities/0`, {
        ActivityTypeId: 1,
        Description: day,
        ActivityDate: `2026-01-${day}`,
      })
    }
    const page = (await bench.mine.get(`/api/contacts/${contactId}/activities?Take=1&Skip=1`)).json()
    expect([page.TotalRecordAvailable, page.Results.map(({ Description }: Json) => Description)]).toEqual(['3', ['02']])
    expect(await refusal(bench.mine.get(`/api/contacts/${contactId}/activities?Take=1001`))).toEqual([
      400,
      'query:Take',
    ])
    expect(
      (await bench.mine.get(`/api/contacts/${contactId}/activities?ActivityTypeId=2`)).json().TotalRecordAvailable,
    ).toBe('0')
  })
})

describe('POST /api/contacts/{contactId}/activities/{activityId} (saveContactActivity)', () => {
  testSavePart(() => bench, activities)
})

describe('DELETE /api/contacts/{contactId}/activities/{activityId} (deleteContactActivity)', () => {
  testDeletePart(() => bench, activities)
})
