import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { advanceWorkflow, workflowRounds, workflowTicks } from '#areas/work/workflows/engine/engine.job'
import { workflowSources } from '#areas/work/workflows/engine/sources.subscriber'
import { systemScope } from '#kernel/outbox/deliver'
import type { OutboxEvent } from '#prisma/client'
import { runNewDays } from '#test/support/jobs/new-days'
import { withAdmin } from '#test/support/server/test-server'
import { openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

const START = '2026-03-02T10:00:00Z'
const HOUR = '2026-03-02T11:00:00Z'

let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflows(START, { own: true })
})
afterAll(() => bench.server.close())
beforeEach(() => bench.setTime(START))

const context = () => ({ database: bench.server.database, clock: { now: bench.now }, log: bench.server.app.log })

/** Removes the jobs that wait, and returns the ids of their workflows in order. */
const takeJobs = (): Promise<number[]> =>
  withAdmin(bench.server.url, async (admin) => {
    const { rows } = await admin.query<{ id: number }>(`DELETE FROM graphile_worker._private_jobs
      WHERE key LIKE '%/workflow:%' RETURNING (payload ->> 'workflowId')::int AS id`)
    return rows.map(({ id }) => id).sort((one, other) => one - other)
  })

const stirredAt = async (id: number) =>
  (await bench.server.database.system.workflow.findFirstOrThrow({ where: { id } })).stirredAt

const stir = (at: Date | null, ...ids: number[]) =>
  bench.server.database.system.workflow.updateMany({ where: { id: { in: ids } }, data: { stirredAt: at } })

/** A workflow that is on: a wait of an hour. */
const waiting = async (group: number, fields = {}): Promise<number> => {
  const id = await bench.workflow([group], fields)
  await bench.step(id, 1, { WaitOptions: { Quantity: 1, Unit: 'hours' } })
  await bench.switchOn(id)
  return id
}

describe('the run of a workflow', () => {
  test('applies the sources again after a run that failed to apply them', async () => {
    const group = await bench.group()
    const id = await waiting(group)
    await bench.join(group, await bench.person())
    await stir(bench.now(), id)
    const scope = await systemScope(context(), bench.tenantId)
    const db = { ...scope.db, transaction: () => Promise.reject(new Error('The connection was lost.')) }
    await expect(advanceWorkflow({ ...scope, db }, id)).rejects.toThrow('The connection was lost.')
    expect(await stirredAt(id)).toEqual(bench.now())
    expect(await advanceWorkflow(scope, id)).toBe(true)
    expect(await bench.runs(id)).toHaveLength(1)
    expect(await stirredAt(id)).toBeNull()
    await bench.switchOn(id, false)
  })
})

describe('the run of every minute', () => {
  test('requests a run of each active workflow with a due contact or changed sources, and of no other', async () => {
    const group = await bench.group()
    await bench.join(group, await bench.person())
    const due = await waiting(group)
    const changed = await waiting(await bench.group())
    const quiet = await waiting(await bench.group())
    const off = await waiting(group)
    for (const id of [due, quiet, off]) await bench.run(id)
    await bench.switchOn(off, false)
    await stir(bench.now(), changed, off)
    await takeJobs()
    const { task } = workflowTicks
    bench.setTime('2026-03-02T10:59:59Z')
    await task(context(), {})
    expect(await takeJobs()).toEqual([changed])
    bench.setTime(HOUR)
    await task(context(), {})
    await task(context(), {})
    expect(await takeJobs()).toEqual([due, changed])
    expect(workflowTicks.at).toBe('* * * * *')
    await stir(null, changed)
    await bench.switchOn(due, false)
  })
})

describe('the next run of a workflow', () => {
  const nextRunAt = async (id: number) =>
    (await bench.server.database.system.workflow.findFirstOrThrow({ where: { id } })).nextRunAt

  test('is when the first contact continues; without any there is none', async () => {
    const group = await bench.group()
    const id = await waiting(group)
    expect(await nextRunAt(id)).toEqual(new Date(START))
    await bench.run(id)
    expect(await nextRunAt(id)).toBeNull()
    await bench.join(group, await bench.person())
    await bench.run(id)
    bench.setTime('2026-03-02T10:30:00Z')
    await bench.join(group, await bench.person())
    await bench.run(id)
    expect(await nextRunAt(id)).toEqual(new Date(HOUR))
    bench.setTime(HOUR)
    await bench.run(id)
    expect(await nextRunAt(id)).toEqual(new Date('2026-03-02T11:30:00Z'))
    await bench.switchOn(id, false)
  })

  test('waits for the hours of its schedule', async () => {
    const group = await bench.group()
    await bench.join(group, await bench.person())
    const hours = { SystemScheduleTypeId: '2', DailyScheduleOptions: { StartHour: 12, EndHour: 13 } }
    const id = await waiting(group, hours)
    await bench.run(id)
    expect(await nextRunAt(id)).toEqual(new Date('2026-03-02T12:00:00Z'))
    bench.setTime('2026-03-02T12:30:00Z')
    await bench.run(id)
    // The wait ends within the hours of no day: the run at its end finds that out.
    expect(await nextRunAt(id)).toEqual(new Date('2026-03-02T13:30:00Z'))
    bench.setTime('2026-03-02T13:30:00Z')
    const scope = await systemScope(context(), bench.tenantId)
    await advanceWorkflow(scope, id)
    expect(await nextRunAt(id)).toEqual(new Date('2026-03-03T12:00:00Z'))
    await bench.switchOn(id, false)
  })

  test('comes sooner if the step at which contacts wait is deleted', async () => {
    const group = await bench.group()
    await bench.join(group, await bench.person())
    const id = await waiting(group)
    await bench.step(id, 1, { WaitOptions: { Quantity: 1, Unit: 'hours' } })
    await bench.run(id)
    expect(await nextRunAt(id)).toEqual(new Date(HOUR))
    bench.setTime('2026-03-02T10:10:00Z')
    const [step] = (await bench.board(id))[0]?.Steps ?? []
    await bench.good(bench.caller.delete(`/api/workflows/deleteworkflowstep/${step?.WorkflowStepId}/${step?.AuditId}`))
    expect(await nextRunAt(id)).toEqual(bench.now())
    await bench.switchOn(id, false)
  })
})

describe('the run of every day', () => {
  test('makes each active workflow apply its sources', async () => {
    const on = await waiting(await bench.group())
    const off = await waiting(await bench.group())
    await bench.switchOn(off, false)
    await stir(null, on, off)
    bench.setTime(HOUR)
    const createdAt = new Date('2020-01-01')
    await bench.server.database.system.tenant.update({ where: { id: bench.tenantId }, data: { createdAt } })
    await runNewDays(context(), workflowRounds)
    expect([await stirredAt(on), await stirredAt(off)]).toEqual([new Date(HOUR), null])
  })
})

describe('an event about a member or its contact', () => {
  const handle = async (entity: string, entityId: number) => {
    const scope = await systemScope(context(), bench.tenantId)
    await scope.db.transaction((tx) => workflowSources.handle(scope, tx, { entity, entityId } as OutboxEvent))
  }

  test('makes the active workflows of the group apply their sources, those without hours immediately', async () => {
    const group = await bench.group()
    const other = await bench.group()
    const ada = await bench.person()
    await bench.join(group, ada)
    const hours = { SystemScheduleTypeId: '2', DailyScheduleOptions: { StartHour: 8, EndHour: 18 } }
    const always = await waiting(group)
    const daily = await waiting(group, hours)
    const foreign = await waiting(other)
    const off = await waiting(group)
    await bench.switchOn(off, false)
    const all = [always, daily, foreign, off]
    for (const [entity, id] of [
      ['group', group],
      ['contact', ada],
    ] as const) {
      await stir(null, ...all)
      await takeJobs()
      bench.setTime(HOUR)
      await handle(entity, id)
      expect(await takeJobs(), entity).toEqual([always])
      expect(await Promise.all(all.map(stirredAt)), entity).toEqual([new Date(HOUR), new Date(HOUR), null, null])
    }
    await handle('contact', await bench.person())
    expect(await takeJobs()).toEqual([])
  })
})
