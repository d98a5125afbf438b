import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench
let groupId: number
let workflowId: number
let typeId: number
beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
  groupId = await bench.group()
  workflowId = await bench.workflow([groupId])
  const where = { tenantId: bench.tenantId, systemRole: 'membership-income' }
  const { id: AccountId } = await bench.server.database.system.account.findFirstOrThrow({ where })
  const { FeeItemId } = await create('/api/finance/feeitems/0', { Name: 'Gold', Price: 0, AccountId })
  const type = { Name: 'Gold', SaleableItem: { SaleableItemId: FeeItemId } }
  typeId = Number((await create('/api/sponsorships/types/0', type)).SponsorshipTypeId)
})
afterAll(() => bench.server.close())

const create = (url: string, body: Json): Promise<Json> => bench.good(bench.caller.post(url, body))
const save = (Value: string, caller = bench.caller) =>
  caller.post(`/api/workflows/workflowstep/${workflowId}/0`, {
    SystemStepTypeId: '9',
    LogicBranchOptions: { MatchAll: true, Conditions: [{ Type: 'sponsorState', Value }] },
  })

test('a branch on sponsorState follows the sponsorships of a contact', async () => {
  for (const state of ['pending', 'running', 'ending30', 'ending60', 'ended']) await bench.good(save(state))
  const statesOf = async (...sponsors: Json[]) => {
    const ContactId = await bench.person()
    await bench.join(groupId, ContactId)
    for (const body of sponsors)
      await create('/api/sponsorships/sponsors/0', { ContactId, SponsorshipTypeId: typeId, ...body })
    const { Steps } = await create(`/api/workflows/${workflowId}/dryrun`, { ContactId })
    // A new step is the first one of its lane.
    return (Steps as Json[])
      .map(({ Outcome }) => (Outcome === 'yes' ? 'y' : 'n'))
      .reverse()
      .join('')
  }
  const approved = (StartDate: string, EndDate: string | null = null) => ({ Status: 'Approved', StartDate, EndDate })
  expect(await statesOf()).toBe('nnnnn')
  expect(await statesOf({})).toBe('ynnnn')
  expect(await statesOf({ Status: 'Declined' })).toBe('nnnnn')
  expect(await statesOf(approved('2026-03-03'))).toBe('nnnnn')
  expect(await statesOf(approved('2026-03-02'))).toBe('nynnn')
  expect(await statesOf(approved('2025-01-01', '2026-04-01'))).toBe('nyyyn')
  expect(await statesOf(approved('2025-01-01', '2026-05-01'), {})).toBe('yynyn')
})

test('describes and checks its values, and requires sponsorships:read', async () => {
  const { Steps } = await create(`/api/workflows/${workflowId}/dryrun`, { ContactId: await bench.person() })
  expect((Steps as Json[]).map(({ Name }) => Name)).toEqual([
    'If having an ended sponsorship',
    'If having a sponsorship that ends within 60 days',
    'If having a sponsorship that ends within 30 days',
    'If having a running sponsorship',
    'If having a pending sponsorship',
  ])
  const { errors } = await bench.refused(save('late'), 422, 'workflow-rule')
  expect(errors).toMatchObject([{ pointer: '/LogicBranchOptions/Conditions/0/Value' }])
  const editor = await bench.server.caller(bench.caller.tenant, ['workflows:read', 'workflows:write'])
  await bench.refused(save('running', editor), 403, 'insufficient-scope')
})
