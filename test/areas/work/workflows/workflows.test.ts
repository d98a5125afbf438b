import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/api/workflows'

let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})
afterAll(() => bench.server.close())

const save = (id: number, body: Json) => bench.caller.post(`/api/workflows/${id}`, body)
const edit = (id: number) => bench.good(bench.caller.get(`/api/workflows/getworkflow/${id}`))

describe('a workflow', () => {
  test('is kept with its schedule and sources, and read back', async () => {
    const [group, other] = [await bench.group(), await bench.group()]
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

  test('is saved without a trace where nothing changes, by whichever way', async () => {
    const [group, other] = [await bench.group(), await bench.group()]
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
  ])('is refused with %s, the field named', async (_what, body, pointer) => {
    const { errors } = await bench.refused(save(0, body), 422, 'workflow-rule')
    expect((errors as { pointer: string }[]).map((error) => error.pointer)).toContain(pointer)
  })

  test('refuses unknown groups, and one that is both', async () => {
    const group = await bench.group()
    const of = (...sources: Json[]) => save(0, { Name: 'A', SystemScheduleTypeId: '1', WorkflowSources: sources })
    expect(await bench.refused(of({ GroupId: 999_999 }), 422, 'unknown-reference')).toMatchObject({
      errors: [{ pointer: '/WorkflowSources/0/GroupId' }],
    })
    expect(
      await bench.refused(of({ GroupId: group }, { GroupId: group, IsAnti: true }), 422, 'workflow-rule'),
    ).toMatchObject({
      errors: [{ pointer: '/WorkflowSources/1/GroupId' }],
    })
  })

  test('is found by words in its name, author and sources, and ordered and filtered', async () => {
    const id = await bench.workflow([await bench.group()], { Name: 'Ärzte willkommen' })
    const found = await bench.good(bench.caller.post('/api/workflows', { Criteria: 'WILLKOMMEN arzte' }))
    expect(found).toMatchObject({ TotalRecordAvailable: '1', Results: [{ WorkflowId: id }] })
    const listed = await bench.good(
      bench.caller.get(
        `/api/workflows?options=${encodeURIComponent(JSON.stringify({ Filter: `WorkflowId eq ${id} and IsActive eq false`, OrderBy: 'ActiveInProgram desc' }))}`,
      ),
    )
    expect(listed).toMatchObject({ TotalRecordAvailable: '1' })
    await bench.refused(bench.caller.post('/api/workflows', { Filter: 'Nonsense eq 1' }), 400, 'invalid-input')
  })

  test.each([
    ["O'Brien's path", "O'Brien's"],
    ['Straße & Łódź', 'straße,'],
    ['Straße & Łódź', 'łódź'],
    ['İstanbul', 'istanbul'],
    ['Ünïcode \u{1f389}', '\u{1f389} unicode'],
    ['100% a_b', 'a_b, "100%"'],
  ])('called %s is found by %s', async (Name, Criteria) => {
    const id = await bench.workflow([await bench.group()], { Name })
    const { Results } = await bench.good(bench.caller.post('/api/workflows', { Criteria }))
    expect((Results as Json[]).map(({ WorkflowId }) => WorkflowId)).toContain(id)
  })

  test('is copied with steps that point into the copy, and deleted when it is off', async () => {
    const id = await bench.workflow([await bench.group()])
    const first = await bench.step(id, 1, { WaitOptions: { Quantity: 1, Unit: 'hours' } })
    await bench.step(id, 10, { SkipOrGotoStepOptions: { Action: 'goto', TargetStepId: first } })
    await bench.good(bench.caller.post(`/api/workflows/copy/${id}`))
    const { Results } = await bench.good(bench.caller.post('/api/workflows', { OrderBy: 'WorkflowId desc', Take: '1' }))
    const copy = (Results as { WorkflowId: number; Name: string }[])[0]
    expect(copy?.Name).toMatch(/^Copy of /)
    const [lane] = await bench.board(copy?.WorkflowId ?? 0)
    const [wait, goto] = lane?.Steps ?? []
    const step = await bench.good(
      bench.caller.get(`/api/workflows/workflowstep/${copy?.WorkflowId}/${goto?.WorkflowStepId}`),
    )
    expect(step.SkipOrGotoStepOptions).toMatchObject({ TargetStepId: wait?.WorkflowStepId })
    await bench.switchOn(id)
    const { AuditId } = await bench.general(id)
    await bench.refused(bench.caller.delete(`/api/workflows/workflow/${id}/${AuditId}`), 409, 'workflow-active')
    const off = await bench.switchOn(id, false)
    await bench.good(bench.caller.delete(`/api/workflows/workflow/${id}/${off.AuditId}`))
    expect((await bench.caller.get(`/api/workflows/base/${id}`)).statusCode).toBe(404)
  })
})

describe('steps', () => {
  const names = async (id: number) =>
    (await bench.board(id)).map(({ IsInverseLogic, Steps }) => [
      IsInverseLogic,
      Steps.map((step) => step.WorkflowStepId),
    ])

  test('stand where they are put, move, and close the gap that they leave', async () => {
    const id = await bench.workflow([await bench.group()])
    const wait = (place: Json = {}) => bench.step(id, 1, { WaitOptions: { Quantity: 2, Unit: 'days' } }, place)
    const [a, b] = [await wait(), await wait()]
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
    expect(await bench.good(bench.caller.post(`/api/workflows/workflowstep/${id}/${b}`, moved))).toMatchObject({
      LogicChain: [{ LogicStepId: branch, IsInverseLogic: true }],
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

  test('are arranged on the board, all or none', async () => {
    const id = await bench.workflow([await bench.group()])
    const wait = () => bench.step(id, 1, { WaitOptions: { Quantity: 1, Unit: 'hours' } })
    const [a, b] = [await wait(), await wait()]
    const arrange = (Lanes: Json[], headers = {}) =>
      bench.caller.post(`/api/workflows/workflowsteps/${id}`, { Lanes }, headers)
    const lane = (...ids: number[]) => ({ LogicStepId: null, Steps: ids.map((WorkflowStepId) => ({ WorkflowStepId })) })
    const { headers } = await bench.caller.get(`/api/workflows/workflowsteps/${id}`)
    await bench.good(arrange([lane(b, a)], { 'if-match': String(headers.etag) }))
    await bench.refused(arrange([lane(a, b)], { 'if-match': String(headers.etag) }), 412, 'precondition-failed')
    for (const wrong of [[lane(a)], [lane(a, b, a)], [lane(a, b, 999_999)]])
      await bench.refused(arrange(wrong), 422, 'workflow-rule')
    expect(await names(id)).toEqual([[false, [b, a]]])
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
      'a blank task',
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
  ])('are refused with %s, the field named', async (_what, body, pointer) => {
    const id = await bench.workflow([await bench.group()])
    const { errors } = await bench.refused(
      bench.caller.post(`/api/workflows/workflowstep/${id}/0`, body),
      422,
      'workflow-rule',
    )
    expect((errors as { pointer: string }[]).map((error) => error.pointer)).toContain(pointer)
  })

  test('that ask for statuses are described by their names', async () => {
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

  test('that name what is not there are refused', async () => {
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
})
