import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, openWorkflows, type WorkflowBench } from './workflows-api.ts'

let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})
afterAll(() => bench.server.close())

const tryIt = (id: number, ContactId: number) =>
  bench.good(bench.caller.post(`/api/workflows/${id}/dryrun`, { ContactId }))
const entered = async (id: number, contactId: number) =>
  (await bench.runs(id)).filter((run) => run.contactId === contactId).length

test('it lets in whom the sources let in: nobody who matches nobody yet, nobody again who did not come anew', async () => {
  bench.setTime('2026-03-02T10:00:00Z')
  const group = await bench.group()
  const id = await bench.workflow([group], { AllowReEntry: true })
  const [ada, stranger] = [await bench.person(), await bench.person({ isUnmatched: true })]
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
    Reason: 'The contact matches nobody yet, and is kept out of lists until it does.',
  })
  await bench.switchOn(id)
  await bench.run(id)
  bench.setTime('2026-03-02T11:00:00Z')
  expect(await tryIt(id, ada)).toMatchObject({
    WouldEnter: false,
    Reason: 'The contact was in it before, and has come into no source since.',
  })
  await bench.run(id)
  expect([await entered(id, ada), await entered(id, stranger)]).toEqual([1, 0])
  await bench.part(group, ada)
  await bench.join(group, ada)
  expect(await tryIt(id, ada)).toMatchObject({ WouldEnter: true, Reason: null })
  await bench.run(id)
  expect(await entered(id, ada)).toBe(2)
})

test('it says of a task why it could not be made, as does the history', async () => {
  const { system } = bench.server.database
  const group = await bench.group()
  const [ada, jo] = [await bench.person(), await bench.person({ isStaff: true })]
  await bench.join(group, ada)
  const id = await bench.workflow([group])
  await bench.step(id, 4, { CreateFollowUpReminderOptions: { Name: 'Call', AssignedToContactId: jo } })
  expect(await tryIt(id, ada)).toMatchObject({ Steps: [{ Outcome: null }] })
  await system.contact.updateMany({ where: { id: jo }, data: { isStaff: false } })
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

test('a question about a group that was deleted is no more answered than one about a field', async () => {
  const [group, asked] = [await bench.group(), await bench.group()]
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
  expect(await tryIt(id, ada)).toMatchObject({ Steps: [{ Outcome: 'What it asks for was deleted.' }] })
  await bench.switchOn(id)
  await bench.run(id)
  const outcome = 'A group that it asks for was deleted.'
  expect(await bench.runs(id)).toMatchObject([{ stepRuns: [{ state: 'failed', outcome }] }])
  expect(await bench.general(id)).toMatchObject({ IsActive: false, WidgetData: { PausedStepId: branch } })
})

test.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])(
  'who is to wait for the last day of all waits, also in %s',
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
