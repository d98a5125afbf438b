import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import {
  bodyOf,
  changeRole,
  connectFirms,
  giveRole,
  makeCovered,
  rolesOf,
} from '#test/support/integration/connected-roles'
import { type ExchangeBench, ok, openExchangeBench } from '#test/support/integration/connections'

let bench: ExchangeBench
beforeAll(async () => {
  bench = await openExchangeBench({ own: true })
})
afterAll(() => bench.close())

/** The number of the level Warning: see LOG_LEVELS. */
const WARNING = 4

describe('a role at an organization that is synchronized', () => {
  it('has the type of the same name; without one it has none until there is one, reported once in both logs', async () => {
    const linked = await connectFirms(bench)
    const { source, target } = linked
    const addType = async (caller: TestCaller, Name: string) =>
      (await ok<{ RoleId: number }>(caller.post('/api/contacts/roletypes/0', { Name }))).RoleId
    const known = await addType(target, 'TREASURER Walk')
    const treasurer = await makeCovered(bench, linked, 'Typed', { RoleId: await addType(source, 'Treasurer walk') })
    const pilot = await makeCovered(bench, linked, 'Untyped', { RoleId: await addType(source, 'Pilot walk') })
    const typeOf = async ({ copy }: { copy: number }) => (await rolesOf(target, copy))[0]?.RoleId
    expect([await typeOf(treasurer), await typeOf(pilot)]).toEqual([known, null])
    for (const [{ tenant }, place] of [
      [target, 'here'],
      [source, `in ${target.tenant.name}`],
    ] as const) {
      const where = { tenantId: tenant.id, level: WARNING, logType: 'Exchange' }
      const texts = (await bench.server.database.system.logEvent.findMany({ where })).map(({ message }) => message)
      expect(texts).toEqual([
        `No type of roles has the name "Pilot walk" ${place}: contacts get these roles without a type.`,
      ])
    }
    const added = await addType(target, 'Pilot walk')
    await bench.settle()
    expect(await typeOf(pilot)).toBe(added)
    expect(await bench.server.database.system.connectionGap.count()).toBe(0)
  })

  it('waits while the connection is disabled, and continues in a connection that replaces a deleted one', async () => {
    const linked = await connectFirms(bench)
    const { source, target, connectionId } = linked
    const { person, firm, roleId, copy } = await makeCovered(bench, linked, 'Paused')
    await ok(target.post(`/api/connection/disable/${connectionId}`))
    await ok(changeRole(source, person, roleId, { Title: 'Later' }))
    await giveRole(source, person, firm, { Title: 'Second' })
    await bench.settle()
    const titles = async () => (await rolesOf(target, copy)).map(({ Title }) => Title).sort()
    expect(await titles()).toEqual(['Clerk'])
    await ok(target.post(`/api/connection/enable/${connectionId}`))
    await bench.settle()
    expect(await titles()).toEqual(['Later', 'Second'])

    await ok(target.delete(`/api/connection/${connectionId}`))
    await bench.settle()
    await ok(target.post('/api/connection/0', bodyOf(linked, linked)))
    await bench.settle()
    expect(await titles()).toEqual(['Later', 'Second'])
    await ok(source.delete(`/api/contacts/${person}/roles/${roleId}`))
    await bench.settle()
    expect(await titles()).toEqual(['Second'])
  })
})
