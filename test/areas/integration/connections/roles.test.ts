import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import {
  changeRole,
  connectFirms,
  giveRole,
  join,
  makeCovered,
  rolesOf,
} from '#test/support/integration/connected-roles'
import { type ExchangeBench, ok, openExchangeBench } from '#test/support/integration/connections'

let bench: ExchangeBench
beforeAll(async () => {
  bench = await openExchangeBench()
})
afterAll(() => bench.close())

/** The status of a contact that a membership covers. */
const ACTIVE = 2

const statusOf = async ({ tenant }: TestCaller, id: number): Promise<number> => {
  const where = { tenantId: tenant.id, id }
  return (await bench.server.database.system.contact.findFirstOrThrow({ where })).statusId
}

describe('a role at an organization that is synchronized', () => {
  it('crosses with its title and days, covers the person in the target, and is read-only there', async () => {
    const linked = await connectFirms(bench)
    const { target } = linked
    const days = { RoleStartDate: '2024-05-01' }
    const { copy } = await makeCovered(bench, linked, 'Covered', days)
    const [role] = await rolesOf(target, copy)
    expect(role).toMatchObject({
      Name: 'Covered Ltd',
      Title: 'Clerk',
      RoleStartDate: '2024-05-01T00:00:00Z',
      RoleId: null,
    })
    expect(await statusOf(target, copy)).toBe(ACTIVE)

    const roleHere = Number(role?.ContactRoleId)
    const changed = await changeRole(target, copy, roleHere, { Title: 'Chief' })
    for (const refused of [changed, await target.delete(`/api/contacts/${copy}/roles/${roleHere}`)])
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'synchronized'])
  })

  it('follows the source, ends with the role there, and leaves the own roles of the target as they are', async () => {
    const linked = await connectFirms(bench)
    const { source, target } = linked
    const { person, roleId, copy, firmCopy } = await makeCovered(bench, linked, 'Followed')
    await giveRole(target, copy, firmCopy, { Title: 'Own' })
    await ok(changeRole(source, person, roleId, { RoleEndDate: '2024-06-30', Title: 'Chief' }))
    await bench.settle()
    expect((await rolesOf(target, copy)).map(({ Title, RoleEndDate }) => [Title, RoleEndDate])).toEqual([
      ['Own', null],
      ['Chief', '2024-06-30T00:00:00Z'],
    ])
    await ok(source.delete(`/api/contacts/${person}/roles/${roleId}`))
    await bench.settle()
    expect((await rolesOf(target, copy)).map(({ Title }) => Title)).toEqual(['Own'])
  })

  it('lets a membership that the target itself gives the organization cover the person, until the role is deleted', async () => {
    const linked = await connectFirms(bench, { IsMembershipsSync: false })
    const { source, target } = linked
    const { person, roleId, copy, firmCopy } = await makeCovered(bench, linked, 'Local')
    expect(await statusOf(target, copy)).not.toBe(ACTIVE)
    await join(target, firmCopy, linked.targetTypeId)
    expect(await statusOf(target, copy)).toBe(ACTIVE)
    await ok(source.delete(`/api/contacts/${person}/roles/${roleId}`))
    await bench.settle()
    expect(await rolesOf(target, copy)).toEqual([])
    expect(await statusOf(target, copy)).not.toBe(ACTIVE)
  })

  it('does not cross while the organization does not', async () => {
    const without = await connectFirms(bench, { IsMemberShipOwnerContactInSync: false })
    const { copy } = await makeCovered(bench, without, 'Hidden')
    expect(await rolesOf(without.target, copy)).toEqual([])
    expect(
      await bench.server.database.system.connectionReceivedRole.count({
        where: { tenantId: without.target.tenant.id },
      }),
    ).toBe(0)
  })
})
