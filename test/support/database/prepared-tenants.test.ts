import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildTestApp, type TestApp } from '../build-app.ts'
import { copyTenant } from './prepared-tenants.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp({ own: true })
})
afterAll(() => server.close())

/** Reads the lists that provisioning fills, without ids. */
const lists = async (tenantId: number): Promise<unknown[]> => {
  const { system } = server.database
  const where = { tenantId }
  const roles = await system.role.findMany({ where, omit: { id: true, tenantId: true }, orderBy: { id: 'asc' } })
  const lists = await system.categoryList.findMany({
    where,
    select: { name: true, items: { select: { name: true }, orderBy: { id: 'asc' } } },
    orderBy: { id: 'asc' },
  })
  const fields = await system.customField.findMany({
    where,
    select: { name: true, choices: { select: { name: true }, orderBy: { id: 'asc' } } },
    orderBy: { id: 'asc' },
  })
  const templates = await system.mailTemplate.findMany({
    where,
    select: { key: true, name: true },
    orderBy: { key: 'asc' },
  })
  return [roles, lists, fields, templates]
}

test('a copied tenant has the same records as a provisioned one, with its own ids', async () => {
  const { tenant: source } = await server.tenant()
  await server.database.system.applicationPermission.deleteMany({ where: { tenantId: source.id } })
  await copyTenant(server.url, source.id, 2)
  const copies = await server.database.system.tenant.findMany({ where: { id: { not: source.id } } })
  expect(new Set(copies.map(({ key, name }) => `${key} ${name}`)).size).toBe(2)
  const { tenant: later } = await server.tenant()
  for (const { id } of [...copies, later]) expect(await lists(id)).toEqual(await lists(source.id))
  const rows = await server.database.system.role.findMany({ select: { tenantId: true, id: true } })
  expect(new Set(rows.map(({ tenantId, id }) => (inject('hasOwnIds') ? `${tenantId} ${id}` : id))).size).toBe(
    rows.length,
  )
})
