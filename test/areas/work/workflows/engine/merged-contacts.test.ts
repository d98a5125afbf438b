import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerLogin } from '#test/support/identity/oauth'
import { openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

const DAY = { WaitOptions: { Quantity: 1, Unit: 'days' } }

let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})
afterAll(() => bench.server.close())

const merge = async (winner: number, loser: number) => {
  const found = await bench.server.database.system.contact.findMany({
    where: { tenantId: bench.caller.tenant.id, id: { in: [winner, loser] } },
  })
  const versionOf = (id: number) => found.find((one) => one.id === id)?.auditId
  await bench.good(
    bench.caller.post('/api/contacts/merge', {
      WinnerContactId: winner,
      WinnerAuditId: versionOf(winner),
      LoserContactId: loser,
      LoserAuditId: versionOf(loser),
    }),
  )
}

/** Two contacts that wait for a day in a workflow that allows re-entry. */
const pair = async () => {
  bench.setTime('2026-03-02T10:00:00Z')
  const group = await bench.group()
  const winner = await bench.person()
  const loser = await bench.person()
  await bench.join(group, winner, loser)
  const id = await bench.workflow([group], { AllowReEntry: true })
  await bench.step(id, 1, DAY)
  await bench.switchOn(id)
  await bench.run(id)
  return { id, group, winner, loser }
}

const days = async (id: number) => {
  const path = `/api/workflows/workflowmetrics/line?workflowid=${id}&daterange=2026-03-02,2026-03-04`
  const { data } = await bench.good(bench.caller.get(path))
  return (data as { Values: number[] }[]).map(({ Values }) => Values)
}

test('counts two merged contacts once from the day on which they entered', async () => {
  const { id, winner, loser } = await pair()
  await merge(winner, loser)
  bench.setTime('2026-03-03T10:00:00Z')
  await bench.run(id)
  expect(await bench.runs(id)).toMatchObject([{ contactId: winner, state: 'completed' }])
  expect(await days(id)).toEqual([
    [1, 1, 0],
    [0, 0, 1],
    [0, 0, 0],
  ])
  const { WidgetData } = await bench.general(id)
  expect(WidgetData).toMatchObject({ TotalParticipants: 1, ActiveInProgram: 0, CompletedProgram: 1 })
})

test('keeps a contact out that staff removed, after its merge into another one', async () => {
  const { id, group, winner, loser } = await pair()
  await bench.good(bench.caller.delete(`/api/workflows/${id}/contacts/${loser}`))
  await merge(winner, loser)
  bench.setTime('2026-03-03T11:00:00Z')
  await bench.part(group, winner)
  bench.setTime('2026-03-03T12:00:00Z')
  await bench.join(group, winner)
  await bench.run(id)
  expect(await bench.runs(id)).toMatchObject([{ contactId: winner, state: 'removed', rotation: 1 }])
  expect(await days(id)).toEqual([
    [1, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ])
})

test('assigns tasks to the contact into which their assignee was merged', async () => {
  bench.setTime('2026-03-02T10:00:00Z')
  const group = await bench.group()
  const member = await bench.person()
  const winner = await bench.person()
  const loser = await bench.person({ isStaff: true })
  const email = await registerLogin(bench.server, bench.caller.tenant, 'Staff')
  const { system } = bench.server.database
  const { id: loginId } = await system.login.findFirstOrThrow({ where: { email } })
  await system.staff.updateMany({ where: { loginId }, data: { contactId: loser } })
  await bench.join(group, member)
  const id = await bench.workflow([group])
  await bench.step(id, 4, { CreateFollowUpReminderOptions: { Name: 'Call', AssignedToContactId: loser } })
  await merge(winner, loser)
  await bench.switchOn(id)
  await bench.run(id)
  const tasks = await system.taskItem.findMany({ where: { tenantId: bench.caller.tenant.id, contactId: member } })
  expect(tasks).toMatchObject([{ assigneeId: winner }])
})
