import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/api/workflows'

let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})
afterAll(() => bench.server.close())

const WAIT = { WaitOptions: { Quantity: 1, Unit: 'days' } }
const TAG = { AddTagOptions: { Tags: ['Done'] } }
const BRANCH = { LogicBranchOptions: { MatchAll: true, Conditions: [{ Type: 'hasTag', Value: 'VIP' }] } }

const stepPath = (id: number, stepId = 0) => `/api/workflows/workflowstep/${id}/${stepId}`
const pointers = ({ errors }: Json) => (errors as { pointer: string }[]).map(({ pointer }) => pointer)

describe('a step', () => {
  const add = (id: number, type: number, body: Json) =>
    bench.caller.post(stepPath(id), { SystemStepTypeId: String(type), ...body })

  test('is refused with a template that no number can be, one who is no staff, and a type of tasks that is not there', async () => {
    const id = await bench.workflow([await bench.group()])
    const task = (fields: Json) => ({ CreateFollowUpReminderOptions: { Name: 'Call', DueInDays: 1, ...fields } })
    const [member, staff] = [await bench.person(), await bench.person({ isStaff: true })]
    const told = async (type: number, body: Json) =>
      pointers(await bench.refused(add(id, type, body), 422, 'unknown-reference'))
    expect(await told(3, { EmailTemplateId: '9999999999' })).toEqual(['/EmailTemplateId'])
    expect(await told(4, task({ AssignedToContactId: member, TaskTypeId: 999_999 }))).toEqual([
      '/CreateFollowUpReminderOptions/AssignedToContactId',
      '/CreateFollowUpReminderOptions/TaskTypeId',
    ])
    await bench.good(add(id, 4, task({ AssignedToContactId: staff })))
  })

  test('keeps the day of a date with a time, and a task without days is due on the day', async () => {
    const group = await bench.group()
    await bench.join(group, await bench.person())
    const id = await bench.workflow([group])
    const task = await bench.step(id, 4, { CreateFollowUpReminderOptions: { Name: 'Call' } })
    const until = await bench.step(id, 2, { WaitUntilOptions: { Date: '2026-05-01T10:00:00Z', Time: '08:30' } })
    expect(await bench.good(bench.caller.get(stepPath(id, task)))).toMatchObject({
      CreateFollowUpReminderOptions: { DueInDays: 0 },
    })
    expect(await bench.good(bench.caller.get(stepPath(id, until)))).toMatchObject({
      WaitUntilOptions: { Date: '2026-05-01', Time: '08:30' },
    })
    await bench.switchOn(id)
    await bench.run(id)
    const [run] = await bench.runs(id)
    expect(run).toMatchObject({ state: 'active', stepId: until, isWaiting: true })
    expect(run?.stepRuns.map(({ state }) => state)).toEqual(['done', 'waiting'])
  })

  test('that is a branch keeps its type while its lanes have steps, so that none is lost', async () => {
    const id = await bench.workflow([await bench.group()])
    const branch = await bench.step(id, 9, BRANCH)
    const inner = await bench.step(id, 1, WAIT, { LogicStepId: String(branch), IsInverseLogic: false })
    const change = () => bench.caller.post(stepPath(id, branch), { AuditId: 1, SystemStepTypeId: '1', ...WAIT })
    await bench.refused(change(), 409, 'lane-in-use')
    await bench.good(bench.caller.delete(`/api/workflows/deleteworkflowstep/${inner}/1`))
    await bench.good(change())
  })

  test('has another version once it stands behind another step, so that nobody puts it back unawares', async () => {
    const id = await bench.workflow([await bench.group()])
    const wait = (place: Json = {}) => bench.step(id, 1, WAIT, place)
    const versions = async () =>
      (await bench.board(id)).flatMap(({ Steps }) => Steps.map((step) => [step.WorkflowStepId, step.AuditId]))
    const [a, b, c] = [await wait(), await wait(), await wait()]
    const read = await bench.caller.get(stepPath(id, b))
    const between = await wait({ PreviousStepId: String(a) })
    expect(await versions(), 'inserted').toEqual([
      [a, 1],
      [between, 1],
      [b, 2],
      [c, 1],
    ])
    await bench.refused(bench.caller.post(stepPath(id, b), read.json()), 409, 'stale-audit-id')
    const ifMatch = { 'if-match': String(read.headers.etag) }
    await bench.refused(bench.caller.post(stepPath(id, b), { IsActive: false }, ifMatch), 412, 'precondition-failed')
    await bench.good(bench.caller.post(stepPath(id, b), { AuditId: 2, PreviousStepId: null }))
    expect(await versions(), 'moved').toEqual([
      [b, 3],
      [a, 2],
      [between, 1],
      [c, 2],
    ])
    await bench.good(bench.caller.delete(`/api/workflows/deleteworkflowstep/${a}/2`))
    expect(await versions(), 'one deleted').toEqual([
      [b, 3],
      [between, 2],
      [c, 2],
    ])
    const Steps = [c, between, b].map((WorkflowStepId) => ({ WorkflowStepId }))
    for (const what of ['arranged', 'arranged once more']) {
      await bench.good(bench.caller.post(`/api/workflows/workflowsteps/${id}`, { Lanes: [{ Steps }] }))
      expect(await versions(), what).toEqual([
        [c, 3],
        [between, 3],
        [b, 4],
      ])
    }
  })
})

describe('the board', () => {
  const arrange = (id: number, Lanes: Json[], headers = {}) =>
    bench.caller.post(`/api/workflows/workflowsteps/${id}`, { Lanes }, headers)
  const main = (...ids: number[]) => ({ LogicStepId: null, Steps: ids.map((WorkflowStepId) => ({ WorkflowStepId })) })

  test('has one main lane, whatever side it is said to be', async () => {
    const id = await bench.workflow([await bench.group()])
    const step = await bench.step(id, 1, WAIT)
    await bench.good(arrange(id, [{ ...main(step), IsInverseLogic: true }]))
    expect((await bench.board(id)).map(({ Steps }) => Steps.length)).toEqual([1])
  })

  test('takes one of two that arrange it at once from the same version', async () => {
    const id = await bench.workflow([await bench.group()])
    const [a, b] = [await bench.step(id, 1, WAIT), await bench.step(id, 8, TAG)]
    const { headers } = await bench.caller.get(`/api/workflows/workflowsteps/${id}`)
    const from = { 'if-match': String(headers.etag) }
    const got = await Promise.all(
      Array.from({ length: 8 }, (_, at) => arrange(id, [at % 2 ? main(a, b) : main(b, a)], from)),
    )
    expect(got.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(412)])
    expect((await bench.board(id)).flatMap(({ Steps }) => Steps)).toHaveLength(2)
  })
})

describe('a workflow', () => {
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
  ])('is refused with %s', async (_what, body, part) => {
    const told = await bench.refused(
      bench.caller.post('/api/workflows/0', { Name: 'A', ...body }),
      422,
      'workflow-rule',
    )
    expect(pointers(told)).toEqual([`/${part}ScheduleOptions`])
  })

  test('with a name of emoji is copied with whole ones', async () => {
    const id = await bench.workflow([await bench.group()], { Name: `x${'😀'.repeat(199)}` })
    await bench.good(bench.caller.post(`/api/workflows/copy/${id}`))
    const { Results } = await bench.good(bench.caller.post('/api/workflows', { OrderBy: 'WorkflowId desc', Take: '1' }))
    expect((Results as { Name: string }[])[0]?.Name).toBe(`Copy of x${'😀'.repeat(191)}`)
  })

  test('whose groups were deleted can be changed, and is switched on only with one that is there', async () => {
    const [source, anti, other] = [await bench.group(), await bench.group(), await bench.group()]
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

describe('a workflow that is on', () => {
  test('and has lost its last step lets its members in as soon as there is a step again', async () => {
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

  test('stays on where the request does not say otherwise', async () => {
    const id = await bench.workflow([await bench.group()])
    await bench.step(id, 8, TAG)
    const { AuditId } = await bench.switchOn(id)
    const said = (body: Json) =>
      bench.good(bench.caller.post(`/api/workflows/${id}/staus/update`, { AuditId, ...body }))
    expect(await said({})).toMatchObject({ IsActive: true, AuditId })
    expect(await said({ IsActive: false })).toMatchObject({ IsActive: false })
  })
})

test('a tenant has at most a thousand workflows, copies included', async () => {
  const { system } = bench.server.database
  const other = await bench.server.tenant()
  const made = await system.workflow.createManyAndReturn({
    data: Array.from({ length: 1000 }, (_, at) => ({
      ...{ tenantId: other.tenant.id, name: `W ${at}`, createdBy: 'test', author: 'Test', scheduleTypeId: 1 },
    })),
  })
  await bench.refused(other.post(`/api/workflows/copy/${made[0]?.id}`), 422, 'too-many')
  await bench.refused(other.post('/api/workflows/0', { Name: 'A', SystemScheduleTypeId: '1' }), 422, 'too-many')
})
