import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/api/workflows'

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
})
