import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})
afterAll(() => bench.server.close())

const WAIT = 1
const EMAIL = 3
const TASK = 4
const ADD = 5
const REMOVE = 6
const MOVE = 7
const TAG = 8
const BRANCH = 9
const GOTO = 10

test('enters a member of a source, sends it one mail, waits and completes', async () => {
  const group = await bench.group()
  const ada = await bench.person()
  await bench.join(group, ada)
  const id = await bench.workflow([group])
  await bench.step(id, EMAIL, { EmailTemplateId: String(await bench.template()) })
  const wait = await bench.step(id, WAIT, { WaitOptions: { Quantity: 3, Unit: 'days' } })
  const out = await bench.group()
  await bench.step(id, ADD, { AddToListOptions: { GroupIds: [out] } })
  await bench.switchOn(id)
  await bench.run(id)
  await bench.run(id)
  const mails = (await bench.mails()).filter(({ contactId }) => contactId === ada)
  expect(mails).toHaveLength(1)
  const [run] = await bench.runs(id)
  expect(run).toMatchObject({ contactId: ada, state: 'active', stepId: wait, isWaiting: true })
  expect(run?.dueAt?.toISOString()).toBe('2026-03-05T10:00:00.000Z')
  const pending = await bench.good(bench.caller.get(`/api/workflows/workflowstep/${id}/${wait}/pending`))
  expect(pending.Contacts).toMatchObject([{ ContactId: ada, Rotation: 1, PendingUntil: '2026-03-05T10:00:00.000Z' }])
  bench.setTime('2026-03-05T10:00:00Z')
  await bench.run(id)
  expect(await bench.runs(id)).toMatchObject([{ state: 'completed', stepId: null }])
  expect(await bench.general(id)).toMatchObject({
    WidgetData: { TotalParticipants: 1, ActiveInProgram: 0, CompletedProgram: 1, EarlyOptOuts: 0 },
  })
  const members = await bench.good(bench.caller.get(`/api/groups/${out}/members`))
  expect(members.Results).toMatchObject([{ ContactId: ada }])
})

test('continues in the lane that the conditions select, then after the branch', async () => {
  const group = await bench.group()
  const inner = await bench.group()
  const yes = await bench.person()
  const no = await bench.person()
  await bench.join(group, yes, no)
  await bench.join(inner, yes)
  const id = await bench.workflow([group])
  const branch = await bench.step(id, BRANCH, {
    LogicBranchOptions: { MatchAll: true, Conditions: [{ Type: 'inGroup', Value: String(inner) }] },
  })
  const inLane = (IsInverseLogic: boolean) => ({ LogicStepId: String(branch), IsInverseLogic })
  await bench.step(id, TAG, { AddTagOptions: { Tags: ['Inside'] } }, inLane(false))
  await bench.step(id, TAG, { AddTagOptions: { Tags: ['Outside'] } }, inLane(true))
  await bench.step(id, TAG, { AddTagOptions: { Tags: ['Seen'] } })
  await bench.switchOn(id)
  await bench.run(id)
  const tags = async (contactId: number) =>
    (
      await bench.server.database.system.contactTag.findMany({
        where: { tenantId: bench.tenantId, contactId },
        include: { tag: true },
      })
    )
      .map(({ tag }) => tag.name)
      .sort()
  expect([await tags(yes), await tags(no)]).toEqual([
    ['Inside', 'Seen'],
    ['Outside', 'Seen'],
  ])
  expect((await bench.runs(id)).map(({ state }) => state)).toEqual(['completed', 'completed'])
})

test('ends a run early if the contact leaves the sources, but not if the workflow itself moves it', async () => {
  const source = await bench.group()
  const target = await bench.group()
  const stays = await bench.person()
  const leaves = await bench.person()
  await bench.join(source, stays, leaves)
  const id = await bench.workflow([source])
  await bench.step(id, WAIT, { WaitOptions: { Quantity: 1, Unit: 'hours' } })
  await bench.step(id, MOVE, { MoveToListOptions: { ToGroupIds: [target] } })
  await bench.step(id, WAIT, { WaitOptions: { Quantity: 1, Unit: 'hours' } })
  await bench.switchOn(id)
  await bench.run(id)
  await bench.part(source, leaves)
  await bench.run(id)
  expect((await bench.runs(id)).map(({ contactId, state, endReason }) => [contactId, state, endReason])).toEqual([
    [stays, 'active', null],
    [leaves, 'optedout', 'The contact left the sources.'],
  ])
  bench.setTime(new Date(bench.now().getTime() + 3_600_000))
  await bench.run(id)
  await bench.run(id)
  expect((await bench.runs(id))[0]).toMatchObject({ state: 'active', sourceIds: [] })
  bench.setTime(new Date(bench.now().getTime() + 3_600_000))
  await bench.run(id)
  expect((await bench.runs(id))[0]).toMatchObject({ state: 'completed' })
})

describe('re-entry', () => {
  test('requires AllowReEntry and a new membership, and has the next rotation number', async () => {
    const group = await bench.group()
    const ada = await bench.person()
    await bench.join(group, ada)
    const id = await bench.workflow([group], { AllowReEntry: true })
    await bench.step(id, TAG, { AddTagOptions: { Tags: ['Again'] } })
    await bench.switchOn(id)
    await bench.run(id)
    bench.setTime(new Date(bench.now().getTime() + 60_000))
    await bench.run(id)
    expect(await bench.runs(id)).toHaveLength(1)
    await bench.part(group, ada)
    await bench.join(group, ada)
    await bench.run(id)
    expect((await bench.runs(id)).map(({ rotation, isLatest }) => [rotation, isLatest])).toEqual([
      [1, false],
      [2, true],
    ])
    expect(await bench.general(id)).toMatchObject({ WidgetData: { TotalParticipants: 1, CompletedProgram: 1 } })
  })
})

test('completes a run at a goto backwards, or repeats once a minute with AllowRepeatedSteps', async () => {
  for (const AllowRepeatedSteps of [false, true]) {
    const group = await bench.group()
    await bench.join(group, await bench.person())
    const id = await bench.workflow([group], { AllowRepeatedSteps })
    const first = await bench.step(id, TAG, { AddTagOptions: { Tags: ['Round'] } })
    await bench.step(id, GOTO, { SkipOrGotoStepOptions: { Action: 'goto', TargetStepId: first } })
    await bench.switchOn(id)
    await bench.run(id)
    const [run] = await bench.runs(id)
    expect(run).toMatchObject(AllowRepeatedSteps ? { state: 'active', stepId: first } : { state: 'completed' })
    if (!AllowRepeatedSteps) continue
    bench.setTime(new Date(bench.now().getTime() + 60_000))
    await bench.run(id)
    expect((await bench.runs(id))[0]?.stepRuns.map(({ stepId, visit }) => [stepId === first, visit])).toEqual(
      expect.arrayContaining([
        [true, 1],
        [true, 2],
      ]),
    )
    await bench.switchOn(id, false)
  }
})

test('pauses the workflow with the reason if a step fails for one contact in ten', async () => {
  const group = await bench.group()
  const gone = await bench.group()
  await bench.join(group, await bench.person(), await bench.person())
  const id = await bench.workflow([group])
  const step = await bench.step(id, ADD, { AddToListOptions: { GroupIds: [gone] } })
  await bench.good(bench.caller.delete(`/api/groups/${gone}`))
  await bench.switchOn(id)
  await bench.run(id)
  expect(await bench.general(id)).toMatchObject({
    IsActive: false,
    WidgetData: {
      PausedStepId: step,
      PausedReason: `Step ${step} failed for 2 of 2 contacts: Its groups were deleted.`,
    },
  })
})

test('creates a follow-up task about the contact', async () => {
  const group = await bench.group()
  const ada = await bench.person()
  await bench.join(group, ada)
  const id = await bench.workflow([group])
  await bench.step(id, TASK, { CreateFollowUpReminderOptions: { Name: 'Call back', DueInDays: 2, TaskPriorityId: 3 } })
  await bench.step(id, REMOVE, { RemoveFromListOptions: { GroupIds: [group] } })
  await bench.switchOn(id)
  await bench.run(id)
  const tasks = await bench.server.database.system.taskItem.findMany({
    where: { tenantId: bench.caller.tenant.id, contactId: ada },
  })
  expect(tasks).toMatchObject([{ name: 'Call back', priorityId: 3 }])
  expect((await bench.runs(id)).map(({ state }) => state)).toEqual(['completed'])
})
