import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project } from '#contract/work/projects'
import { openTaskWorld, type TaskWorld } from '#test/support/work/tasks'

let world: TaskWorld
beforeAll(async () => {
  // 12:00 in UTC, and the 5th already in Auckland.
  world = await openTaskWorld('2026-03-04T12:00:00Z', 'Pacific/Auckland')
})
afterAll(() => world.server.close())

const OPEN = { IsComplete: false, CompletedDate: null }

describe('POST /api/task/items/{taskitemid} (saveTask)', () => {
  test("completes a task with 100 % and the day in the tenant's time zone", async () => {
    const id = await world.task()
    expect(await world.change(id, { IsComplete: true })).toMatchObject({
      PercentComplete: '100',
      CompletedDate: '2026-03-05',
    })
    expect(await world.read(id)).toMatchObject({
      IsComplete: true,
      CompletedDate: '2026-03-05',
      PercentComplete: '100',
    })
  })

  test('completes a task by 100 %, and by a change of either field that was read', async () => {
    const byPercent = await world.task()
    await world.change(byPercent, { ...(await world.read(byPercent)), PercentComplete: '100' })
    expect(await world.read(byPercent)).toMatchObject({ IsComplete: true, CompletedDate: '2026-03-05' })
    const byFlag = await world.task({ PercentComplete: '40' })
    await world.change(byFlag, { ...(await world.read(byFlag)), IsComplete: true })
    expect(await world.read(byFlag)).toMatchObject({ PercentComplete: '100' })
    expect(await world.read(await world.task({ IsComplete: true }))).toMatchObject({ PercentComplete: '100' })
  })

  test('accepts a past completion day and rejects a future one', async () => {
    const id = await world.task()
    const { status, body } = await world.tryChange(id, { IsComplete: true, CompletedDate: '2026-03-06' })
    expect([status, body.errors?.[0]?.pointer]).toEqual([422, '/CompletedDate'])
    expect(await world.read(id)).toMatchObject({ AuditId: 1, ...OPEN })
    await world.change(id, { IsComplete: true, CompletedDate: '2026-02-27' })
    await world.change(id, { Name: 'Later renamed' })
    expect(await world.read(id)).toMatchObject({ CompletedDate: '2026-02-27', IsComplete: true })
  })

  test('reopens a task by IsComplete false or a lower percentage, and clears the day', async () => {
    const id = await world.task({ IsComplete: true })
    await world.change(id, { ...(await world.read(id)), IsComplete: false })
    expect(await world.read(id)).toMatchObject({ ...OPEN, PercentComplete: '0' })
    await world.change(id, { IsComplete: true })
    await world.change(id, { ...(await world.read(id)), PercentComplete: '80' })
    expect(await world.read(id)).toMatchObject({ ...OPEN, PercentComplete: '80' })
  })

  test('rejects completion while the task that it depends on is open', async () => {
    const first = await world.task({ Name: 'First' })
    const second = await world.task({ Name: 'Second', DependentOnTaskId: String(first) })
    expect(await world.tryChange(second, { IsComplete: true })).toMatchObject({
      status: 409,
      body: { code: 'task-open', TaskItemId: first },
    })
    expect(await world.read(second)).toMatchObject({ AuditId: 1, ...OPEN })
    await world.change(first, { IsComplete: true })
    await world.change(second, { IsComplete: true })
    expect((await world.read(second)).IsComplete).toBe(true)
  })

  test('rejects creation as complete and a new dependency of a complete task while the other task is open', async () => {
    const first = await world.task()
    const made = { Name: 'x', DependentOnTaskId: String(first), IsComplete: true }
    expect((await world.tryChange(0, made)).body.code).toBe('task-open')
    const done = await world.task({ IsComplete: true })
    expect((await world.tryChange(done, { DependentOnTaskId: String(first) })).body.code).toBe('task-open')
  })

  test('completes a task and its dependency at the same time only in the right order', async () => {
    for (let round = 0; round < 10; round++) {
      const first = await world.task()
      const second = await world.task({ DependentOnTaskId: String(first) })
      const [one, other] = await Promise.all([
        world.tryChange(first, { IsComplete: true }, 1),
        world.tryChange(second, { IsComplete: true }, 1),
      ])
      expect(one.status).toBe(200)
      expect([200, 409]).toContain(other.status)
      expect((await world.read(second)).IsComplete).toBe(other.status === 200)
    }
  })
})

describe('a task with subtasks', () => {
  const withParts = async () => {
    const id = await world.task({
      TaskItems: [
        { TaskItemId: 0, Name: 'One' },
        { TaskItemId: 0, Name: 'Two' },
      ],
    })
    const parts = ((await world.read(id)).TaskItems ?? []).map(({ TaskItemId }) => TaskItemId)
    return { id, parts, part: parts[0] ?? 0 }
  }

  describe('POST /api/task/items/{taskitemid} (saveTask)', () => {
    test('cannot be completed while a subtask is open', async () => {
      const { id, parts, part } = await withParts()
      expect(await world.tryChange(id, { IsComplete: true })).toMatchObject({
        status: 409,
        body: { code: 'task-open', TaskItemId: part },
      })
      await world.change(part, { IsComplete: true })
      expect((await world.tryChange(id, { IsComplete: true })).status).toBe(409)
      await world.change(id, {
        IsComplete: true,
        TaskItems: parts.slice(1).map((TaskItemId) => ({ TaskItemId, IsComplete: true })),
      })
      expect(await world.read(id)).toMatchObject({ IsComplete: true, TaskData: { OpenTaskItemCount: 0 } })
    })

    test('cannot be complete with a subtask that is reopened or added open', async () => {
      const { id, parts, part } = await withParts()
      await world.change(id, {
        IsComplete: true,
        TaskItems: parts.map((TaskItemId) => ({ TaskItemId, IsComplete: true })),
      })
      expect((await world.tryChange(part, { IsComplete: false })).body.code).toBe('parent-complete')
      expect((await world.tryChange(id, { TaskItems: [{ TaskItemId: 0, Name: 'More' }] })).body.code).toBe('task-open')
      expect((await world.tryChange(id, { TaskItems: [{ TaskItemId: part, IsComplete: false }] })).body.code).toBe(
        'task-open',
      )
      await world.change(id, { IsComplete: false, TaskItems: [{ TaskItemId: part, IsComplete: false }] })
      expect(await world.read(id)).toMatchObject({ ...OPEN, TaskData: { OpenTaskItemCount: 1 } })
    })

    test('is never complete with an open subtask if both are saved at the same time', async () => {
      for (let round = 0; round < 10; round++) {
        const { id, parts, part } = await withParts()
        await world.change(id, { TaskItems: parts.map((TaskItemId) => ({ TaskItemId, IsComplete: true })) })
        const [whole, piece] = await Promise.all([
          world.tryChange(id, { IsComplete: true }, 2),
          world.tryChange(part, { IsComplete: false }, 2),
        ])
        expect([whole.status, piece.status].sort()).toEqual([200, 409])
        const { IsComplete, TaskData } = await world.read(id)
        expect(IsComplete && (TaskData?.OpenTaskItemCount ?? 0) > 0).toBe(false)
      }
    })

    test('gives its contact to its subtasks, which have no other contact and no subtasks', async () => {
      const { id, part } = await withParts()
      await world.change(id, { ContactId: String(world.contactId) })
      expect(await world.read(part)).toMatchObject({ AuditId: 2, ContactId: String(world.contactId) })
      const errors = async (fields: object) =>
        (await world.tryChange(part, fields)).body.errors?.map(({ pointer }) => pointer)
      expect(await errors({ ContactId: null })).toEqual(['/ContactId'])
      expect(await errors({ TaskItems: [{ TaskItemId: 0, Name: 'Deeper' }] })).toEqual(['/TaskItems'])
      expect((await world.tryChange(part, { ...(await world.read(part)), Name: 'Renamed' })).status).toBe(200)
    })

    test('gives its project to its subtasks, which need not send it and have no other', async () => {
      const { ProjectId } = await world.save<Project>('/api/projects/0', { Name: 'Fair' })
      const { id, part } = await withParts()
      const own = { ProjectId: String(ProjectId), ContactId: String(world.contactId) }
      await world.change(id, own)
      await world.change(part, { Name: 'Renamed' })
      expect(await world.read(part)).toMatchObject({ AuditId: 3, Name: 'Renamed', ...own })
      const errors = async (fields: object) =>
        (await world.tryChange(part, fields)).body.errors?.map(({ pointer }) => pointer)
      expect(await errors({ ProjectId: null })).toEqual(['/ProjectId'])
      expect(await errors({ ProjectId: null, ContactId: null })).toEqual(['/ProjectId', '/ContactId'])
    })

    test('can be saved as it was read with any number of subtasks', async () => {
      const id = await world.task({
        TaskItems: Array.from({ length: 150 }, (_, n) => ({ TaskItemId: 0, Name: `${n}` })),
      })
      const read = await world.read(id)
      expect(read.TaskItems).toHaveLength(150)
      expect((await world.tryChange(id, { ...read })).status).toBe(200)
      const more = Array.from({ length: 351 }, () => ({ TaskItemId: 0, Name: 'One more' }))
      expect((await world.tryChange(id, { TaskItems: more })).body.code).toBe('too-many')
    })
  })

  describe('DELETE /api/task/{taskitemid}/{auditid} (deleteTask)', () => {
    test('deletes its subtasks', async () => {
      const { id, part, parts } = await withParts()
      const waiting = await world.task({ DependentOnTaskId: String(part) })
      const before = world.clock.now()
      world.clock.set(new Date(before.getTime() + 60_000).toISOString())
      await world.change(parts[1] ?? 0, { DependentOnTaskId: String(part) })
      expect((await world.admin.delete(`/api/task/${id}/7`)).statusCode).toBe(409)
      const answer = await world.admin.delete(`/api/task/${id}/1`)
      expect([answer.statusCode, answer.json()]).toEqual([200, {}])
      for (const gone of [id, ...parts])
        expect((await world.admin.get(`/api/task/items/${gone}/0/0`)).statusCode).toBe(404)
      expect(await world.read(waiting)).toMatchObject({
        AuditId: 2,
        DependentOnTaskId: null,
        AuditInfo: { CreatedDate: before.toISOString(), ModifiedDate: world.clock.now().toISOString() },
      })
    })
  })
})
