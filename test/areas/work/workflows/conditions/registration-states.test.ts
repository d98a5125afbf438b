import { afterAll, beforeAll, expect, test } from 'vitest'
import { addEventOrder } from '#test/support/events/event-orders'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

const STATES = ['upcoming', 'upcoming30', 'unpaid', 'awaitingApproval', 'waiting']
const PAST_STATES = ['notCheckedIn', 'attended', 'attended90', 'attended365', 'noShow90']

let bench: WorkflowBench
let groupId: number
let workflowId: number
beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
  groupId = await bench.group()
  workflowId = await bench.workflow([groupId])
})
afterAll(() => bench.server.close())

const create = (url: string, body: Json): Promise<Json> => bench.good(bench.caller.post(url, body))
const save = (Value: string, caller = bench.caller) =>
  caller.post(`/api/workflows/workflowstep/${workflowId}/0`, {
    SystemStepTypeId: '9',
    LogicBranchOptions: { MatchAll: true, Conditions: [{ Type: 'registrationState', Value }] },
  })

/** The outcomes of the branches for a contact with registrations, in the order of the states. */
const outcomes = async (...registrations: [start: string, statusId: number, heldUntil?: Date][]): Promise<string> => {
  const payerId = await bench.person()
  await bench.join(groupId, payerId)
  for (const [StartDate, statusId, heldUntil = null] of registrations) {
    const event = { Name: `Event ${StartDate}`, StartDate, RegistrationTypes: [{ Name: 'Seat' }] }
    const { EventId, RegistrationTypes } = await create('/api/events/0', event)
    const typeId = Number((RegistrationTypes as Json[])[0]?.EventRegistrationTypeId)
    const people = [{ contactId: payerId, statusId, heldUntil }]
    await addEventOrder(bench.server, bench.caller, { eventId: Number(EventId), typeId, payerId, people })
  }
  const { Steps } = await create(`/api/workflows/${workflowId}/dryrun`, { ContactId: payerId })
  // A new step is the first one of its lane.
  return (Steps as Json[])
    .map(({ Outcome }) => (Outcome === 'yes' ? 'y' : 'n'))
    .reverse()
    .join('')
}

test('a branch on registrationState follows the registrations of a participant', async () => {
  for (const state of [...STATES, ...PAST_STATES]) await bench.good(save(state))
  const soon = '2026-03-20T10:00:00Z'
  expect(await outcomes()).toBe('nnnnnnnnnn')
  expect(await outcomes(['2026-06-01T10:00:00Z', 1])).toBe('ynnnnnnnnn')
  expect(await outcomes([soon, 3])).toBe('yyynnnnnnn')
  expect(await outcomes([soon, 4], ['2026-06-01T10:00:00Z', 11])).toBe('yynyynnnnn')
  expect(await outcomes([soon, 11, new Date('2026-03-02T10:15:00Z')], [soon, 9])).toBe('nnnnnnnnnn')
  expect(await outcomes(['2026-02-01T10:00:00Z', 2])).toBe('nnnnnnyyyn')
  expect(await outcomes(['2025-06-01T10:00:00Z', 2], ['2026-02-01T10:00:00Z', 8])).toBe('nnnnnnynyy')
  expect(await outcomes(['2026-03-01T10:00:00Z', 3])).toBe('nnnnnynnnn')
  expect(await outcomes(['2020-06-01T10:00:00Z', 2])).toBe('nnnnnnynnn')
})

test('describes and checks its values, and requires event-registrations:read', async () => {
  const { Steps } = await create(`/api/workflows/${workflowId}/dryrun`, { ContactId: await bench.person() })
  expect((Steps as Json[]).map(({ Name }) => Name).slice(0, 2)).toEqual([
    'If absent from an event in the last 90 days',
    'If a participant of an event in the last 365 days',
  ])
  const { errors } = await bench.refused(save('late'), 422, 'workflow-rule')
  expect(errors).toMatchObject([{ pointer: '/LogicBranchOptions/Conditions/0/Value' }])
  const editor = await bench.server.caller(bench.caller.tenant, ['workflows:read', 'workflows:write'])
  await bench.refused(save('upcoming', editor), 403, 'insufficient-scope')
})
