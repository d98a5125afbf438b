import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canPerform, stepTypes } from '#areas/work/workflows/steps/step.model'
import type { TestCaller } from '#test/support/build-app'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench
let groupId: number
let templateId: number
/** May change workflows, and nothing that their steps change. */
let editor: TestCaller

beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
  groupId = await bench.group()
  templateId = await bench.template()
  editor = await bench.server.caller(bench.caller.tenant, ['workflows:read', 'workflows:write'])
})
afterAll(() => bench.server.close())

const ACTIONS: [string, number, string, () => Json][] = [
  ['SendEmail', 3, 'mail:write', () => ({ EmailTemplateId: String(templateId), SendEmailStepOptions: {} })],
  ['AddToList', 5, 'groups:write', () => ({ AddToListOptions: { GroupIds: [groupId] } })],
  ['RemoveFromList', 6, 'groups:write', () => ({ RemoveFromListOptions: { GroupIds: [groupId] } })],
  ['MoveToList', 7, 'groups:write', () => ({ MoveToListOptions: { ToGroupIds: [groupId] } })],
  ['AddTag', 8, 'contacts:write', () => ({ AddTagOptions: { Tags: ['Done'] } })],
]

const WAIT = { SystemStepTypeId: '1', WaitOptions: { Quantity: 1, Unit: 'days' } }
const stepPath = (id: number, stepId = 0) => `/api/workflows/workflowstep/${id}/${stepId}`
const withScope = (scope: string) =>
  bench.server.caller(bench.caller.tenant, ['workflows:read', 'workflows:write', scope])

describe('POST /api/workflows/workflowstep/{workflowid}/{workflowstepid} (saveWorkflowStep)', () => {
  test.each(ACTIONS)('a step %s (%i) requires %s', async (_name, type, scope, options) => {
    const id = await bench.workflow([groupId])
    const body = () => ({ SystemStepTypeId: String(type), ...options() })
    const refused = await editor.post(stepPath(id), body())
    expect([refused.statusCode, refused.json().code], refused.body).toEqual([403, 'insufficient-scope'])
    expect(refused.headers['www-authenticate']).toContain(`scope="${scope}"`)
    const saved = await bench.good((await withScope(scope)).post(stepPath(id), body()))
    const again = await editor.post(stepPath(id, saved.WorkflowStepId as number), { AuditId: 1, IsActive: false })
    expect(again.statusCode).toBe(403)
  })

  test('a step that waits requires workflows:write only, unless the workflow is active and has other steps', async () => {
    const id = await bench.workflow([groupId])
    await bench.good(editor.post(stepPath(id), WAIT))
    await bench.step(id, 8, { AddTagOptions: { Tags: ['Done'] } })
    await bench.good(editor.post(stepPath(id), WAIT))
    await bench.switchOn(id)
    await bench.refused(editor.post(stepPath(id), WAIT), 403, 'insufficient-scope')
    await bench.good((await withScope('contacts:write')).post(stepPath(id), WAIT))
  })
})

describe('POST /api/workflows/{workflowid}/staus/update (updateWorkflowStatus)', () => {
  test('activating requires the scopes of the active steps, which Actions shows', async () => {
    const id = await bench.workflow([groupId])
    await bench.step(id, 8, { AddTagOptions: { Tags: ['Done'] } })
    const actionsFor = async (caller: TestCaller) =>
      (await bench.good(caller.get(`/api/workflows/${id}/general`))).Actions
    const tagger = await withScope('contacts:write')
    expect([await actionsFor(editor), await actionsFor(tagger)]).toEqual([
      ['edit', 'delete'],
      ['edit', 'copy', 'activate', 'delete'],
    ])
    const { AuditId } = await bench.general(id)
    const activate = { AuditId, IsActive: true }
    await bench.refused(editor.post(`/api/workflows/${id}/staus/update`, activate), 403, 'insufficient-scope')
    await bench.refused(editor.post(`/api/workflows/${id}`, activate), 403, 'insufficient-scope')
    await bench.good(tagger.post(`/api/workflows/${id}/staus/update`, activate))
    await bench.good(editor.post(`/api/workflows/${id}/staus/update`, { AuditId: 2, IsActive: false }))
  })
})

describe('POST /api/workflows/copy/{workflowid} (copyWorkflow)', () => {
  test('copying requires the scopes of all steps, also of inactive ones, which Actions shows', async () => {
    const id = await bench.workflow([groupId])
    await bench.step(id, 1, { WaitOptions: { Quantity: 1, Unit: 'days' } })
    await bench.good(editor.post(`/api/workflows/copy/${id}`))
    await bench.step(id, 8, { AddTagOptions: { Tags: ['Done'] }, IsActive: false })
    const actionsFor = async (caller: TestCaller) => (await bench.good(caller.get(`/api/workflows/base/${id}`))).Actions
    const tagger = await withScope('contacts:write')
    expect([await actionsFor(editor), await actionsFor(tagger)]).toEqual([
      ['edit', 'activate', 'delete'],
      ['edit', 'copy', 'activate', 'delete'],
    ])
    const refused = await editor.post(`/api/workflows/copy/${id}`)
    expect([refused.statusCode, refused.json().code], refused.body).toEqual([403, 'insufficient-scope'])
    expect(refused.headers['www-authenticate']).toContain('scope="contacts:write"')
    await bench.good(tagger.post(`/api/workflows/copy/${id}`))
  })
})

describe('POST /api/workflows/{workflowid} (saveWorkflow)', () => {
  test('other sources of an active workflow require the scopes of its steps, another name does not', async () => {
    const id = await bench.workflow([groupId])
    await bench.step(id, 8, { AddTagOptions: { Tags: ['Done'] } })
    await bench.switchOn(id)
    const { AuditId } = await bench.general(id)
    const sources = [{ GroupId: await bench.group(), IsAnti: false }]
    const change = { AuditId, WorkflowSources: sources }
    await bench.refused(editor.post(`/api/workflows/${id}`, change), 403, 'insufficient-scope')
    await bench.refused(editor.post(`/api/workflows/${id}`, { AuditId, AllowReEntry: true }), 403, 'insufficient-scope')
    await bench.good(editor.post(`/api/workflows/${id}`, { AuditId, Name: 'Renamed' }))
  })
})

test('every type of step is classified: it requires a scope, or changes nothing outside of workflows', () => {
  const free = Object.keys(stepTypes).filter((id) => canPerform({ grants: new Set() }, [{ typeId: Number(id) as 1 }]))
  // Wait, WaitUntil, LogicBranch, SkipOrGoto.
  expect(free).toEqual(['1', '2', '9', '10'])
})
