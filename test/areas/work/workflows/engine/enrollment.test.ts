import { afterAll, beforeAll, expect, test } from 'vitest'
import { followSources } from '#areas/work/workflows/engine/enrollment.service'
import { systemScope } from '#kernel/outbox/deliver'
import { openWorkflows, type WorkflowBench } from '#test/support/api/workflows'

const WAIT = 1

let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})
afterAll(() => bench.server.close())

/** Contacts that are members of a group; nothing tells the planner of them. */
const crowd = async (group: number, count: number): Promise<void> => {
  const { system } = bench.server.database
  await system.$executeRaw`WITH made AS (
      INSERT INTO contact (tenant_id, system_type_id, first_name, display_name, sort_name)
      SELECT ${bench.tenantId}::int, 1, 'One', 'One', 'one' FROM generate_series(1, ${count}::int) RETURNING id)
    INSERT INTO contact_group_member (tenant_id, group_id, contact_id, changed_at)
    SELECT ${bench.tenantId}::int, ${group}::int, id, ${bench.now()}::timestamptz FROM made`
}

const waiting = async (group: number, ...without: number[]): Promise<number> => {
  const id = await bench.workflow([group], {
    WorkflowSources: [{ GroupId: group, IsAnti: false }, ...without.map((GroupId) => ({ GroupId, IsAnti: true }))],
  })
  await bench.step(id, WAIT, { WaitOptions: { Quantity: 1, Unit: 'hours' } })
  await bench.switchOn(id)
  return id
}

/** Looks at the sources of a workflow as it was read earlier. */
const follow = async (id: number) => {
  const { database, app } = bench.server
  const workflow = await database.system.workflow.findFirstOrThrow({ where: { id } })
  const scope = await systemScope({ database, clock: { now: bench.now }, log: app.log }, bench.tenantId)
  return () => followSources(scope, workflow)
}

const statesOf = (workflowId: number) =>
  bench.server.database.system.workflowRun.groupBy({ by: ['state'], where: { workflowId }, _count: { _all: true } })

test('ten thousand enter, and leave, in seconds, however little the planner knows of them', async () => {
  const group = await bench.group()
  await crowd(group, 10_000)
  const id = await waiting(group)
  const look = await follow(id)
  await look()
  await look()
  expect(await statesOf(id)).toEqual([{ state: 'active', _count: { _all: 10_000 } }])
  await bench.server.database.system.groupMember.updateMany({ where: { groupId: group }, data: { state: 'removed' } })
  await look()
  expect(await statesOf(id)).toEqual([{ state: 'optedout', _count: { _all: 10_000 } }])
}, 30_000)

test('ten thousand that end in one statement are counted at once, also behind a statement that ended nobody', async () => {
  const group = await bench.group()
  await crowd(group, 10_000)
  const id = await waiting(group)
  await (await follow(id))()
  const ms = await bench.server.database.system.$transaction(async (tx) => {
    const end = (most: number) => tx.$executeRaw`UPDATE workflow_run SET state = 'optedout', ended_at = ${bench.now()},
      step_id = NULL, due_at = NULL WHERE workflow_id = ${id} AND id < ${most}::int`
    await end(0)
    const begun = performance.now()
    await end(1_000_000)
    return performance.now() - begun
  })
  // Half a second; where the runs as they were are joined to the runs as they are, nine.
  expect(ms).toBeLessThan(5000)
  const days = await bench.server.database.system.workflowDay.findMany({ where: { workflowId: id } })
  expect(days).toMatchObject([{ entered: 10_000, earlyOptOut: 10_000, completed: 0 }])
}, 30_000)

test('a workflow that is switched off while its sources are being looked at lets nobody in, and nobody out', async () => {
  const group = await bench.group()
  const [inside, outside] = [await bench.person(), await bench.person()]
  await bench.join(group, inside)
  const id = await waiting(group)
  const look = await follow(id)
  await look()
  await bench.switchOn(id, false)
  await bench.part(group, inside)
  await bench.join(group, outside)
  await look()
  expect(await bench.runs(id)).toMatchObject([{ contactId: inside, state: 'active' }])
  await bench.switchOn(id)
  await look()
  expect(await bench.runs(id)).toMatchObject([
    { contactId: inside, state: 'optedout' },
    { contactId: outside, state: 'active' },
  ])
})

test('looked at by several at once: each enters once', async () => {
  const group = await bench.group()
  await crowd(group, 3000)
  const id = await waiting(group)
  const look = await follow(id)
  await Promise.all([look(), look(), look()])
  expect(await statesOf(id)).toEqual([{ state: 'active', _count: { _all: 3000 } }])
})

test('who is in two sources comes by both, and leaves with the last; who is kept out leaves at once', async () => {
  const [one, other, without] = [await bench.group(), await bench.group(), await bench.group()]
  const [ada, ben, eve] = [await bench.person(), await bench.person(), await bench.person()]
  await bench.join(one, ada, ben, eve)
  await bench.join(other, ada)
  await bench.join(without, eve)
  const id = await waiting(one, without)
  await bench.server.database.system.workflowSource.create({
    data: { tenantId: bench.tenantId, workflowId: id, groupId: other, isAnti: false },
  })
  await bench.run(id)
  await bench.part(one, ada)
  await bench.join(without, ben)
  await bench.run(id)
  expect(await bench.runs(id)).toMatchObject([
    { contactId: ada, state: 'active', sourceIds: [one, other] },
    { contactId: ben, state: 'optedout', endReason: 'The contact joined a group that is an anti-source.' },
  ])
  await bench.part(other, ada)
  await bench.run(id)
  expect((await bench.runs(id))[0]).toMatchObject({ state: 'optedout', endReason: 'The contact left the sources.' })
})
