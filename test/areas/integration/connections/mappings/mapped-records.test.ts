import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import { waitForLock } from '#test/support/database/wait-for-lock'
import {
  type Connected,
  connect,
  type ExchangeBench,
  makePair,
  ok,
  openExchangeBench,
} from '#test/support/integration/connections'
import { addField } from '#test/support/people/custom-fields'

let bench: ExchangeBench
beforeAll(async () => {
  bench = await openExchangeBench()
})
afterAll(() => bench.close())

const addLevel = async (caller: TestCaller, typeId: number): Promise<number> =>
  (
    await ok<{ MembershipLevelId: number }>(
      caller.post(`/api/membershiptypes/${typeId}/levels/0`, { Name: 'Gold', Price: 0 }),
    )
  ).MembershipLevelId

/** A connection that is mapped to a level, in which both tenants have a custom field of the same name. */
const connectLevels = async () => {
  const linked = await connect(bench, await makePair(bench))
  const { database } = bench.server
  const theirs = await addField(database, linked.source.tenant.id, { name: 'license', dataTypeId: 1 })
  const ours = await addField(database, linked.target.tenant.id, { name: 'license', dataTypeId: 1 })
  const sourceLevelId = await addLevel(linked.source, linked.sourceTypeId)
  const targetLevelId = await addLevel(linked.target, linked.targetTypeId)
  const body = {
    IsIndividualCustomFields: true,
    IndividualCustomFields: [{ Id: theirs.id, IsSelected: true }],
    MembershipFeeds: [
      {
        SourceMembershipTypeId: linked.sourceTypeId,
        SourceMembershipLevelId: sourceLevelId,
        TargetMembershipTypeId: linked.targetTypeId,
        TargetMembershipLevelId: targetLevelId,
      },
    ],
  }
  return { ...linked, body, theirs, ours, sourceLevelId, targetLevelId }
}

const save = ({ target, connectionId }: Connected, body: object) =>
  target.post(`/api/connection/${connectionId}`, { ...body, ForceSave: true })

describe('what a connection takes from its source', () => {
  it('cannot be deleted at the source while the connection is enabled there', async () => {
    const linked = await connectLevels()
    const { source, sourceTypeId, sourceLevelId, theirs } = linked
    await ok(save(linked, linked.body))
    await bench.settle()
    const paths = [
      `/api/membershiptypes/${sourceTypeId}/levels/${sourceLevelId}`,
      `/api/membershiptypes/${sourceTypeId}`,
      `/api/customfields/${theirs.id}/1`,
    ]
    for (const path of paths) {
      const refused = await source.delete(path)
      expect([path, refused.statusCode, refused.json().code]).toEqual([path, 409, 'in-use'])
      expect(refused.json().users).toEqual(
        expect.arrayContaining([expect.objectContaining({ kind: 'connection to a target' })]),
      )
    }
    const { Results } = await ok<{ Results: { ConnectionId: number }[] }>(source.get('/api/connection/all'))
    await ok(source.post(`/api/connection/disable/${Results[0]?.ConnectionId}`))
    await ok(source.delete(`/api/membershiptypes/${sourceTypeId}/levels/${sourceLevelId}`))
  })
})

describe('what a connection gives the data to', () => {
  const races = [
    ['membership type', 'membership_type', 'targetTypeId', '/MembershipFeeds/0/TargetMembershipTypeId'],
    ['level', 'membership_level', 'targetLevelId', '/MembershipFeeds/0/TargetMembershipLevelId'],
    ['custom field', 'custom_field', 'ours', '/IndividualCustomFields'],
  ] as const

  it.each(races)('is not saved if the %s is deleted during the request', async (_name, table, key, pointer) => {
    const linked = await connectLevels()
    const used = linked[key]
    const id = typeof used === 'number' ? used : used.id
    const { database } = bench.server
    let saving: ReturnType<typeof save> | undefined
    await database.system.$transaction(async (tx) => {
      const row = `WHERE tenant_id = ${linked.target.tenant.id} AND id = ${id}`
      // As a deletion does: it locks the row first.
      await tx.$executeRawUnsafe(`SELECT FROM ${table} ${row} FOR UPDATE`)
      const parts = `DELETE FROM membership_level WHERE tenant_id = ${linked.target.tenant.id} AND type_id = ${id}`
      if (table === 'membership_type') await tx.$executeRawUnsafe(parts)
      const remove = table === 'custom_field' ? 'UPDATE custom_field SET deleted_at = now()' : `DELETE FROM ${table}`
      await tx.$executeRawUnsafe(`${remove} ${row}`)
      saving = save(linked, linked.body)
      await waitForLock(database)
    })
    const refused = await saving
    expect([refused?.statusCode, refused?.json().code]).toEqual([422, 'unknown-reference'])
    expect(refused?.json().errors[0].pointer).toBe(pointer)
  })

  it('is not deleted if a request that names it is about to be saved', async () => {
    const linked = await connectLevels()
    const { target, targetTypeId, targetLevelId, ours } = linked
    const { database } = bench.server
    let saving: ReturnType<typeof save> | undefined
    const deleting: ReturnType<TestCaller['delete']>[] = []
    await database.system.$transaction(async (tx) => {
      // What the save inserts last waits, when it has its locks.
      await tx.$executeRaw`LOCK TABLE connection_message IN EXCLUSIVE MODE`
      saving = save(linked, linked.body)
      await waitForLock(database)
      deleting.push(
        target.delete(`/api/membershiptypes/${targetTypeId}/levels/${targetLevelId}`),
        target.delete(`/api/customfields/${ours.id}/1`),
      )
      await expect
        .poll(async () => (await database.system.$queryRaw<object[]>`SELECT 1 FROM pg_locks WHERE NOT granted`).length)
        .toBeGreaterThan(2)
    })
    expect((await saving)?.statusCode).toBe(200)
    for (const refused of await Promise.all(deleting))
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'in-use'])
  })
})
