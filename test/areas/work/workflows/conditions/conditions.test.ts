import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addField } from '#test/support/people/custom-fields'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench

let workflowId: number

beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
  workflowId = await bench.workflow([await bench.group()])
})

afterAll(() => bench.server.close())

const ask = (condition: Json, stepId = 0, more: Json = {}) =>
  bench.caller.post(`/api/workflows/workflowstep/${workflowId}/${stepId}`, {
    SystemStepTypeId: '9',
    // The first condition is valid: the fault is that of the second.
    LogicBranchOptions: { MatchAll: true, Conditions: [{ Type: 'hasTag', Value: 'VIP' }, condition] },
    ...more,
  })

let made = 0

const field = async (dataTypeId: number, more: Json = {}) => {
  const wanted = { name: `Field${++made}`, dataTypeId, objectTypeId: 1, ...more }
  return (await addField(bench.server.database, bench.tenantId, wanted)).id
}

const refusedAt = async (condition: Json, place: string) => {
  const { errors } = await bench.refused(ask(condition), 422, 'workflow-rule')
  expect(errors).toMatchObject([{ pointer: `/LogicBranchOptions/Conditions/1/${place}` }])
}

const NUMBER = [['12', '-3.5', null] as const, ['twelve', ''] as const] as const

const TEXT = [['Oslo', '12', null] as const, [] as const] as const

describe('POST /api/workflows/workflowstep/{workflowid}/{workflowstepid} (saveWorkflowStep)', () => {
  test.each<[string, number, Json, readonly (readonly (string | null)[])[]]>([
    ['a text', 1, {}, TEXT],
    ['a whole number', 2, {}, NUMBER],
    ['a number', 3, {}, NUMBER],
    ['money', 4, {}, NUMBER],
    ['a long text', 5, {}, TEXT],
    [
      'a date',
      6,
      {},
      [
        ['2028-02-29', '2026-02-20T10:00:00Z', null],
        ['2026-02-30', 'tomorrow', '2026-02-30T10:00:00Z', ''],
      ],
    ],
    [
      'yes or no',
      7,
      {},
      [
        ['true', 'No', '1', null],
        ['maybe', ''],
      ],
    ],
    ['a state', 8, {}, TEXT],
    [
      'a country',
      9,
      {},
      [
        ['Norway', 'no', '578', null],
        ['Atlantis', '999', ''],
      ],
    ],
    [
      'a file',
      10,
      {},
      [
        ['12', null],
        ['letter.pdf', ''],
      ],
    ],
    ['a link', 11, {}, TEXT],
    [
      'a contact',
      12,
      {},
      [
        ['12', null],
        ['Ada', ''],
      ],
    ],
    [
      'a choice',
      13,
      { choices: ['Red', '2024'] },
      [
        ['red', '2024', null],
        ['blue', '999999', ''],
      ],
    ],
    [
      'several choices',
      14,
      { choices: ['Red', 'Green'] },
      [
        ['GREEN', null],
        ['blue', '999999', ''],
      ],
    ],
    ['a scale', 15, { scaleMinimum: 1, scaleMaximum: 5 }, NUMBER],
  ])(
    'accepts valid values of a condition on %s, and returns 422 for the others',
    async (_what, type, more, [good = [], bad = []]) => {
      const CustomFieldId = await field(type, more)
      const about = (Value: string | null | undefined) => ({ Type: 'customField', CustomFieldId, Value })
      for (const value of good) await bench.good(ask(about(value)))
      for (const value of bad) await refusedAt(about(value), 'Value')
    },
  )

  test('accepts the id of a choice as the value of a condition', async () => {
    const wanted = { name: 'Colour', dataTypeId: 13, objectTypeId: 1, choices: ['Red'] }
    const { id, choiceIds } = await addField(bench.server.database, bench.tenantId, wanted)
    await bench.good(ask({ Type: 'customField', CustomFieldId: id, Value: String(choiceIds[0]) }))
  })

  test('returns 422 for an operator that the custom field does not support', async () => {
    const text = await field(1)
    const number = await field(2)
    await refusedAt({ Type: 'customField', CustomFieldId: number, Operator: 'contains', Value: '1' }, 'Value')
    await refusedAt({ Type: 'customField', CustomFieldId: text, Operator: 'contains', Value: null }, 'Value')
    await refusedAt({ Type: 'customField', CustomFieldId: number, Operator: 'gt', Value: null }, 'Value')
  })

  test.each<[string, Json]>([
    ['a group that no number can be', { Type: 'inGroup', Value: '9999999999' }],
    ['a step that no number can be', { Type: 'emailOpened', Value: '9999999999' }],
    ['a tag of nothing', { Type: 'hasTag', Value: '...' }],
  ])('returns 422 with the pointer of the value for %s', (_what, condition) => refusedAt(condition, 'Value'))

  test('accepts the stored condition unchanged after the deletion of its field, but no change of it', async () => {
    const CustomFieldId = await field(2)
    const about = (Value: string) => ({ Type: 'customField', CustomFieldId, Value })
    const { WorkflowStepId: id } = await bench.good(ask(about('1')))
    await bench.server.database.system.customField.updateMany({
      where: { id: CustomFieldId },
      data: { deletedAt: bench.now() },
    })
    const path = `/api/workflows/workflowstep/${workflowId}/${id}`
    await bench.good(bench.caller.post(path, { AuditId: 1, IsActive: false }))
    await bench.good(bench.caller.post(path, { ...(await bench.good(bench.caller.get(path))), AuditId: 2 }))
    await bench.refused(ask(about('2'), id as number, { AuditId: 3 }), 422, 'unknown-reference')
  })
})
