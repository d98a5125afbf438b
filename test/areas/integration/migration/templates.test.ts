import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp, TestCaller } from '#test/support/build-app'
import { findItem as find, type MigrationBench, openMigrations } from '#test/support/integration/migration'

let bench: MigrationBench
let server: TestApp
let platform: TestCaller
beforeAll(async () => {
  bench = await openMigrations()
  server = bench.server
  platform = bench.platform
})
afterAll(() => bench.close())

const mails = () => server.database.system.mailTemplate
const ofTenant = (key: string) => ({ tenantId: platform.tenant.id, key })

const expectMigrated = async (path: string, [outdated, edited, missing]: [string, string, string]) => {
  await bench.makeOld(outdated, false)
  await bench.makeOld(edited, true)
  await mails().deleteMany({ where: ofTenant(missing) })
  const result = await bench.call(`template/${path}`)
  expect(result).toMatchObject({ Success: true, Source: `template/${path}`, Run: null })
  expect(find(result, outdated)).toMatchObject({ State: 'updated', AppliedDate: expect.any(String) })
  expect(find(result, edited)).toMatchObject({ State: 'kept', Message: expect.stringContaining('newer') })
  expect(find(result, missing)).toMatchObject({ State: 'added' })
  const updated = await mails().findFirstOrThrow({ where: ofTenant(outdated) })
  expect(updated).toMatchObject({ auditId: 2, isEdited: false })
  expect(updated.html).not.toBe('<p>Old</p>')
  expect(await mails().findFirst({ where: ofTenant(edited) })).toMatchObject({ html: '<p>Old</p>', auditId: 1 })
  expect(await mails().findFirst({ where: ofTenant(missing) })).toMatchObject({ isEdited: false, auditId: 1 })
  const again = await bench.call(`template/${path}`)
  expect([...new Set(again.Items.map(({ State }) => State))].sort()).toEqual(['current', 'kept'])
}

describe('GET /api/migration/template/communication (migrateCommunicationTemplates)', () => {
  test('updates old texts, keeps edited ones, adds missing ones, and repeated does nothing', () =>
    expectMigrated('communication', ['membership-joined', 'membership-renewed', 'store-vouchers']))

  test('records the change in the history of the template, with its event', async () => {
    const { id } = await mails().findFirstOrThrow({ where: ofTenant('membership-joined') })
    const where = { tenantId: platform.tenant.id, entity: 'mail-template', entityId: id }
    expect(await server.database.system.auditEntry.count({ where })).toBe(1)
    const events = await server.database.system.outboxEvent.findMany({ where })
    expect(events.map(({ kind }) => kind)).toEqual(['mail-template.updated'])
  })

  test('adds a template whose name the tenant uses for another one', async () => {
    const { name, nameKey } = await mails().findFirstOrThrow({ where: ofTenant('layout') })
    await mails().deleteMany({ where: ofTenant('layout') })
    const { tenant } = platform
    const own = { tenantId: tenant.id, name, nameKey, subject: 'S', html: '<p>Own</p>' }
    await mails().create({ data: own })
    expect(find(await bench.call('template/communication'), 'layout')).toMatchObject({ State: 'added' })
    expect(await mails().findFirst({ where: ofTenant('layout') })).toMatchObject({ name: `${name} (2)` })
  })

  test('leaves the templates of other tenants unchanged', async () => {
    const other = await server.tenant()
    const where = { tenantId: other.tenant.id, key: 'membership-joined' }
    await mails().updateMany({ where, data: { html: '<p>Old</p>', builtInVersion: 0 } })
    await bench.call('template/communication')
    expect(await mails().findFirst({ where })).toMatchObject({ html: '<p>Old</p>' })
  })
})

describe('GET /api/migration/template/message (migrateMessageTemplates)', () => {
  test('updates old texts, keeps edited ones, adds missing ones, and repeated does nothing', () =>
    expectMigrated('message', ['task-reminder', 'membership-expiring', 'proposal-declined']))

  test('leaves communications unchanged', async () => {
    await bench.makeOld('membership-joined', false)
    const { Items } = await bench.call('template/message')
    expect(Items.map(({ Name }) => Name)).not.toContain('membership-joined')
    expect(await mails().findFirst({ where: ofTenant('membership-joined') })).toMatchObject({ html: '<p>Old</p>' })
  })
})

describe('GET /api/migration/template/document (migrateDocumentTemplates)', () => {
  const documents = () => server.database.system.documentTemplate
  test('updates old texts, keeps edited ones, adds missing ones, and repeated does nothing', async () => {
    const old = { html: '<p>Old</p>', builtInVersion: 0 }
    await documents().updateMany({ where: ofTenant('invoice'), data: { ...old, paperSize: 'A4' } })
    await documents().updateMany({ where: ofTenant('receipt'), data: { ...old, isEdited: true } })
    await documents().deleteMany({ where: ofTenant('statement') })
    const result = await bench.call('template/document')
    expect(Object.fromEntries(result.Items.map(({ Name, State }) => [Name, State]))).toEqual({
      invoice: 'updated',
      receipt: 'kept',
      statement: 'added',
      certificate: 'current',
    })
    expect(await documents().findFirst({ where: ofTenant('invoice') })).toMatchObject({ auditId: 2, paperSize: 'A4' })
    expect(await documents().findFirst({ where: ofTenant('receipt') })).toMatchObject({ html: '<p>Old</p>' })
    const again = await bench.call('template/document')
    expect(again.Items.map(({ State }) => State)).toEqual(['current', 'kept', 'current', 'current'])
  })
})
