import { afterAll, beforeAll, expect, test } from 'vitest'
import { countQueries } from '#test/support/database/count-queries'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench

/** A workflow with this number of steps of all types that reference names, with two people at the first step. */
const workflow = async (steps: number): Promise<{ id: number; person: number }> => {
  const group = await bench.group()
  const template = await bench.template()
  const person = await bench.person()
  const other = await bench.person()
  await bench.join(group, person, other)
  const id = await bench.workflow([group])
  const kinds = [
    { typeId: 1, options: { Quantity: 1, Unit: 'hours' } },
    { typeId: 9, options: { MatchAll: true, Conditions: [{ Type: 'inGroup', Value: String(group) }] } },
    { typeId: 3, options: { TemplateTypeId: 1, TemplateId: template } },
    { typeId: 5, options: { GroupIds: [group] } },
  ]
  await bench.server.database.system.workflowStep.createMany({
    data: Array.from({ length: steps }, (_, at) => ({
      tenantId: bench.tenantId,
      workflowId: id,
      position: at + 1,
      ...(kinds[at % kinds.length] ?? { typeId: 1, options: {} }),
    })),
  })
  await bench.switchOn(id)
  await bench.run(id)
  return { id, person }
}

const statements = async (path: string, body?: object): Promise<number> => {
  const call = () => (body ? bench.caller.post(path, body) : bench.caller.get(path))
  await bench.good(call())
  const { queries } = await countQueries(bench.server.database, call)
  return queries.filter((tag) => tag.startsWith('SELECT')).length
}

/** Defines the tests of the number of statements of requests, and of the totals of many workflows. */
export const testQueries = ({ workflows, maxMs }: { workflows: number; maxMs: number }): void => {
  beforeAll(async () => {
    bench = await openWorkflows('2026-03-02T10:00:00Z')
  })
  afterAll(() => bench.server.close())

  test('uses the same number of statements for any number of workflows, steps and contacts', async () => {
    const small = await workflow(4)
    const list = await statements('/api/workflows', { Take: '50' })
    const large = await workflow(500)
    for (let more = 0; more < 5; more++) await workflow(4)
    expect(await statements('/api/workflows', { Take: '50' })).toBe(list)
    expect(list).toBeLessThanOrEqual(2)
    const first = async (id: number) => (await bench.board(id))[0]?.Steps[0]?.WorkflowStepId
    const paths = async ({ id, person }: typeof small) => [
      `/api/workflows/workflowsteps/${id}`,
      `/api/workflows/workflowsteps/${id}/lookup`,
      `/api/workflows/workflowstep/${id}/${await first(id)}`,
      `/api/workflows/workflowstep/${id}/${await first(id)}/pending`,
      `/api/workflows/${id}/general`,
      `/api/workflows/getworkflow/${id}`,
      `/api/workflows/${id}/contacts/${person}`,
      `/api/workflows/workflowmetrics/line?workflowid=${id}`,
      `/api/workflows/workflowmetrics/scoreboard?workflowid=${id}`,
    ]
    const few = await paths(small)
    const many = await paths(large)
    for (const [at, path] of few.entries())
      expect([path, await statements(many[at] ?? '')]).toEqual([path, await statements(path)])
  })

  test('evaluates the branches of a dry run a hundred at a time', async () => {
    const small = await workflow(4)
    const large = await workflow(500)
    const tried = ({ id, person }: typeof small) => statements(`/api/workflows/${id}/dryrun`, { ContactId: person })
    expect((await tried(large)) - (await tried(small))).toBe(1)
  })

  test.each<[string, number, Json]>([
    ['waits', 1, { WaitOptions: { Quantity: 1, Unit: 'hours' } }],
    ['emails', 3, {}],
    ['tasks', 4, { CreateFollowUpReminderOptions: { Name: 'Call' } }],
    ['tags', 8, { AddTagOptions: { Tags: ['Seen'] } }],
    ['branches', 9, { LogicBranchOptions: { MatchAll: true, Conditions: [{ Type: 'hasTag', Value: 'VIP' }] } }],
  ])('uses the same number of statements for fifty contacts as for two: %s', async (_what, type, options) => {
    const template = type === 3 && { EmailTemplateId: String(await bench.template()) }
    const taken = async (people: number) => {
      const group = await bench.group()
      await bench.join(group, ...(await Promise.all(Array.from({ length: people }, () => bench.person()))))
      const id = await bench.workflow([group])
      await bench.step(id, type, { ...options, ...template })
      await bench.switchOn(id)
      const { queries } = await countQueries(bench.server.database, () => bench.run(id))
      expect(await bench.runs(id)).toHaveLength(people)
      return queries.length
    }
    expect(await taken(50)).toBe(await taken(2))
  })

  test(`lists, orders and filters ${workflows} workflows by their totals`, async () => {
    const other = await bench.server.tenant()
    const { id: tenantId } = other.tenant
    const { system } = bench.server.database
    await system.workflow.createMany({
      data: Array.from({ length: workflows }, (_, at) => ({
        tenantId,
        name: `W ${at}`,
        createdBy: 'test',
        author: 'Test',
        scheduleTypeId: 1,
      })),
    })
    await system.$executeRaw`INSERT INTO record_count (tenant_id, bucket, slot, n)
      SELECT w.tenant_id, 'workflow:' || w.id || ':' || s, k, 3 FROM workflow w
        CROSS JOIN unnest('{active,completed,optedout,removed,failed}'::text[]) AS s CROSS JOIN generate_series(0, 7) AS k
      WHERE w.tenant_id = ${tenantId}`
    const asked = [
      { Take: '1000' },
      { OrderBy: 'TotalParticipants desc' },
      { Filter: 'ActiveInProgram gt 1', OrderBy: 'EarlyOptOuts' },
    ]
    for (const filter of asked) {
      const begun = performance.now()
      const listed = await bench.good(other.post('/api/workflows', filter))
      expect(listed).toMatchObject({ TotalRecordAvailable: String(workflows) })
      expect((listed.Results as Json[])[0]).toMatchObject({ TotalParticipants: 120, EarlyOptOuts: 48, Failed: 24 })
      // It takes a seventh of a second; a read of all totals of the tenant for each workflow takes four to fifteen.
      expect(performance.now() - begun).toBeLessThan(maxMs)
    }
    const begun = performance.now()
    const pie = await bench.good(other.get('/api/workflows/workflowmetrics/pie'))
    expect((pie.data as { Values: number[] }[]).map(({ Values }) => Values[0])).toEqual([
      24 * workflows,
      48 * workflows,
      24 * workflows,
      24 * workflows,
    ])
    const scores = await bench.good(other.get('/api/workflows/workflowmetrics/scoreboard'))
    expect(scores).toMatchObject([
      { Hint: `Out of ${workflows}` },
      { Value: String(120 * workflows) },
      {},
      {},
      {},
      {},
      {},
      {},
    ])
    expect(performance.now() - begun).toBeLessThan(maxMs)
  })
}
