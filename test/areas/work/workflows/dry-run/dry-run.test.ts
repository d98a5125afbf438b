import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench

beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})

afterAll(() => bench.server.close())

const tryIt = (id: number, ContactId: number) =>
  bench.good(bench.caller.post(`/api/workflows/${id}/dryrun`, { ContactId }))

const entered = async (id: number, contactId: number) =>
  (await bench.runs(id)).filter((run) => run.contactId === contactId).length

describe('POST /api/workflows/{workflowid}/dryrun (dryRunWorkflow)', () => {
  test('repeats a loop once a minute', async () => {
    const group = await bench.group()
    const ada = await bench.person()
    await bench.join(group, ada)
    const id = await bench.workflow([group], { AllowRepeatedSteps: true })
    const tag = await bench.step(id, 8, { AddTagOptions: { Tags: ['Round'] } })
    await bench.step(id, 10, { SkipOrGotoStepOptions: { Action: 'goto', TargetStepId: tag } })
    const tried = await tryIt(id, ada)
    const steps = tried.Steps as { Date: string }[]
    expect(steps).toHaveLength(200)
    expect(steps.slice(0, 3).map(({ Date: at }) => at)).toEqual([
      '2026-03-02T10:00:00.000Z',
      '2026-03-02T10:00:00.000Z',
      '2026-03-02T10:01:00.000Z',
    ])
    expect(steps.at(-1)?.Date).toBe('2026-03-02T11:39:00.000Z')
    expect(tried.End).toBeNull()
  })

  test('ends at a step that would fail, as a run does, and states why', async () => {
    const group = await bench.group()
    const gone = await bench.group()
    const ada = await bench.person()
    await bench.join(group, ada)
    const id = await bench.workflow([group])
    const add = await bench.step(id, 5, { AddToListOptions: { GroupIds: [gone] } })
    await bench.step(id, 8, { AddTagOptions: { Tags: ['Never'] } })
    await bench.good(bench.caller.delete(`/api/groups/${gone}`))
    const failing = { WorkflowStepId: add, Outcome: 'Its groups were deleted.' }
    expect(await tryIt(id, ada)).toMatchObject({ Steps: [failing], End: 'failed' })
    await bench.switchOn(id)
    await bench.run(id)
    expect(await bench.runs(id)).toMatchObject([{ state: 'failed', stepId: add, stepRuns: [{ stepId: add }] }])
  })

  test('admits the contacts that the sources admit: no unmatched contact, and none again that has not joined since', async () => {
    bench.setTime('2026-03-02T10:00:00Z')
    const group = await bench.group()
    const id = await bench.workflow([group], { AllowReEntry: true })
    const ada = await bench.person()
    const stranger = await bench.person({ isUnmatched: true })
    await bench.join(group, ada)
    const data = {
      tenantId: bench.tenantId,
      groupId: group,
      contactId: stranger,
      state: 'member',
      changedAt: bench.now(),
    }
    await bench.server.database.system.groupMember.create({ data })
    expect(await tryIt(id, ada)).toMatchObject({ WouldEnter: false, Reason: 'The workflow has no active step.' })
    await bench.step(id, 8, { AddTagOptions: { Tags: ['VIP'] } })
    expect(await tryIt(id, ada)).toMatchObject({ WouldEnter: true, Reason: null })
    expect(await tryIt(id, stranger)).toMatchObject({
      WouldEnter: false,
      Reason: 'The contact matches no other contact yet. Lists exclude it until it does.',
    })
    await bench.switchOn(id)
    await bench.run(id)
    bench.setTime('2026-03-02T11:00:00Z')
    expect(await tryIt(id, ada)).toMatchObject({
      WouldEnter: false,
      Reason: 'The contact has been in the workflow and has not joined a source since.',
    })
    await bench.run(id)
    expect([await entered(id, ada), await entered(id, stranger)]).toEqual([1, 0])
    await bench.part(group, ada)
    await bench.join(group, ada)
    expect(await tryIt(id, ada)).toMatchObject({ WouldEnter: true, Reason: null })
    await bench.run(id)
    expect(await entered(id, ada)).toBe(2)
  })

  test('skips steps and follows a goto as the engine does, and fails at a goto whose target was deleted', async () => {
    bench.setTime('2026-03-02T10:00:00Z')
    const group = await bench.group()
    const ada = await bench.person()
    await bench.join(group, ada)
    const id = await bench.workflow([group])
    const tag = (name: string) => bench.step(id, 8, { AddTagOptions: { Tags: [name] } })
    const skip = await bench.step(id, 10, { SkipOrGotoStepOptions: { Action: 'skip', StepsToSkip: 2 } })
    await tag('First')
    await tag('Second')
    const third = await tag('Third')
    const goto = await bench.step(id, 10, { SkipOrGotoStepOptions: { Action: 'skip', StepsToSkip: 1 } })
    await tag('Fourth')
    const target = await tag('Fifth')
    const aim = { AuditId: 1, SkipOrGotoStepOptions: { Action: 'goto', TargetStepId: target } }
    await bench.good(bench.caller.post(`/api/workflows/workflowstep/${id}/${goto}`, aim))
    const predicted = async () => {
      const { Steps, End } = await tryIt(id, ada)
      return [(Steps as Json[]).map(({ WorkflowStepId, Outcome }) => [WorkflowStepId, Outcome]), End]
    }
    const before = [skip, third, goto].map((step) => [step, null])
    expect(await predicted()).toEqual([[...before, [target, null]], 'completed'])
    await bench.good(bench.caller.delete(`/api/workflows/deleteworkflowstep/${target}/1`))
    const outcome = 'The target of the goto was deleted.'
    expect(await predicted()).toEqual([[...before.slice(0, 2), [goto, outcome]], 'failed'])
    await bench.switchOn(id)
    await bench.run(id)
    const [run] = await bench.runs(id)
    expect(run).toMatchObject({ state: 'failed', endReason: outcome })
    expect(run?.stepRuns.map(({ stepId }) => stepId).sort()).toEqual([skip, third, goto].sort())
  })

  test('states why a task could not be created, as the history does', async () => {
    const { system } = bench.server.database
    const group = await bench.group()
    const ada = await bench.person()
    const jo = await bench.person({ isStaff: true })
    await bench.join(group, ada)
    const id = await bench.workflow([group])
    await bench.step(id, 4, { CreateFollowUpReminderOptions: { Name: 'Call', AssignedToContactId: jo } })
    expect(await tryIt(id, ada)).toMatchObject({ Steps: [{ Outcome: null }] })
    await system.contact.updateMany({ where: { tenantId: bench.caller.tenant.id, id: jo }, data: { isStaff: false } })
    expect(await tryIt(id, ada)).toMatchObject({
      Steps: [{ Outcome: 'Its assignee is no longer a member of the staff.' }],
    })
    await bench.switchOn(id)
    await bench.run(id)
    const outcome = 'AssignedToContactId does not reference an existing member of the staff.'
    expect(await bench.runs(id)).toMatchObject([{ stepRuns: [{ state: 'failed', outcome }] }])
    const { WidgetData } = await bench.general(id)
    expect((WidgetData as Json).PausedReason).toContain(outcome)
  })

  test('states that a group in the conditions was deleted, as the history does', async () => {
    const group = await bench.group()
    const asked = await bench.group()
    const ada = await bench.person()
    await bench.join(group, ada)
    await bench.join(asked, ada)
    const id = await bench.workflow([group])
    const branch = await bench.step(id, 9, {
      LogicBranchOptions: { MatchAll: false, Conditions: [{ Type: 'inGroup', Value: String(asked) }] },
    })
    await bench.step(id, 8, { AddTagOptions: { Tags: ['Inside'] } }, { LogicStepId: String(branch) })
    expect(await tryIt(id, ada)).toMatchObject({ Steps: [{ Outcome: 'yes' }, {}] })
    await bench.good(bench.caller.delete(`/api/groups/${asked}`))
    expect(await tryIt(id, ada)).toMatchObject({
      Steps: [{ Outcome: 'A record in its conditions was deleted.' }],
      End: 'failed',
    })
    await bench.switchOn(id)
    await bench.run(id)
    const outcome = 'A group in its conditions was deleted.'
    expect(await bench.runs(id)).toMatchObject([{ stepRuns: [{ state: 'failed', outcome }] }])
    expect(await bench.general(id)).toMatchObject({ IsActive: false, WidgetData: { PausedStepId: branch } })
  })

  test.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])(
    'waits for the last day that can be represented, in %s',
    async (timeZone) => {
      const { system } = bench.server.database
      await system.tenant.updateMany({ where: { id: bench.tenantId }, data: { timeZone } })
      const group = await bench.group()
      const ada = await bench.person()
      await bench.join(group, ada)
      const DailyScheduleOptions = { StartHour: 0, EndHour: 23 }
      const id = await bench.workflow([group], { SystemScheduleTypeId: '2', DailyScheduleOptions })
      const wait = await bench.step(id, 2, { WaitUntilOptions: { Date: '9999-12-31', Time: '23:59' } })
      await bench.step(id, 8, { AddTagOptions: { Tags: ['Never'] } })
      const { Steps, End } = await tryIt(id, ada)
      expect([Steps, End]).toMatchObject([[{ Outcome: expect.stringMatching(/^until 9999-12-31T/) }], null])
      await bench.switchOn(id)
      await bench.run(id)
      expect(await bench.runs(id)).toMatchObject([{ state: 'active', stepRuns: [{ state: 'waiting' }] }])
      const { Runs } = await bench.good(bench.caller.get(`/api/workflows/${id}/contacts/${ada}`))
      expect(Runs).toMatchObject([{ PendingUntil: expect.stringMatching(/^9999-12-31T/), WorkflowStepId: wait }])
      await system.tenant.updateMany({ where: { id: bench.tenantId }, data: { timeZone: 'UTC' } })
    },
  )
})
