import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench
let group: number

beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
  group = (await bench.good(bench.caller.post('/api/groups/0', { Name: 'Board' }))).GroupId as number
})

afterAll(() => bench.server.close())

const WAIT = { WaitOptions: { Quantity: 1, Unit: 'days' } }

const stepPath = (id: number, stepId: number) => `/api/workflows/workflowstep/${id}/${stepId}`

describe('GET /api/workflows/workflowstep/{workflowid}/{workflowstepid} (getWorkflowStep)', () => {
  test.each<[number, string, Json, string]>([
    [1, 'WaitOptions', { Quantity: 2, Unit: 'weeks' }, 'Wait 2 weeks'],
    [2, 'WaitUntilOptions', { Weekday: 3, Time: '08:30' }, 'Wait until the next Wednesday, 08:30'],
    [4, 'CreateFollowUpReminderOptions', { Name: 'Call', DueInDays: 1 }, 'Create the task "Call", due in 1 day'],
    [5, 'AddToListOptions', { GroupIds: ['group'] }, 'Add to "Board"'],
    [6, 'RemoveFromListOptions', { GroupIds: ['group'] }, 'Remove from "Board"'],
    [7, 'MoveToListOptions', { ToGroupIds: ['group'] }, 'Move from the sources to "Board"'],
    [8, 'AddTagOptions', { Tags: ['Met', 'Seen'] }, 'Add the tags "Met", "Seen"'],
    [
      9,
      'LogicBranchOptions',
      { MatchAll: false, Conditions: ['Met', 'Seen'].map((Value) => ({ Type: 'hasTag', Value })) },
      'If tagged "Met" or tagged "Seen"',
    ],
    [10, 'SkipOrGotoStepOptions', { Action: 'skip', StepsToSkip: 2 }, 'Skip 2 steps'],
  ])('returns a step of type %d with its own options and no others', async (type, part, wanted, description) => {
    const options = JSON.parse(JSON.stringify(wanted).replaceAll('"group"', String(group)))
    const id = await bench.workflow([])
    const before = await bench.step(id, 1, WAIT)
    const step = await bench.step(id, type, { [part]: options, IsActive: false })
    const { StepOptionsJson, ...read } = await bench.good(bench.caller.get(stepPath(id, step)))
    const none = ['Wait', 'WaitUntil', 'SendEmailStep', 'CreateFollowUpReminder', 'AddToList', 'RemoveFromList']
      .concat('MoveToList', 'AddTag', 'LogicBranch', 'SkipOrGotoStep')
      .map((name) => [`${name}Options`, null])
    expect(read).toEqual({
      ...Object.fromEntries(none),
      WorkflowStepId: step,
      WorkflowId: id,
      AuditId: 1,
      PreviousStepId: String(before),
      LogicStepId: null,
      SystemStepTypeId: String(type),
      WorkflowStepTypeId: String(type),
      CachedDescription: description,
      TemplateTypeId: null,
      EmailTemplateId: null,
      EmailDesignerTemplateId: null,
      TemplateId: null,
      TemplateName: null,
      IsActive: false,
      IsInverseLogic: false,
      Warnings: [],
      [part]: options,
    })
    expect(JSON.parse(StepOptionsJson as string)).toEqual(options)
  })

  test.each([
    ['1', 'EmailTemplateId', false],
    ['2', 'EmailDesignerTemplateId', true],
  ])('returns the template of an email of kind %s in %s', async (TemplateTypeId, field, IsDesigned) => {
    const id = await bench.workflow([])
    const template = String(await bench.template({ Name: `Kind ${TemplateTypeId}`, IsDesigned }))
    const own = { Subject: 'Hi', FromDisplayName: 'Office', ReplyToEmailAddress: 'office@x.example' }
    const step = await bench.step(id, 3, { TemplateTypeId, [field]: template, SendEmailStepOptions: own })
    expect(await bench.good(bench.caller.get(stepPath(id, step)))).toMatchObject({
      EmailTemplateId: null,
      EmailDesignerTemplateId: null,
      [field]: template,
      TemplateId: template,
      TemplateTypeId,
      TemplateName: `Kind ${TemplateTypeId}`,
      SendEmailStepOptions: own,
      IsActive: true,
    })
  })
})
