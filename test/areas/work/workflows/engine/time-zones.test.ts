import { afterAll, beforeAll, expect, test } from 'vitest'
import { countQueries } from '#test/support/database/count-queries'
import { openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

// Half past one on Tuesday the 3rd in Auckland, thirteen hours ahead.
const START = '2026-03-02T12:30:00Z'
// Half past one on Tuesday the 7th of April there: clocks were put back, twelve hours ahead.
const BEHIND_THE_CHANGE = '2026-04-06T13:30:00Z'

let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflows(START)
  await bench.server.database.system.tenant.updateMany({
    where: { id: bench.tenantId },
    data: { timeZone: 'Pacific/Auckland' },
  })
})
afterAll(() => bench.server.close())

test("uses the tenant's time zone for weekdays, hours, waits, due days and figures, also across a change of clocks", async () => {
  const group = await bench.group()
  const ada = await bench.person()
  await bench.join(group, ada)
  const id = await bench.workflow([group], {
    SystemScheduleTypeId: '3',
    WeeklyScheduleOptions: { Weekdays: [2], StartHour: 1, EndHour: 2 },
  })
  await bench.step(id, 4, { CreateFollowUpReminderOptions: { Name: 'Call', DueInDays: 1 } })
  const wait = await bench.step(id, 1, { WaitOptions: { Quantity: 5, Unit: 'weeks' } })
  await bench.switchOn(id)
  const { system } = bench.server.database
  const dry = () => bench.good(bench.caller.post(`/api/workflows/${id}/dryrun`, { ContactId: ada }))
  const { result, queries } = await countQueries(bench.server.database, dry)
  expect(queries.filter((tag) => !tag.startsWith('SELECT'))).toEqual([])
  expect(result).toMatchObject({
    WouldEnter: true,
    Steps: [
      { Date: new Date(START).toISOString() },
      { WorkflowStepId: wait, Outcome: `until ${new Date(BEHIND_THE_CHANGE).toISOString()}` },
    ],
    End: 'completed',
  })
  await bench.run(id)
  expect(await bench.runs(id)).toMatchObject([{ dueAt: new Date(BEHIND_THE_CHANGE) }])
  expect(await system.taskItem.findMany({ where: { tenantId: bench.tenantId } })).toMatchObject([
    { dueDate: new Date('2026-03-04') },
  ])
  bench.setTime('2026-04-06T12:30:00Z')
  await bench.run(id)
  expect(await bench.runs(id)).toMatchObject([{ state: 'active' }])
  bench.setTime(BEHIND_THE_CHANGE)
  await bench.run(id)
  expect(await bench.runs(id)).toMatchObject([{ state: 'completed' }])
  const file = await bench.caller.get(`/api/workflows/download/workflowmetrics/${id}`, { accept: 'text/csv' })
  const lines = file.body.trim().split('\r\n')
  expect(lines.slice(0, 2)).toEqual(['Date,Entered,Active,EarlyOptOuts,Completed,Failed', '2026-03-03,1,1,0,0,0'])
  expect(lines.slice(-2)).toEqual(['2026-04-06,0,1,0,0,0', '2026-04-07,0,0,0,1,0'])
  const line = await bench.good(bench.caller.get(`/api/workflows/workflowmetrics/line?daterange=last7days`))
  expect((line.data as { Category: string }[]).map(({ Category }) => Category)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((day) => `2026-04-0${day}`),
  )
})
