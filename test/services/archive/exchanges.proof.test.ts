import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportResult } from '#services/archive/import-tenant'
import type { TestCaller } from '#test/support/build-app'
import { archiveFolder, exportTo, importFrom } from '#test/support/integration/archives'
import {
  type Connected,
  connect,
  contactsOf,
  type ExchangeBench,
  makeMember,
  makePair,
  ok,
  openExchangeBench,
} from '#test/support/integration/connections'

let bench: ExchangeBench
let linked: Connected
let there: TestCaller
let result: ImportResult
const folder = archiveFolder()

beforeAll(async () => {
  bench = await openExchangeBench({ own: true })
  linked = await connect(bench, await makePair(bench))
  await makeMember(linked.source, linked.sourceTypeId, { LastName: 'Copied' })
  await bench.settle()
  const archive = folder.path('target.tar')
  await exportTo(bench.server, linked.target.tenant, archive)
  result = await importFrom(bench.server, archive, { key: 'moved' })
  const tenant = await bench.server.database.system.tenant.findFirstOrThrow({ where: { id: result.tenantId } })
  there = await bench.server.caller(tenant, ['admin'])
})
afterAll(async () => {
  await bench.close()
  folder.remove()
})

const again = (what: string) => result.issueAgain.find((entry) => entry.what.startsWith(what))

describe('an imported tenant that had connections', () => {
  test('has none, and the import names each exchange and connection with the consequence', async () => {
    expect(again('Exchanges')).toMatchObject({ count: 1, names: ['Statewide exchange'] })
    const { key, name } = linked.source.tenant
    expect(again('Connections')).toMatchObject({
      what: expect.stringContaining('connecting again copies the contacts of the source as new ones'),
      names: [`from ${name} (${key}), exchange Statewide exchange`],
    })
    expect((await ok<{ Results: object[] }>(there.get('/api/connection/all'))).Results).toEqual([])
    expect(await ok(there.get('/api/exchange/all'))).toEqual([])
  })

  test('can edit the contacts that a connection had copied', async () => {
    const [before, id] = (await Promise.all(
      [linked.target, there].map(async (caller) => {
        const found = (await contactsOf(caller)).get('Ada Copied')
        return Number(found)
      }),
    )) as [number, number]
    const save = async (caller: TestCaller, contactId: number) => {
      const { AuditId } = await ok<{ AuditId: number }>(caller.get(`/api/contacts/person/${contactId}`))
      const body = { AuditId, LastName: 'Edited', forceSave: true }
      return (await caller.post(`/api/contacts/person/${contactId}`, body)).statusCode
    }
    expect(await save(linked.target, before)).toBe(409)
    expect(await save(there, id)).toBe(200)
  })

  test('does not name a connection that was deleted', async () => {
    const { target, connectionId } = linked
    expect((await target.delete(`/api/connection/${connectionId}`)).statusCode).toBe(200)
    const archive = folder.path('deleted.tar')
    await exportTo(bench.server, target.tenant, archive)
    const { issueAgain } = await importFrom(bench.server, archive, { key: 'moved-later' })
    expect(issueAgain.map(({ what }) => what).filter((what) => what.startsWith('Connections'))).toEqual([])
  })
})
