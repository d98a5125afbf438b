import { afterAll, beforeAll, expect, test } from 'vitest'
import { followSources } from '#areas/work/workflows/engine/enrollment.service'
import { systemScope } from '#kernel/outbox/deliver'
import { openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

const WAIT = 1

let bench: WorkflowBench

/** Adds contacts to a group, without statistics of the planner. */
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

/** Evaluates the sources of a workflow that was read earlier. */
const follow = async (id: number) => {
  const { database, app } = bench.server
  const workflow = await database.system.workflow.findFirstOrThrow({ where: { id } })
  const scope = await systemScope({ database, clock: { now: bench.now }, log: app.log }, bench.tenantId)
  return () => followSources(scope, workflow)
}

const statesOf = (workflowId: number) =>
  bench.server.database.system.workflowRun.groupBy({
    by: ['state'],
    where: { tenantId: bench.tenantId, workflowId },
    _count: { _all: true },
  })

/** Defines the tests of contacts that enter and leave a workflow. */
export const testEnrollment = ({ contacts, maxMs }: { contacts: number; maxMs: number | null }): void => {
  beforeAll(async () => {
    bench = await openWorkflows('2026-03-02T10:00:00Z')
  })
  afterAll(() => bench.server.close())

  test(`enters and ends ${contacts} contacts without statistics of the planner`, async () => {
    const group = await bench.group()
    await crowd(group, contacts)
    const id = await waiting(group)
    const look = await follow(id)
    await look()
    await look()
    expect(await statesOf(id)).toEqual([{ state: 'active', _count: { _all: contacts } }])
    await bench.server.database.system.groupMember.updateMany({
      where: { tenantId: bench.caller.tenant.id, groupId: group },
      data: { state: 'removed' },
    })
    await look()
    expect(await statesOf(id)).toEqual([{ state: 'optedout', _count: { _all: contacts } }])
  }, 30_000)

  test(`counts ${contacts} runs that end in one statement, also after a statement that ended none`, async () => {
    const group = await bench.group()
    await crowd(group, contacts)
    const id = await waiting(group)
    await (await follow(id))()
    const ms = await bench.server.database.system.$transaction(async (tx) => {
      const end = (
        most: number,
      ) => tx.$executeRaw`UPDATE workflow_run SET state = 'optedout', ended_at = ${bench.now()},
        step_id = NULL, due_at = NULL WHERE workflow_id = ${id} AND id < ${most}::int`
      await end(0)
      const begun = performance.now()
      await end(1_000_000)
      return performance.now() - begun
    })
    // The limit is generous: it takes half a second; a join of the old and the new rows of the runs takes nine.
    if (maxMs !== null) expect(ms).toBeLessThan(maxMs)
    const days = await bench.server.database.system.workflowDay.findMany({
      where: { tenantId: bench.tenantId, workflowId: id },
    })
    expect(days).toMatchObject([{ entered: contacts, earlyOptOut: contacts, completed: 0 }])
  }, 30_000)

  test('neither starts nor ends runs if the workflow is switched off during the evaluation of its sources', async () => {
    const group = await bench.group()
    const inside = await bench.person()
    const outside = await bench.person()
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

  test('enters each contact once in concurrent evaluations', async () => {
    const group = await bench.group()
    await crowd(group, 3000)
    const id = await waiting(group)
    const look = await follow(id)
    await Promise.all([look(), look(), look()])
    expect(await statesOf(id)).toEqual([{ state: 'active', _count: { _all: 3000 } }])
  })

  test('records both sources of a contact, ends its run with the last one, and immediately if it joins an anti-source', async () => {
    const one = await bench.group()
    const other = await bench.group()
    const without = await bench.group()
    const ada = await bench.person()
    const ben = await bench.person()
    const eve = await bench.person()
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
}
