import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runs } from '#test/support/runner/runs'
import { openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.server.close())

const choices = async (id: number): Promise<number[]> =>
  (await world.admin.get(`/api/task/items/lookup/${id}/0`)).json().map(({ Id }: { Id: number }) => Id)

describe('POST /api/task/items/{taskitemid} (saveTask)', () => {
  test('rejects every dependency through which a task would wait for itself', async () => {
    const first = await world.task({ Name: 'Z first' })
    const second = await world.task({ Name: 'Y second', DependentOnTaskId: String(first) })
    const third = await world.task({ Name: 'X third', DependentOnTaskId: String(second) })
    for (const wanted of [first, second, third])
      expect(await world.tryChange(first, { DependentOnTaskId: String(wanted) })).toMatchObject({
        status: 422,
        body: { code: 'dependency-cycle', errors: [{ pointer: '/DependentOnTaskId' }] },
      })
    expect((await world.read(first)).DependentOnTaskId).toBeNull()
  })

  test('rejects that a subtask waits for a task that depends on its parent', async () => {
    const id = await world.task({ TaskItems: [{ TaskItemId: 0, Name: 'Part' }] })
    const part = (await world.read(id)).TaskItems?.[0]?.TaskItemId ?? 0
    const dependent = await world.task({ DependentOnTaskId: String(id) })
    expect((await world.tryChange(part, { DependentOnTaskId: String(id) })).body.code).toBe('dependency-cycle')
    expect((await world.tryChange(part, { DependentOnTaskId: String(dependent) })).body.code).toBe('dependency-cycle')
    expect(await choices(part)).not.toContain(id)
    expect(await choices(part)).not.toContain(dependent)
  })

  test('accepts one of two simultaneous dependencies that would form a cycle together', async () => {
    for (let round = 0; round < 15; round++) {
      const ids = await Promise.all([world.task(), world.task(), world.task()])
      const answers = await Promise.all(
        ids.map((id, n) => world.tryChange(id, { DependentOnTaskId: String(ids[(n + 1) % 3]) }, 1)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422])
    }
  })
})

/** A simple model of the dependencies. */
interface Model {
  /** By number: what it depends on. */
  dependsOn: (number | null)[]
  /** By number: the task that it is a subtask of. */
  parent: (number | null)[]
  complete: boolean[]
}

const needs = ({ dependsOn, parent }: Model, task: number): number[] => [
  ...[dependsOn[task] ?? null].filter((other) => other !== null),
  ...parent.flatMap((of, child) => (of === task ? [child] : [])),
]

const isConnected = (model: Model, from: number, to: number, seen = new Set<number>()): boolean => {
  if (from === to) return true
  if (seen.has(from)) return false
  seen.add(from)
  return needs(model, from).some((next) => isConnected(model, next, to, seen))
}

/** Applies a step if the rules allow it. Returns whether they do. */
const apply = (model: Model, step: Step): boolean => {
  const { task } = step
  if (step.kind === 'depend') {
    if (isConnected(model, step.on, task)) return false
    if (model.complete[task] && !model.complete[step.on] && model.dependsOn[task] !== step.on) return false
    model.dependsOn[task] = step.on
    return true
  }
  if (step.kind === 'complete') {
    if (needs(model, task).some((other) => !model.complete[other]) && !model.complete[task]) return false
    model.complete[task] = true
    return true
  }
  const parent = model.parent[task] ?? null
  if (parent !== null && model.complete[parent]) return false
  model.complete[task] = false
  return true
}

type Step = { kind: 'depend'; task: number; on: number } | { kind: 'complete' | 'reopen'; task: number }

const COUNT = 6
const number = fc.nat(COUNT - 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('depend' as const), task: number, on: number }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('complete' as const, 'reopen' as const), task: number }) },
)

const runHistory = async (steps: Step[]) => {
  // 0, 1 and 5 are not subtasks, 2 and 3 are subtasks of 0, 4 is a subtask of 1.
  const top = await Promise.all([
    world.task({
      TaskItems: [
        { TaskItemId: 0, Name: 'a' },
        { TaskItemId: 0, Name: 'b' },
      ],
    }),
    world.task({ TaskItems: [{ TaskItemId: 0, Name: 'c' }] }),
    world.task(),
  ])
  const parts = async (id: number) => ((await world.read(id)).TaskItems ?? []).map(({ TaskItemId }) => TaskItemId)
  const ids = [top[0], top[1], ...(await parts(top[0])), ...(await parts(top[1])), top[2]]
  const model: Model = {
    dependsOn: ids.map(() => null),
    parent: [null, null, 0, 0, 1, null],
    complete: ids.map(() => false),
  }
  for (const each of steps) {
    const fields =
      each.kind === 'depend' ? { DependentOnTaskId: String(ids[each.on]) } : { IsComplete: each.kind === 'complete' }
    const { status, body } = await world.tryChange(ids[each.task] ?? 0, fields)
    expect([status === 200, status], `${JSON.stringify(each)} ${JSON.stringify(body)}`).toEqual([
      apply(model, each),
      expect.toSatisfy((code: number) => [200, 409, 422].includes(code)),
    ])
  }
  for (const [n, id] of ids.entries()) {
    const { DependentOnTaskId, IsComplete } = await world.read(id)
    const on = model.dependsOn[n] ?? null
    expect({ DependentOnTaskId, IsComplete }).toEqual({
      DependentOnTaskId: on === null ? null : String(ids[on]),
      IsComplete: model.complete[n],
    })
    const offered = await choices(id)
    expect(ids.filter((_, other) => !isConnected(model, other, n))).toEqual(
      ids.filter((other) => offered.includes(other)),
    )
  }
}

describe('POST /api/task/items/{taskitemid} (saveTask)', () => {
  test('accepts, in random histories, what a plain model accepts, and rejects the rest', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), runHistory), {
      numRuns: runs(25),
      endOnFailure: true,
    })
    const { server, tenantId } = world
    const [counts] = await server.database.system.$queryRaw<object[]>`
      select (select sum(n)::int from record_count where tenant_id = ${tenantId} and bucket = 'task:all') as kept,
        (select sum(n)::int from record_count where tenant_id = ${tenantId} and bucket = 'task:open') as kept_open,
        count(*)::int as all, count(*) filter (where completed_on is null)::int as open
      from task_item where tenant_id = ${tenantId}`
    const { all, open } = counts as { all: number; open: number }
    expect(counts).toEqual({ kept: all, kept_open: open, all, open })
  }, 120_000)
})
