import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'
import { flatten, IndependentWorkflow, ModelContact, type Node } from './model/independent-workflow.ts'
import { CONTACTS, GROUPS, type Story, stories } from './model/random-workflows.ts'

const EPOCH = Date.UTC(2026, 2, 2)
const HOUR = 3_600_000
const TICK_HOURS = 3
const DAYS = 20

let bench: WorkflowBench
let template: string

interface Made {
  id: number
  /** The steps in the model's order. */
  steps: number[]
  groups: number[]
  contacts: number[]
}

const TYPES = { wait: 1, email: 3, add: 5, remove: 6, move: 7, tag: 8, branch: 9, skip: 10, goto: 10 } as const

const optionsOf = (node: Node, groups: readonly number[]): Json => {
  const groupAt = (place: number) => groups[place] ?? 0
  switch (node.kind) {
    case 'wait':
      return { WaitOptions: { Quantity: node.hours, Unit: 'hours' } }
    case 'email':
      return { EmailTemplateId: template }
    case 'tag':
      return { AddTagOptions: { Tags: [node.tag] } }
    case 'add':
      return { AddToListOptions: { GroupIds: [groupAt(node.group)] } }
    case 'remove':
      return { RemoveFromListOptions: { GroupIds: [groupAt(node.group)] } }
    case 'move':
      return { MoveToListOptions: { ToGroupIds: [groupAt(node.to)] } }
    case 'branch': {
      const Condition =
        node.tag === null
          ? { Type: 'inGroup', Value: String(groupAt(node.group)) }
          : { Type: 'hasTag', Value: node.tag }
      return { LogicBranchOptions: { MatchAll: true, Conditions: [Condition] } }
    }
    case 'skip':
      return { SkipOrGotoStepOptions: { Action: 'skip', StepsToSkip: node.count } }
    // Its target is set after the target exists.
    case 'goto':
      return { SkipOrGotoStepOptions: { Action: 'skip', StepsToSkip: 1 } }
  }
}

const make = async ({ main, rules }: Story): Promise<Made> => {
  const groups = await Promise.all(Array.from({ length: GROUPS }, () => bench.group()))
  const contacts = await Promise.all(Array.from({ length: CONTACTS }, () => bench.person()))
  const schedule = rules.hours
    ? { SystemScheduleTypeId: '2', DailyScheduleOptions: { StartHour: rules.hours[0], EndHour: rules.hours[1] } }
    : { SystemScheduleTypeId: '1' }
  const source = (isAnti: boolean) => (place: number) => ({ GroupId: groups[place], IsAnti: isAnti })
  const id = await bench.workflow([], {
    ...schedule,
    WorkflowSources: [...rules.sources.map(source(false)), ...rules.antiSources.map(source(true))],
    AllowRepeatedSteps: rules.allowRepeatedSteps,
    AllowReEntry: rules.allowReEntry,
  })
  const all = flatten(main)
  const steps: number[] = []
  const lay = async (lane: readonly Node[], place: Json): Promise<void> => {
    for (const node of lane) {
      const body = { ...optionsOf(node, groups), IsActive: node.isActive }
      const stepId = await bench.step(id, TYPES[node.kind], body, place)
      steps[all.indexOf(node)] = stepId
      if (node.kind !== 'branch') continue
      await lay(node.yes, { LogicStepId: String(stepId), IsInverseLogic: false })
      await lay(node.no, { LogicStepId: String(stepId), IsInverseLogic: true })
    }
  }
  await lay(main, {})
  for (const [at, node] of all.entries()) {
    if (node.kind !== 'goto') continue
    const aim = { AuditId: 1, SkipOrGotoStepOptions: { Action: 'goto', TargetStepId: steps[node.target] } }
    await bench.good(bench.caller.post(`/api/workflows/workflowstep/${id}/${steps[at]}`, aim))
  }
  await bench.switchOn(id)
  return { id, steps, groups, contacts }
}

/** The state of a contact in the product, in the terms of the model. */
const seen = async ({ id, steps, contacts }: Made) => {
  const runs = await bench.runs(id)
  const { system } = bench.server.database
  const tags = await system.contactTag.findMany({
    where: { tenantId: bench.caller.tenant.id, contactId: { in: contacts } },
    include: { tag: true },
  })
  const mails = await system.mailMessage.findMany({
    where: { tenantId: bench.caller.tenant.id, contactId: { in: contacts } },
    orderBy: { id: 'asc' },
  })
  return contacts.map((contactId) => {
    const own = runs.filter((run) => run.contactId === contactId)
    return {
      runs: own.map(({ rotation, state, stepId, isWaiting }) => [
        rotation,
        state,
        stepId && steps.indexOf(stepId),
        isWaiting,
      ]),
      tags: tags.flatMap((one) => (one.contactId === contactId ? [one.tag.name] : [])).sort(),
      mails: mails.flatMap(({ contactId: to, key }) => {
        const [, runId, stepId, visit] = key.split(':').map(Number)
        const run = own.find((one) => one.id === runId)
        return to === contactId ? [`${run?.rotation}:${steps.indexOf(stepId ?? 0)}:${visit}`] : []
      }),
    }
  })
}

const expectedOf = (contacts: readonly ModelContact[]) =>
  contacts.map(({ runs, tags, mails }) => ({
    runs: runs.map(({ rotation, state, at, isWaiting }) => [rotation, state, at, isWaiting]),
    tags: [...tags].sort(),
    mails,
  }))

const live = async (story: Story): Promise<void> => {
  bench.setTime(new Date(EPOCH))
  const made = await make(story)
  const model = new IndependentWorkflow(story.main, story.rules)
  const contacts = made.contacts.map(() => new ModelContact())
  const left = [...story.happenings].sort((one, other) => one.hour - other.hour)
  for (let hour = 0; hour <= DAYS * 24; hour += TICK_HOURS) {
    const now = EPOCH + hour * HOUR
    while (left[0] && left[0].hour < hour) {
      const { hour: at, contact, group, isComing } = left.shift() as (typeof left)[number]
      // Just after the hour, because nothing happens exactly at the time of a run.
      const time = EPOCH + at * HOUR + 60_000 * (left.length + 1)
      bench.setTime(new Date(time))
      const [groupId = 0, contactId = 0] = [made.groups[group], made.contacts[contact]]
      await (isComing ? bench.join(groupId, contactId) : bench.part(groupId, contactId))
      if (isComing) contacts[contact]?.join(group, time)
      else contacts[contact]?.groups.delete(group)
    }
    bench.setTime(new Date(now))
    await bench.run(made.id)
    model.tick(contacts, now)
    if (hour % 24 === 0) expect(await seen(made), `hour ${hour}`).toEqual(expectedOf(contacts))
  }
  expect(await seen(made)).toEqual(expectedOf(contacts))
  await bench.switchOn(made.id, false)
}

/** Defines the test that compares the engine with the independent model. */
export const testWorkflowModel = (runs: number): void => {
  beforeAll(async () => {
    bench = await openWorkflows(new Date(EPOCH).toISOString(), { own: true })
    template = String(await bench.template())
  })
  afterAll(() => bench.server.close())

  test(
    `over ${runs} random workflows and histories, each contact has the position and the mails that an independent model computes`,
    async () => {
      await fc.assert(fc.asyncProperty(stories, live), { numRuns: runs, endOnFailure: true })
    },
    300_000 + runs * 30_000,
  )
}
