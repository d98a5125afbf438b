import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench

beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})

afterAll(() => bench.server.close())

const save = (id: number, body: Json) => bench.caller.post(`/api/workflows/${id}`, body)

const edit = (id: number) => bench.good(bench.caller.get(`/api/workflows/getworkflow/${id}`))

const TAG = { AddTagOptions: { Tags: ['Done'] } }

const pointers = ({ errors }: Json) => (errors as { pointer: string }[]).map(({ pointer }) => pointer)

describe('POST /api/workflows/{workflowid} (saveWorkflow)', () => {
  test('stores the schedule and the sources', async () => {
    const group = await bench.group()
    const other = await bench.group()
    const saved = await bench.good(
      save(0, {
        Name: ' New  members ',
        SystemScheduleTypeId: '3',
        WeeklyScheduleOptions: { Weekdays: [5, 1], StartHour: 9, EndHour: 17 },
        WorkflowSources: [{ GroupId: group }, { GroupId: other, IsAnti: true }],
      }),
    )
    expect(saved).toMatchObject({
      Name: 'New members',
      ScheduleDescription: 'Mon, Fri, 9:00 to 17:00',
      ListsArray: [{ GroupId: group, MemberCount: 0, IsAnti: false }],
      IsActive: false,
    })
    expect(await edit(saved.WorkflowId as number)).toMatchObject({
      AuditId: 1,
      WeeklyScheduleOptions: { Weekdays: [1, 5], StartHour: 9, EndHour: 17 },
      DailyScheduleOptions: null,
      WorkflowSources: expect.arrayContaining([expect.objectContaining({ GroupId: other, IsAnti: true })]),
    })
    const changed = await bench.good(
      save(saved.WorkflowId as number, {
        AuditId: 1,
        SystemScheduleTypeId: '2',
        ScheduleOptionsJson: '{"StartHour":0,"EndHour":24}',
      }),
    )
    expect(changed).toMatchObject({ Name: 'New members', ScheduleDescription: 'Daily, 0:00 to 24:00' })
    await bench.refused(save(saved.WorkflowId as number, { AuditId: 1, Name: 'Late' }), 409, 'stale-audit-id')
  })

  test.each<[string, Json, string]>([
    ['no name', { SystemScheduleTypeId: '1' }, '/Name'],
    ['no schedule', { Name: 'A' }, '/SystemScheduleTypeId'],
    ['hours that are missing', { Name: 'A', SystemScheduleTypeId: '2' }, '/DailyScheduleOptions'],
    [
      'hours that end before they begin',
      { Name: 'A', SystemScheduleTypeId: '2', DailyScheduleOptions: { StartHour: 9, EndHour: 9 } },
      '/DailyScheduleOptions/EndHour',
    ],
    ['being on without a source', { Name: 'A', SystemScheduleTypeId: '1', IsActive: true }, '/IsActive'],
  ])('returns 422 with the pointer of the field for %s', async (_what, body, pointer) => {
    const { errors } = await bench.refused(save(0, body), 422, 'workflow-rule')
    expect((errors as { pointer: string }[]).map((error) => error.pointer)).toContain(pointer)
  })

  test.each<[string, Json, string]>([
    [
      'hours where it runs always',
      { SystemScheduleTypeId: '1', DailyScheduleOptions: { StartHour: 1, EndHour: 2 } },
      'Daily',
    ],
    [
      'weekdays where it runs daily',
      {
        SystemScheduleTypeId: '2',
        DailyScheduleOptions: { StartHour: 1, EndHour: 2 },
        WeeklyScheduleOptions: { Weekdays: [1], StartHour: 1, EndHour: 2 },
      },
      'Weekly',
    ],
  ])('returns 422 for %s', async (_what, body, part) => {
    const problem = await bench.refused(
      bench.caller.post('/api/workflows/0', { Name: 'A', ...body }),
      422,
      'workflow-rule',
    )
    expect(pointers(problem)).toEqual([`/${part}ScheduleOptions`])
  })

  test('returns 422 for an unknown group, and for a group that is listed twice or is a source and an anti-source', async () => {
    const group = await bench.group()
    const of = (...sources: Json[]) => save(0, { Name: 'A', SystemScheduleTypeId: '1', WorkflowSources: sources })
    expect(await bench.refused(of({ GroupId: 999_999 }), 422, 'unknown-reference')).toMatchObject({
      errors: [{ pointer: '/WorkflowSources/0/GroupId' }],
    })
    for (const [IsAnti, message] of [
      [true, 'must not be both a source and an anti-source'],
      [false, 'must not be listed twice'],
    ])
      expect(
        await bench.refused(of({ GroupId: group }, { GroupId: group, IsAnti }), 422, 'workflow-rule'),
      ).toMatchObject({
        errors: [{ pointer: '/WorkflowSources/1/GroupId', message }],
      })
  })

  test('writes nothing if nothing changes, also by the operations for settings and status', async () => {
    const group = await bench.group()
    const other = await bench.group()
    const id = await bench.workflow([group], {
      SystemScheduleTypeId: '3',
      WeeklyScheduleOptions: { Weekdays: [5, 1], StartHour: 9, EndHour: 17 },
      WorkflowSources: [{ GroupId: group }, { GroupId: other, IsAnti: true }],
    })
    await bench.step(id, 1, { WaitOptions: { Quantity: 1, Unit: 'hours' } })
    await bench.switchOn(id)
    const { system } = bench.server.database
    const traces = async () => ({
      workflow: await system.workflow.findFirst({ where: { id } }),
      sources: await system.workflowSource.findMany({ where: { workflowId: id } }),
      history: await system.auditEntry.count({ where: { entity: 'workflow', entityId: id } }),
      events: await system.outboxEvent.count({ where: { entityId: id, kind: 'workflow.updated' } }),
    })
    const before = await traces()
    bench.setTime('2026-03-02T11:00:00Z')
    const ways = [
      ['', await edit(id)],
      ['/general', await bench.general(id)],
      ['/general', { WorkflowPosiSources: [{ GroupId: group }] }],
      ['/staus/update', { IsActive: true }],
      ['/staus/update', {}],
    ] as const
    for (const [path, body] of ways) {
      const post = (AuditId: number) => bench.caller.post(`/api/workflows/${id}${path}`, { ...body, AuditId })
      const got = await post(2)
      expect([got.statusCode, path && got.headers.etag], got.body).toEqual([200, path && '"2"'])
      await bench.refused(post(1), 409, 'stale-audit-id')
      expect(await traces(), path).toEqual(before)
    }
    await bench.good(save(id, { AuditId: 2, WorkflowSources: [{ GroupId: group }] }))
    expect(await edit(id)).toMatchObject({ AuditId: 3, WorkflowSources: [{ GroupId: group }] })
  })

  test('returns 422 for a new workflow and for a copy if the tenant has 1000 workflows', async () => {
    const { system } = bench.server.database
    const other = await bench.server.tenant()
    const made = await system.workflow.createManyAndReturn({
      data: Array.from({ length: 1000 }, (_, at) => ({
        tenantId: other.tenant.id,
        name: `W ${at}`,
        createdBy: 'test',
        author: 'Test',
        scheduleTypeId: 1,
      })),
    })
    await bench.refused(other.post(`/api/workflows/copy/${made[0]?.id}`), 422, 'too-many')
    await bench.refused(other.post('/api/workflows/0', { Name: 'A', SystemScheduleTypeId: '1' }), 422, 'too-many')
  })
})

describe('GET /api/workflows/getworkflow/{workflowid} (getWorkflow)', () => {
  test('returns a new workflow with its defaults for id 0, and 404 for an id that no record can have', async () => {
    expect(await edit(0)).toMatchObject({ WorkflowId: 0, SystemScheduleTypeId: '1', IsActive: false, AuditId: 0 })
    expect((await bench.caller.get('/api/workflows/getworkflow/9999999999')).statusCode).toBe(404)
  })
})

describe('GET /api/workflows/{workflowid}/general (getWorkflowGeneral)', () => {
  test('states what prevents the workflow from running', async () => {
    const id = await bench.workflow([])
    expect(await bench.general(id)).toMatchObject({ Instruction: 'Add a group that contacts enter by.' })
    const ready = await bench.workflow([await bench.group()])
    expect(await bench.general(ready)).toMatchObject({ Instruction: 'Add a step.', WidgetData: { NumberOfSteps: 0 } })
  })
})

describe('GET /api/workflows/base/{workflowid} (getWorkflowBase)', () => {
  test('returns the name and the actions that are available', async () => {
    const id = await bench.workflow([await bench.group()], { Name: 'Basic' })
    expect(await bench.good(bench.caller.get(`/api/workflows/base/${id}`))).toEqual({
      WorkflowId: id,
      AuditId: 1,
      Name: 'Basic',
      Actions: ['edit', 'copy', 'delete'],
    })
  })
})

describe('POST /api/workflows/{workflowid}/general (saveWorkflowGeneral)', () => {
  test('changes a workflow whose groups were deleted, and switches it on only with an existing source', async () => {
    const source = await bench.group()
    const anti = await bench.group()
    const other = await bench.group()
    const id = await bench.workflow([], { WorkflowSources: [{ GroupId: source }, { GroupId: anti, IsAnti: true }] })
    await bench.step(id, 8, TAG)
    await bench.good(bench.caller.delete(`/api/groups/${anti}`))
    const posi = (...ids: number[]) => ({ WorkflowPosiSources: ids.map((GroupId) => ({ GroupId })) })
    const save = (body: Json) => bench.caller.post(`/api/workflows/${id}/general`, body)
    await bench.good(save({ AuditId: 1, ...posi(source, other) }))
    await bench.good(save({ AuditId: 2, ...posi(source) }))
    await bench.good(bench.caller.delete(`/api/groups/${source}`))
    expect(pointers(await bench.refused(save({ AuditId: 3, IsActive: true }), 422, 'workflow-rule'))).toEqual([
      '/IsActive',
    ])
    await bench.good(save({ AuditId: 3, ...posi(other), IsActive: true }))
    await bench.refused(bench.caller.delete(`/api/groups/${other}`), 409, 'in-use')
    expect(await bench.good(save({ AuditId: 4, Name: 'Renamed' }))).toMatchObject({ IsActive: true, Name: 'Renamed' })
  })
})

describe('POST /api/workflows/{workflowid}/staus/update (updateWorkflowStatus)', () => {
  test('keeps the status if the body has no IsActive', async () => {
    const id = await bench.workflow([await bench.group()])
    await bench.step(id, 8, TAG)
    const { AuditId } = await bench.switchOn(id)
    const said = (body: Json) =>
      bench.good(bench.caller.post(`/api/workflows/${id}/staus/update`, { AuditId, ...body }))
    expect(await said({})).toMatchObject({ IsActive: true, AuditId })
    expect(await said({ IsActive: false })).toMatchObject({ IsActive: false })
  })

  test('admits the members of its sources when an active workflow without steps gets a step again', async () => {
    const group = await bench.group()
    const id = await bench.workflow([group])
    const only = await bench.step(id, 8, TAG)
    await bench.switchOn(id)
    await bench.run(id)
    await bench.good(bench.caller.delete(`/api/workflows/deleteworkflowstep/${only}/1`))
    await bench.join(group, await bench.person())
    await bench.run(id)
    expect(await bench.runs(id)).toEqual([])
    await bench.step(id, 8, TAG)
    const { stirredAt } = await bench.server.database.system.workflow.findFirstOrThrow({ where: { id } })
    expect(stirredAt).toEqual(bench.now())
    await bench.run(id)
    expect(await bench.runs(id)).toMatchObject([{ state: 'completed' }])
  })
})

describe('POST /api/workflows/copy/{workflowid} (copyWorkflow)', () => {
  test('shortens the name of the copy without splitting an emoji', async () => {
    const id = await bench.workflow([await bench.group()], { Name: `x${'😀'.repeat(199)}` })
    await bench.good(bench.caller.post(`/api/workflows/copy/${id}`))
    const { Results } = await bench.good(bench.caller.post('/api/workflows', { OrderBy: 'WorkflowId desc', Take: '1' }))
    expect((Results as { Name: string }[])[0]?.Name).toBe(`Copy of x${'😀'.repeat(191)}`)
  })

  test('copies the steps, and a goto of the copy references a step of the copy', async () => {
    const id = await bench.workflow([await bench.group()])
    const first = await bench.step(id, 1, { WaitOptions: { Quantity: 1, Unit: 'hours' } })
    await bench.step(id, 10, { SkipOrGotoStepOptions: { Action: 'goto', TargetStepId: first } })
    const { WorkflowId } = await bench.good(bench.caller.post(`/api/workflows/copy/${id}`))
    const { Results } = await bench.good(bench.caller.post('/api/workflows', { OrderBy: 'WorkflowId desc', Take: '1' }))
    const copy = (Results as { WorkflowId: number; Name: string }[])[0]
    expect(WorkflowId).toBe(copy?.WorkflowId)
    expect(copy?.Name).toMatch(/^Copy of /)
    const [lane] = await bench.board(copy?.WorkflowId ?? 0)
    const [wait, goto] = lane?.Steps ?? []
    const step = await bench.good(
      bench.caller.get(`/api/workflows/workflowstep/${copy?.WorkflowId}/${goto?.WorkflowStepId}`),
    )
    expect(step.SkipOrGotoStepOptions).toMatchObject({ TargetStepId: wait?.WorkflowStepId })
  })
})

describe('DELETE /api/workflows/workflow/{workflowid}/{auditid} (deleteWorkflow)', () => {
  test('deletes a workflow that is off, and returns 409 for an active one', async () => {
    const id = await bench.workflow([await bench.group()])
    await bench.step(id, 8, TAG)
    await bench.switchOn(id)
    const { AuditId } = await bench.general(id)
    await bench.refused(bench.caller.delete(`/api/workflows/workflow/${id}/${AuditId}`), 409, 'workflow-active')
    const off = await bench.switchOn(id, false)
    await bench.good(bench.caller.delete(`/api/workflows/workflow/${id}/${off.AuditId}`))
    expect((await bench.caller.get(`/api/workflows/base/${id}`)).statusCode).toBe(404)
  })
})
