import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench
let groupId: number
let workflowId: number
beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
  groupId = await bench.group()
  workflowId = await bench.workflow([groupId])
})
afterAll(() => bench.server.close())

const STATES = ['open', 'overdue', 'overdue30', 'overdue60', 'overdue90']
const save = (Value: string, caller = bench.caller, more: Json = {}, stepId = 0) =>
  caller.post(`/api/workflows/workflowstep/${workflowId}/${stepId}`, {
    SystemStepTypeId: '9',
    LogicBranchOptions: { MatchAll: true, Conditions: [{ Type: 'invoiceState', Value, ...more }] },
  })

const addInvoice = async (ContactId: number, DueDate: string): Promise<number> => {
  const { system } = bench.server.database
  const where = { tenantId: bench.tenantId, systemRole: 'membership-income' }
  const account = await system.account.findFirstOrThrow({ where })
  const Lines = [{ Description: 'Dues', UnitPrice: 10, AccountId: account.id }]
  const body = { ContactId, IssuedDate: '2025-10-01', DueDate, Lines }
  return Number((await bench.good(bench.caller.post('/api/finance/invoices/0', body))).InvoiceId)
}

test('a branch on invoiceState follows the open invoices of a contact and their age', async () => {
  for (const state of STATES) await bench.good(save(state))
  await bench.good(save('open', bench.caller, { Operator: 'ne' }))
  const statesOf = async (ContactId: number) => {
    const { Steps } = await bench.good(bench.caller.post(`/api/workflows/${workflowId}/dryrun`, { ContactId }))
    // A new step is the first one of its lane.
    return (Steps as Json[]).map(({ Outcome }) => Outcome).reverse()
  }
  const contact = async (...dueDates: string[]) => {
    const id = await bench.person()
    await bench.join(groupId, id)
    for (const day of dueDates) await addInvoice(id, day)
    return id
  }
  expect(await statesOf(await contact())).toEqual(['no', 'no', 'no', 'no', 'no', 'yes'])
  expect(await statesOf(await contact('2026-03-02'))).toEqual(['yes', 'no', 'no', 'no', 'no', 'no'])
  expect(await statesOf(await contact('2026-03-01'))).toEqual(['yes', 'yes', 'no', 'no', 'no', 'no'])
  expect(await statesOf(await contact('2026-01-31'))).toEqual(['yes', 'yes', 'no', 'no', 'no', 'no'])
  expect(await statesOf(await contact('2026-01-30'))).toEqual(['yes', 'yes', 'yes', 'no', 'no', 'no'])
  const old = await contact('2025-11-01', '2026-03-02')
  expect(await statesOf(old)).toEqual(['yes', 'yes', 'yes', 'yes', 'yes', 'no'])
  const paid = await bench.person()
  await bench.join(groupId, paid)
  const InvoiceId = await addInvoice(paid, '2025-11-01')
  const payment = { ContactId: paid, Amount: 10, PaymentTypeId: 1, Applications: [{ InvoiceId }] }
  await bench.good(bench.caller.post('/api/finance/payments/0', payment))
  expect(await statesOf(paid)).toEqual(['no', 'no', 'no', 'no', 'no', 'yes'])
})

test('refuses other values and operators, and requires books:read', async () => {
  const { errors } = await bench.refused(save('late'), 422, 'workflow-rule')
  expect(errors).toMatchObject([{ pointer: '/LogicBranchOptions/Conditions/0/Value' }])
  await bench.refused(save('open', bench.caller, { Operator: 'gt' }), 422, 'workflow-rule')
  const editor = await bench.server.caller(bench.caller.tenant, ['workflows:read', 'workflows:write'])
  await bench.refused(save('open', editor), 403, 'insufficient-scope')
})
