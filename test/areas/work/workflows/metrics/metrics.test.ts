import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorkflows, type WorkflowBench } from '#test/support/api/workflows'

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

  test.each(['nonsense', '0000-01-01,0000-01-02', '2026-02-30,2026-03-01', '2026-01-01,2027-01-02'])(
    'returns 400 for the range %s',
    async (range) => {
      expect((await bench.caller.get(`/api/workflows/workflowmetrics/line?daterange=${range}`)).statusCode).toBe(400)
    },
  )
})

describe('GET /api/workflows/workflowmetrics/pie (getWorkflowPieChart)', () => {
  test('counts each contact once by the state of its latest run', async () => {
    const id = await completedByTwo()
    const pie = await bench.good(bench.caller.get(`/api/workflows/workflowmetrics/pie?workflowid=${id}`))
    expect((pie.data as { Values: number[] }[]).map(({ Values }) => Values[0])).toEqual([0, 0, 2])
  })
})

describe('GET /api/workflows/download/workflowmetrics/{workflowid} (downloadWorkflowMetrics)', () => {
  test('returns the CSV itself for Accept: text/csv', async () => {
    const id = await completedByTwo()
    const file = await bench.caller.get(`/api/workflows/download/workflowmetrics/${id}`, { accept: 'text/csv' })
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.body.split('\r\n').slice(0, 2)).toEqual([
      'Date,Entered,Active,EarlyOptOuts,Completed',
      '2026-03-02,2,0,0,2',
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
    ])
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
