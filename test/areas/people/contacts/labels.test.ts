import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tagContacts } from '#areas/people/contacts/tags/tags.service'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
})
afterAll(() => server.close())

const post = async (url: string, body: object) => {
  const answer = await caller.post(url, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const remove = async (url: string) => expect((await caller.delete(url)).statusCode).toBe(200)

/** The events of a record with their payloads, and the actions of its history. */
const traces = async (entity: string, entityId: number) => {
  const where = { tenantId: caller.tenant.id, entity, entityId }
  const orderBy = { id: 'asc' as const }
  const { system } = server.database
  const events = await system.outboxEvent.findMany({ where, orderBy })
  const history = await system.auditEntry.findMany({ where, orderBy })
  return {
    events: events.map(({ kind, payload }) => [kind, payload]),
    history: history.map(({ action }) => action),
  }
}
const ALL = ['created', 'updated', 'deleted']

describe('the lists that label contacts', () => {
  test('emit an event when a tag is created by a contact or for many, renamed and deleted', async () => {
    const { ContactId } = await post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Byron' })
    const { TagId } = await post(`/api/contacts/${ContactId}/tags`, { Name: 'Speaker' })
    await post(`/api/contacts/tags/${TagId}`, { Name: 'Keynote' })
    await remove(`/api/contacts/tags/${TagId}`)
    expect(await traces('tag', TagId)).toEqual({
      events: [
        ['tag.created', { Name: 'Speaker' }],
        ['tag.updated', { Name: 'Keynote' }],
        ['tag.deleted', { Name: 'Keynote' }],
      ],
      history: ALL,
    })
    const context = { database: server.database, clock: systemClock, log: createLogger('silent') }
    const scope = await systemScope(context, caller.tenant.id)
    for (let round = 0; round < 2; round++)
      await scope.db.transaction((tx) => tagContacts(scope, tx, [ContactId], ['Donor']))
    const tag = await server.database.system.tag.findFirstOrThrow({
      where: { tenantId: caller.tenant.id, name: 'Donor' },
    })
    expect(await traces('tag', tag.id)).toEqual({ events: [['tag.created', { Name: 'Donor' }]], history: ['created'] })
  })

  test('emit events of categories, which name their list', async () => {
    const { CategoryListId } = await post('/api/contacts/categorylists/0', { CategoryTypeId: 3, Name: 'Trades' })
    const items = `/api/contacts/categorylists/${CategoryListId}/items`
    const { CategoryItemId } = await post(`${items}/0`, { Name: 'Printing' })
    await post(`${items}/${CategoryItemId}`, { Name: 'Print' })
    await remove(`${items}/${CategoryItemId}`)
    await post(`/api/contacts/categorylists/${CategoryListId}`, { Name: 'Crafts' })
    await remove(`/api/contacts/categorylists/${CategoryListId}`)
    expect(await traces('categoryitem', CategoryItemId)).toEqual({
      events: [
        ['categoryitem.created', { Name: 'Printing', CategoryListId }],
        ['categoryitem.updated', { Name: 'Print', CategoryListId }],
        ['categoryitem.deleted', { Name: 'Print', CategoryListId }],
      ],
      history: ALL,
    })
    const { events } = await traces('categorylist', CategoryListId)
    expect(events.map(([kind]) => kind)).toEqual(ALL.map((action) => `categorylist.${action}`))
  })

  test('emit events of certifications and role types', async () => {
    const certification = { Name: 'Safety', CertificationCompletionType: 1, RequiredAmount: 8 }
    const { CertificationId } = await post('/api/contacts/certifications/0', certification)
    await post(`/api/contacts/certifications/${CertificationId}`, { Name: 'Fire safety' })
    await remove(`/api/contacts/certifications/${CertificationId}`)
    const { RoleId } = await post('/api/contacts/roletypes/0', { Name: 'Treasurer' })
    await post(`/api/contacts/roletypes/${RoleId}`, { Name: 'Bursar' })
    await remove(`/api/contacts/roletypes/${RoleId}`)
    for (const [entity, id, last] of [
      ['certification', CertificationId, 'Fire safety'],
      ['contactroletype', RoleId, 'Bursar'],
    ] as const) {
      const { events, history } = await traces(entity, id)
      expect(events.map(([kind]) => kind)).toEqual(ALL.map((action) => `${entity}.${action}`))
      expect(events.at(-1)?.[1]).toEqual({ Name: last })
      expect(history).toEqual(ALL)
    }
  })
})
