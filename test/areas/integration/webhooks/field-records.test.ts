import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listRecordScopes, readRecord } from '#areas/integration/webhooks/records.queries'
import { systemScope } from '#kernel/outbox/deliver'
import { type DetailsBench, type Json, openDetails } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const save = async (path: string, body: Json): Promise<Json> => {
  const answer = await bench.mine.post(path, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** The record that a webhook in the style `full` sends for the last event of a kind. */
const recordOf = async (kind: string): Promise<Json> => {
  const { app, database } = bench.server
  const tenantId = bench.mine.tenant.id
  const event = await database.system.outboxEvent.findFirstOrThrow({
    where: { tenantId, kind },
    orderBy: { id: 'desc' },
  })
  const scope = await systemScope({ database, clock: { now: () => new Date() }, log: app.log }, tenantId)
  return JSON.parse((await readRecord(scope, event)) ?? 'null')
}

describe('the full style of webhooks', () => {
  test('contains membership types, forms and content lists in their documented shape', async () => {
    await save('/api/customfields/0', { ObjectTypeId: '5', DisplayName: 'Votes', CustomFieldDataTypeId: '2' })
    await save('/api/membershiptypes/0', { Name: 'Fellow', CustomFields: [{ Name: 'Votes', Value: '2' }] })
    expect(await recordOf('membershiptype.created')).toMatchObject({ Name: 'Fellow', CustomFields: [{ Value: '2' }] })
    await save('/api/forms/0', { Name: 'Survey' })
    expect(await recordOf('form.created')).toMatchObject({ Name: 'Survey', SectionCount: 0 })
    await save('/api/contentlists/0', { Name: 'News' })
    expect(await recordOf('contentlist.created')).toMatchObject({ Name: 'News', FieldCount: 0 })
  })

  test('contains directory listings without the fields of their contacts', async () => {
    const { DirectoryId } = await save('/api/directories/0', { Name: 'Suppliers' })
    const of = { DirectoryId: String(DirectoryId) }
    const motto = { ObjectTypeId: '1', DisplayName: 'Motto', CustomFieldDataTypeId: '1' }
    const { CustomFieldId } = await save('/api/customfields/0', motto)
    const shown = { ...of, DisplayName: 'Shown', Exists: true, ExistingCustomFieldId: String(CustomFieldId) }
    await save('/api/customfields/directorylisting/0', shown)
    await save('/api/customfields/directorylisting/0', { ...of, DisplayName: 'Booth', CustomFieldDataTypeId: '1' })
    const ContactId = await bench.person()
    await save(`/api/directories/${DirectoryId}/listings/0`, {
      ContactId,
      CustomFields: [{ Name: 'Booth', Value: 'B' }],
    })
    const { CustomFields, ...listing } = await recordOf('directorylisting.created')
    expect(listing).toMatchObject({ DirectoryId, ContactId })
    expect(CustomFields).toMatchObject([{ Name: 'Booth', Value: 'B' }])
    expect(listRecordScopes(['directorylisting.created'])).toEqual(['directories:read'])
  })
})
