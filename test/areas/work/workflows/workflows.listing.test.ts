import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench

beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})

afterAll(() => bench.server.close())

describe('GET /api/workflows (listWorkflows)', () => {
  test('returns the workflows that match the filter in options', async () => {
    const id = await bench.workflow([await bench.group()])
    const options = { Filter: `WorkflowId eq ${id} and IsActive eq false`, OrderBy: 'ActiveInProgram desc' }
    const path = `/api/workflows?options=${encodeURIComponent(JSON.stringify(options))}`
    expect(await bench.good(bench.caller.get(path))).toMatchObject({ TotalRecordAvailable: '1' })
  })
})

describe('POST /api/workflows (searchWorkflows)', () => {
  test('finds a workflow by words in its name, author and sources, and orders and filters the list', async () => {
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
  ])('finds the workflow %s by %s', async (Name, Criteria) => {
    const id = await bench.workflow([await bench.group()], { Name })
    const { Results } = await bench.good(bench.caller.post('/api/workflows', { Criteria }))
    expect((Results as Json[]).map(({ WorkflowId }) => WorkflowId)).toContain(id)
  })

  test('returns the criteria of the filter as every list does', async () => {
    const list = await bench.good(bench.caller.post('/api/workflows', { Filter: 'IsActive eq false' }))
    expect(list.CriteriaItems).toEqual([{ Field: 'IsActive', Operator: 'eq', Value: 'false' }])
  })

  describe('the fields of the list', () => {
    /** Three workflows; no two of them have the same value in a field, except the status. */
    const rows = [
      { name: 'beta', author: 'Zoe', type: 2, isActive: true, steps: 1, states: [1, 20, 300, 4000, 50_000] },
      { name: 'Alpha', author: 'ann', type: 3, isActive: false, steps: 2, states: [3, 30, 400, 5000, 40_000] },
      { name: 'Zulu', author: 'Mia', type: 1, isActive: true, steps: 3, states: [2, 10, 900, 1000, 20_000] },
    ]
    const stateNames = ['active', 'completed', 'optedout', 'removed', 'failed']
    let ids: number[] = []
    let caller: typeof bench.caller

    beforeAll(async () => {
      const { system } = bench.server.database
      caller = await bench.server.tenant()
      const { id: tenantId } = caller.tenant
      const hours = { startHour: 7, endHour: 19 }
      const made = await system.workflow.createManyAndReturn({
        data: rows.map(({ name, author, type, isActive }) => ({
          tenantId,
          name,
          author,
          isActive,
          createdBy: 'test',
          scheduleTypeId: type,
          ...(type === 1 ? {} : hours),
          ...(type === 3 && { weekdays: [6, 7] }),
        })),
      })
      ids = made.map(({ id }) => id)
      for (const [at, { steps, states }] of rows.entries()) {
        const workflowId = ids[at] ?? 0
        await system.workflowStep.createMany({
          data: Array.from({ length: steps }, (_, place) => ({
            tenantId,
            workflowId,
            typeId: 1,
            options: { Quantity: 1, Unit: 'hours' },
            position: place + 1,
          })),
        })
        for (const [nth, n] of states.entries())
          await system.$executeRaw`INSERT INTO record_count (tenant_id, bucket, slot, n)
            VALUES (${tenantId}, ${`workflow:${workflowId}:${stateNames[nth]}`}, 0, ${n})`
      }
    })

    const found = async (body: Json) =>
      ((await bench.good(caller.post('/api/workflows', body))).Results as Json[]).map(({ WorkflowId }) =>
        ids.indexOf(WorkflowId as number),
      )

    test.each([
      ['WorkflowId', [0, 1, 2]],
      ['Name', [1, 0, 2]],
      ['Author', [1, 2, 0]],
      ['NumberOfSteps', [0, 1, 2]],
      ['TotalParticipants', [2, 1, 0]],
      ['ActiveInProgram', [0, 2, 1]],
      ['EarlyOptOuts', [2, 0, 1]],
      ['Failed', [2, 1, 0]],
      ['CompletedProgram', [2, 0, 1]],
      ['SystemScheduleTypeId', [2, 0, 1]],
    ])('orders and filters by %s, texts without regard to case', async (field, order) => {
      expect(await found({ OrderBy: field })).toEqual(order)
      expect(await found({ OrderBy: `${field} desc` })).toEqual([...order].reverse())
      const { Results } = await bench.good(caller.post('/api/workflows', { OrderBy: 'WorkflowId' }))
      for (const [at, row] of (Results as Json[]).entries()) {
        const value = typeof row[field] === 'number' ? row[field] : `'${row[field]}'`
        expect(await found({ Filter: `${field} eq ${value}` })).toEqual([at])
      }
    })

    test('orders by name if the request states no order, and filters by IsActive', async () => {
      expect(await found({})).toEqual([1, 0, 2])
      expect(await found({ Filter: 'IsActive eq true' })).toEqual([0, 2])
      expect(await found({ Filter: 'IsActive eq false' })).toEqual([1])
    })

    test('returns every column of a workflow', async () => {
      const { Results } = await bench.good(caller.post('/api/workflows', { Filter: "Name eq 'Alpha'" }))
      expect(Results).toEqual([
        {
          WorkflowId: ids[1],
          Name: 'Alpha',
          Author: 'ann',
          NumberOfSteps: 2,
          Lists: null,
          ListsArray: [],
          TotalParticipants: 45_433,
          ActiveInProgram: 3,
          EarlyOptOuts: 5400,
          CompletedProgram: 30,
          Failed: 40_000,
          IsActive: false,
          SystemScheduleTypeId: '3',
          ScheduleDescription: 'Sat, Sun, 7:00 to 19:00',
          ScheduleOptionsJson: '{"Weekdays":[6,7],"StartHour":7,"EndHour":19}',
        },
      ])
    })
  })
})
