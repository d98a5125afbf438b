import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench

beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})

afterAll(() => bench.server.close())

const WAIT = { WaitOptions: { Quantity: 1, Unit: 'days' } }

const TAG = { AddTagOptions: { Tags: ['Done'] } }

const stepPath = (id: number, stepId = 0) => `/api/workflows/workflowstep/${id}/${stepId}`

const add = (id: number, type: number, body: Json) =>
  bench.caller.post(stepPath(id), { SystemStepTypeId: String(type), ...body })

const pointers = ({ errors }: Json) => (errors as { pointer: string }[]).map(({ pointer }) => pointer)

const names = async (id: number) =>
  (await bench.board(id)).map(({ IsInverseLogic, Steps }) => [IsInverseLogic, Steps.map((step) => step.WorkflowStepId)])

describe('GET /api/workflows/workflowstep/{workflowid}/{workflowstepid} (getWorkflowStep)', () => {
  test('describes the membership statuses of a condition by their names', async () => {
    const id = await bench.workflow([await bench.group()])
    const ask = async (Operator: string, Value: string) => {
      const step = await bench.step(id, 9, {
        LogicBranchOptions: { MatchAll: true, Conditions: [{ Type: 'membershipStatus', Operator, Value }] },
      })
      return (await bench.good(bench.caller.get(`/api/workflows/workflowstep/${id}/${step}`))).CachedDescription
    }
    expect(await ask('eq', '2')).toBe('If membership status is Active')
    expect(await ask('ne', '6')).toBe('If membership status is not Active or Courtesy')
  })

  test('returns 404 for a step of another workflow', async () => {
    const id = await bench.workflow([await bench.group()])
    const other = await bench.workflow([await bench.group()])
    const step = await bench.step(id, 1, WAIT)
    expect(await bench.good(bench.caller.get(stepPath(id, step)))).toMatchObject({ WorkflowStepId: step })
    expect((await bench.caller.get(stepPath(other, step))).statusCode).toBe(404)
  })
})

describe('POST /api/workflows/workflowstep/{workflowid}/{workflowstepid} (saveWorkflowStep)', () => {
  test('adds a step at its position and moves it, and a deletion closes the gap', async () => {
    const id = await bench.workflow([await bench.group()])
    const wait = (place: Json = {}) => bench.step(id, 1, { WaitOptions: { Quantity: 2, Unit: 'days' } }, place)
    const a = await wait()
    const b = await wait()
    const branch = await bench.step(id, 9, {
      LogicBranchOptions: { MatchAll: true, Conditions: [{ Type: 'hasTag', Value: 'VIP' }] },
    })
    const inner = await wait({ LogicStepId: String(branch), IsInverseLogic: true })
    const first = await wait({ PreviousStepId: null })
    expect(await names(id)).toEqual([
      [false, [first, a, b, branch]],
      [false, []],
      [true, [inner]],
    ])
    const read = await bench.good(bench.caller.get(`/api/workflows/workflowstep/${id}/${b}`))
    expect(read).toMatchObject({ PreviousStepId: String(a), CachedDescription: 'Wait 2 days', AuditId: 1 })
    const moved = { AuditId: 1, LogicStepId: String(branch), IsInverseLogic: true, PreviousStepId: String(inner) }
    expect(await bench.good(bench.caller.post(`/api/workflows/workflowstep/${id}/${b}`, moved))).toEqual({
      Pending: 0,
      WorkflowStepId: b,
      PreviousStepId: String(inner),
      WorkflowId: id,
      WorkflowStepTypeId: '1',
      LogicStepId: String(branch),
      IsInverseLogic: true,
      StepOptionsJson: '{"Unit":"days","Quantity":2}',
      WorkflowStepType: 'Wait',
      CachedDescription: 'Wait 2 days',
      IsActive: true,
      LogicChain: [{ LogicStepId: branch, IsInverseLogic: true }],
      Warnings: [],
    })
    await bench.refused(bench.caller.delete(`/api/workflows/deleteworkflowstep/${branch}/2`), 409, 'lane-in-use')
    await bench.good(bench.caller.delete(`/api/workflows/deleteworkflowstep/${a}/2`))
    expect(await names(id)).toEqual([
      [false, [first, branch]],
      [false, []],
      [true, [inner, b]],
    ])
    const lookup = (await bench.good(
      bench.caller.get(`/api/workflows/workflowsteps/${id}/lookup`),
    )) as unknown as Json[]
    expect(lookup.map(({ Id, Order }) => [Id, Order])).toEqual([
      [first, 1],
      [branch, 2],
      [inner, 3],
      [b, 4],
    ])
  })

  test.each<[string, Json, string]>([
    ['options that are missing', { SystemStepTypeId: '1' }, '/WaitOptions'],
    [
      'a day and a weekday',
      { SystemStepTypeId: '2', WaitUntilOptions: { Date: '2026-05-01', Weekday: 1 } },
      '/WaitUntilOptions',
    ],
    ['no template', { SystemStepTypeId: '3' }, '/EmailTemplateId'],
    [
      'a task without a visible name',
      { SystemStepTypeId: '4', CreateFollowUpReminderOptions: { Name: ' ', DueInDays: 1 } },
      '/CreateFollowUpReminderOptions/Name',
    ],
    ['a tag of nothing', { SystemStepTypeId: '8', AddTagOptions: { Tags: ['...'] } }, '/AddTagOptions/Tags/0'],
    [
      'a goto nowhere',
      { SystemStepTypeId: '10', SkipOrGotoStepOptions: { Action: 'goto' } },
      '/SkipOrGotoStepOptions/TargetStepId',
    ],
    [
      'two types',
      { SystemStepTypeId: '1', WorkflowStepTypeId: '2', WaitOptions: { Quantity: 1, Unit: 'days' } },
      '/WorkflowStepTypeId',
    ],
    [
      'a status that is none',
      {
        SystemStepTypeId: '9',
        LogicBranchOptions: { MatchAll: true, Conditions: [{ Type: 'membershipStatus', Value: '64' }] },
      },
      '/LogicBranchOptions/Conditions/0/Value',
    ],
  ])('returns 422 with the pointer of the field for %s', async (_what, body, pointer) => {
    const id = await bench.workflow([await bench.group()])
    const { errors } = await bench.refused(
      bench.caller.post(`/api/workflows/workflowstep/${id}/0`, body),
      422,
      'workflow-rule',
    )
    expect((errors as { pointer: string }[]).map((error) => error.pointer)).toContain(pointer)
  })

  test('returns 422 for references to records that do not exist', async () => {
    const id = await bench.workflow([await bench.group()])
    const add = (body: Json) => bench.caller.post(`/api/workflows/workflowstep/${id}/0`, body)
    for (const body of [
      { SystemStepTypeId: '3', EmailTemplateId: '999999' },
      { SystemStepTypeId: '5', AddToListOptions: { GroupIds: [999_999] } },
      {
        SystemStepTypeId: '4',
        CreateFollowUpReminderOptions: { Name: 'A', DueInDays: 1, AssignedToContactId: 999_999 },
      },
      { SystemStepTypeId: '10', SkipOrGotoStepOptions: { Action: 'goto', TargetStepId: 999_999 } },
      {
        SystemStepTypeId: '9',
        LogicBranchOptions: {
          MatchAll: true,
          Conditions: [{ Type: 'customField', CustomFieldId: 999_999, Value: '1' }],
        },
      },
    ])
      await bench.refused(add(body), 422, 'unknown-reference')
  })

  test('returns 422 for a template id above 32 bits, an assignee who is not staff, and an unknown task type', async () => {
    const id = await bench.workflow([await bench.group()])
    const task = (fields: Json) => ({ CreateFollowUpReminderOptions: { Name: 'Call', DueInDays: 1, ...fields } })
    const member = await bench.person()
    const staff = await bench.person({ isStaff: true })
    const pointersOf = async (type: number, body: Json) =>
      pointers(await bench.refused(add(id, type, body), 422, 'unknown-reference'))
    expect(await pointersOf(3, { EmailTemplateId: '9999999999' })).toEqual(['/EmailTemplateId'])
    expect(await pointersOf(4, task({ AssignedToContactId: member, TaskTypeId: 999_999 }))).toEqual([
      '/CreateFollowUpReminderOptions/AssignedToContactId',
      '/CreateFollowUpReminderOptions/TaskTypeId',
    ])
    await bench.good(add(id, 4, task({ AssignedToContactId: staff })))
  })

  test('stores the day of a date with a time, and makes a task without DueInDays due on the same day', async () => {
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

  test('gives a step a new version if another step precedes it, so that no stale save moves it back', async () => {
    const id = await bench.workflow([await bench.group()])
    const wait = (place: Json = {}) => bench.step(id, 1, WAIT, place)
    const versions = async () =>
      (await bench.board(id)).flatMap(({ Steps }) => Steps.map((step) => [step.WorkflowStepId, step.AuditId]))
    const a = await wait()
    const b = await wait()
    const c = await wait()
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

describe('DELETE /api/workflows/deleteworkflowstep/{workflowstepid}/{auditid} (deleteWorkflowStep)', () => {
  test('returns 409 for a stale version, then deletes the step and links the next one to the one before', async () => {
    const id = await bench.workflow([await bench.group()])
    const a = await bench.step(id, 1, WAIT)
    const b = await bench.step(id, 1, WAIT)
    const c = await bench.step(id, 8, TAG)
    const remove = (version: number) => bench.caller.delete(`/api/workflows/deleteworkflowstep/${b}/${version}`)
    await bench.refused(remove(2), 409, 'stale-audit-id')
    await bench.good(remove(1))
    expect(await bench.good(bench.caller.get(stepPath(id, c)))).toMatchObject({ PreviousStepId: String(a) })
    expect((await remove(1)).statusCode).toBe(404)
  })
})

describe('GET /api/workflows/workflowstep/{workflowid}/{workflowstepid}/pending (getWorkflowPendingStep)', () => {
  test('returns the contacts at the step and the time until which they wait', async () => {
    const group = await bench.group()
    const contact = await bench.person({ displayName: 'Ada Byron', emailAddress: 'ada@x.example' })
    await bench.join(group, contact)
    const id = await bench.workflow([group])
    const step = await bench.step(id, 1, WAIT)
    await bench.switchOn(id)
    await bench.run(id)
    expect(await bench.good(bench.caller.get(`${stepPath(id, step)}/pending`))).toEqual({
      WorkflowStepId: step,
      WorkflowId: id,
      Contacts: [
        {
          ContactId: contact,
          Name: 'Ada Byron',
          EmailAddress: 'ada@x.example',
          Rotation: 1,
          EnteredDate: '2026-03-02T10:00:00.000Z',
          PendingUntil: '2026-03-03T10:00:00.000Z',
        },
      ],
    })
  })
})

describe('GET /api/workflows/workflowsteptypes/lookup (lookupWorkflowStepTypes)', () => {
  test('returns the documented names of the types', async () => {
    const types = (await bench.caller.get('/api/workflows/workflowsteptypes/lookup')).json() as { Name: string }[]
    expect(types.map(({ Name }) => Name).join()).toBe(
      'Wait,WaitUntil,SendEmail,CreateFollowUpReminder,AddToList,RemoveFromList,MoveToList,AddTag,LogicBranch,SkipOrGotoStep',
    )
  })
})
