import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linesOfFile } from '#test/support/server/list-files'
import { openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench

beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})

afterAll(() => bench.server.close())

/** A workflow that two contacts have completed. */
const completedByTwo = async (): Promise<number> => {
  const group = await bench.group()
  await bench.join(group, await bench.person(), await bench.person())
  const id = await bench.workflow([group])
  await bench.step(id, 8, { AddTagOptions: { Tags: ['Counted'] } })
  await bench.switchOn(id)
  await bench.run(id)
  return id
}

describe('GET /api/workflows/workflowmetrics/line (getWorkflowLineChart)', () => {
  test('returns one point for each day, days without activity included', async () => {
    const id = await completedByTwo()
    const line = await bench.good(
      bench.caller.get(`/api/workflows/workflowmetrics/line?workflowid=${id}&daterange=2026-03-01,2026-03-03`),
    )
    expect(line.data).toEqual([
      { Category: '2026-03-01', Values: [0, 0, 0] },
      { Category: '2026-03-02', Values: [2, 0, 2] },
      { Category: '2026-03-03', Values: [0, 0, 0] },
    ])
  })

  test.each([
    ['last7days', 7, '2026-02-24'],
    ['last30days', 30, '2026-02-01'],
    ['Last90Days', 90, '2025-12-03'],
    ['last365days', 365, '2025-03-03'],
    ['2026-01-01,2027-01-01', 366, '2026-01-01'],
  ])('returns the days of %s', async (range, count, first) => {
    const { data } = await bench.good(bench.caller.get(`/api/workflows/workflowmetrics/line?daterange=${range}`))
    const days = (data as { Category: string }[]).map(({ Category }) => Category)
    expect([days.length, days[0]]).toEqual([count, first])
  })

  test.each([
    'nonsense',
    '0000-01-01,0000-01-02',
    '2026-02-30,2026-03-01',
    '2026-01-01,2027-01-02',
    '__proto__',
    'constructor',
  ])('returns 400 for the range %s', async (range) => {
    expect((await bench.caller.get(`/api/workflows/workflowmetrics/line?daterange=${range}`)).statusCode).toBe(400)
  })
})

describe('GET /api/workflows/workflowmetrics/pie (getWorkflowPieChart)', () => {
  test('counts each contact once by the state of its latest run', async () => {
    const id = await completedByTwo()
    const pie = await bench.good(bench.caller.get(`/api/workflows/workflowmetrics/pie?workflowid=${id}`))
    expect((pie.data as { Values: number[] }[]).map(({ Values }) => Values[0])).toEqual([0, 0, 2, 0])
  })
})

describe('GET /api/workflows/download/workflowmetrics/{workflowid} (downloadWorkflowMetrics)', () => {
  test('returns the CSV itself for Accept: text/csv', async () => {
    const id = await completedByTwo()
    const file = await bench.caller.get(`/api/workflows/download/workflowmetrics/${id}`, { accept: 'text/csv' })
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    const { Name } = await bench.general(id)
    const disposition = `attachment; filename="${Name} metrics.csv"`
    expect(file.headers['content-disposition']).toBe(disposition)
    const wrapped = await bench.good(bench.caller.get(`/api/workflows/download/workflowmetrics/${id}`))
    expect(wrapped.Headers).toMatchObject({ 'content-disposition': disposition })
    expect(linesOfFile(file.body).slice(0, 2)).toEqual([
      'Date,Entered,Active,EarlyOptOuts,Completed,Failed',
      '2026-03-02,2,0,0,2,0',
    ])
  })
})

describe('GET /api/workflows/workflowmetrics/scoreboard (listWorkflowScoreboard)', () => {
  test('returns the figures of one workflow in their order', async () => {
    const id = await completedByTwo()
    const scores = await bench.good(bench.caller.get(`/api/workflows/workflowmetrics/scoreboard?workflowid=${id}`))
    expect(scores).toMatchObject([
      { Name: 'Active workflows', Value: '1', Hint: 'Out of 1' },
      { Value: '2' },
      {},
      {},
      {},
      {},
      {},
      {},
    ])
  })

  test('counts contacts by the state of their latest run, and emails and failed steps of the last 30 days', async () => {
    bench.setTime('2026-03-02T10:00:00Z')
    const group = await bench.group()
    const people = await Promise.all(
      Array.from({ length: 10 }, (_, at) => bench.person(at === 9 ? { emailAddress: null } : {})),
    )
    const [leaves = 0, ...others] = people.slice(0, 7)
    await bench.join(group, leaves, ...others)
    const id = await bench.workflow([group])
    await bench.step(id, 3, { EmailTemplateId: String(await bench.template()) })
    const wait = await bench.step(id, 1, { WaitOptions: { Quantity: 1, Unit: 'hours' } })
    await bench.switchOn(id)
    await bench.run(id)
    await bench.part(group, leaves)
    bench.setTime('2026-03-02T11:00:00Z')
    await bench.join(group, ...people.slice(7))
    await bench.run(id)
    const { system } = bench.server.database
    const ofTenant = { tenantId: bench.caller.tenant.id }
    const failed = await system.workflowStepRun.findMany({
      where: { ...ofTenant, stepId: wait, state: 'done' },
      take: 2,
    })
    await system.workflowStepRun.updateMany({
      where: { ...ofTenant, stepId: wait, runId: { in: failed.map(({ runId }) => runId) } },
      data: { state: 'failed' },
    })
    const metrics = '/api/workflows/workflowmetrics'
    const valuesOf = async () =>
      (
        (await bench.caller.get(`${metrics}/scoreboard?workflowid=${id}`)).json() as { Name: string; Value: string }[]
      ).map(({ Name, Value }) => [Name, Value])
    const totals = [
      ['Active workflows', '1'],
      ['Participants', '10'],
      ['Active', '3'],
      ['Early opt-outs', '1'],
      ['Completed', '6'],
      ['Failed', '0'],
    ]
    expect(await valuesOf()).toEqual([...totals, ['Emails sent', '9'], ['Failed steps', '2']])
    const pie = await bench.good(bench.caller.get(`${metrics}/pie?workflowid=${id}`))
    expect(pie).toMatchObject({
      data: [
        { Category: 'Active', Values: [3] },
        { Category: 'Early opt-out', Values: [1] },
        { Category: 'Completed', Values: [6] },
        { Category: 'Failed', Values: [0] },
      ],
      extraStats: [{ Name: 'Participants', Value: '10' }],
    })
    const line = await bench.good(bench.caller.get(`${metrics}/line?workflowid=${id}&daterange=2026-03-02,2026-03-03`))
    expect(line).toMatchObject({
      series: [{ Key: 'entered' }, { Key: 'active' }, { Key: 'completed' }],
      data: [{ Values: [10, 3, 6] }, { Values: [0, 3, 0] }],
      extraStats: [
        { Name: 'Entered', Value: '10' },
        { Name: 'Completed', Value: '6' },
      ],
    })
    const file = await bench.caller.get(`/api/workflows/download/workflowmetrics/${id}`, { accept: 'text/csv' })
    expect(file.body.split('\r\n')[1]).toBe('2026-03-02,10,3,1,6,0')
    expect((await bench.general(id)).WidgetData).toMatchObject({
      NumberOfSteps: 2,
      TotalParticipants: 10,
      ActiveInProgram: 3,
      EarlyOptOuts: 1,
      CompletedProgram: 6,
      Failed: 0,
    })
    bench.setTime('2026-04-01T12:00:00Z')
    expect(await valuesOf()).toEqual([...totals, ['Emails sent', '0'], ['Failed steps', '0']])
    bench.setTime('2026-03-02T10:00:00Z')
  })

  test('excludes deleted workflows from the figures over all workflows', async () => {
    const sums = async () => {
      const metrics = '/api/workflows/workflowmetrics'
      const line = await bench.good(bench.caller.get(`${metrics}/line?daterange=2026-03-01,2026-03-03`))
      const scores = (await bench.caller.get(`${metrics}/scoreboard`)).json() as { Value: string }[]
      const days = line.data as { Values: number[] }[]
      return [days.map(({ Values }) => Values[0] ?? 0).reduce((sum, n) => sum + n, 0), Number(scores[1]?.Value)]
    }
    const before = await sums()
    const group = await bench.group()
    await bench.join(group, await bench.person())
    const id = await bench.workflow([group])
    await bench.step(id, 8, { AddTagOptions: { Tags: ['Counted'] } })
    await bench.switchOn(id)
    await bench.run(id)
    expect(await sums()).toEqual(before.map((sum) => sum + 1))
    const { AuditId } = await bench.switchOn(id, false)
    await bench.good(bench.caller.delete(`/api/workflows/workflow/${id}/${AuditId}`))
    expect(await sums()).toEqual(before)
  })
})
