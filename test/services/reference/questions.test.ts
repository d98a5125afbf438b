import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callableOperations } from '#src/mcp/callable'
import { type McpBench, openMcp } from '#test/support/client/mcp'

let bench: McpBench
beforeAll(async () => {
  bench = await openMcp()
})
afterAll(() => bench.close())

/** What people of the field ask for, and operations that serve it. */
const QUESTIONS: [string, string[]][] = [
  ['who has not paid their dues', ['listReceivables', 'listContactReceivables', 'listInvoices']],
  ['how much does a member owe', ['getContactBalance', 'getContactStatement', 'listContactReceivables']],
  ['members whose membership expires next month', ['listMemberships', 'previewMembershipNightly']],
  ['renew a membership', ['renewMembership', 'previewMembershipRenewal']],
  ['upgrade a member to another level', ['changeMembershipLevel', 'saveMembership']],
  ['what does a membership cost', ['listMembershipLevels', 'listMembershipTypes', 'getMembershipLevel']],
  ['add a new member', ['savePerson', 'joinMembership']],
  ['change the email address of a member', ['saveContactEmail']],
  ['double contacts', ['listContactDuplicates']],
  ['merge two contacts', ['mergeContacts']],
  ['employees of a company', ['listContactRelationships', 'listOrganizationMemberships']],
  ['add people to a group', ['addGroupMembers']],
  ['which chapter does a member belong to', ['getContactChapter', 'lookupContactChapters']],
  ['who is registered for an event', ['listEventRegistrations']],
  ['tickets of an event', ['listEventRegistrations', 'getEventTables']],
  ['cancel a registration', ['cancelEventRegistration']],
  ['check in attendees', ['checkInEventRegistration']],
  ['upcoming conferences', ['listEvents']],
  ['refund a payment', ['saveRefund', 'refundCharge']],
  ['record a payment', ['savePayment']],
  ['write off a bad debt', ['saveWriteOff']],
  ['send an invoice', ['sendInvoiceDocument']],
  ['receipt for a payment', ['getPaymentDocument']],
  ['revenue per month', ['getMonthlyFigures']],
  ['VAT rates', ['listTaxSets', 'getTaxSet', 'listTaxRegions']],
  ['bounced emails', ['listMailMessages', 'listMailSuppressions']],
  ['who changed a record', ['searchTenantEvents']],
  ['webhook when a member joins', ['saveWebhook', 'listWebhooks']],
  ['my open tasks', ['searchTasks', 'listTasks']],
  ['orders of the shop', ['searchStoreOrders']],
  ['discount codes', ['listDiscounts', 'listStoreVouchers']],
  ['pay in installments', ['listPaymentPlans', 'savePaymentPlan']],
  ['import members from a spreadsheet', ['startImport', 'listImports']],
  ['unpaid invoices of an organization', ['listInvoices', 'listReceivables', 'listContactReceivables']],
  ['chargebacks', ['listDisputes', 'getDispute']],
  ['certificates of attendance', ['listEventCertificates', 'getEventCertificate']],
  ['close the books for last year', ['saveClosedPeriod']],
  ['delete a contact', ['deleteContact']],
  ['export everything', ['startTenantExport']],
  ['staff permissions', ['listRoles', 'listSeats']],
]

/** An operation that a reader of the results sees without scrolling. */
const SEEN = 5

const find = async (query: string): Promise<string[]> =>
  (await bench.server.app.searchOperations(query)).map(({ operation }) => operation.id)

describe('the search for operations', () => {
  test('is tested with 40 questions', () => expect(QUESTIONS).toHaveLength(40))

  test.each(QUESTIONS)('finds an operation for "%s"', async (question, wanted) => {
    const found = (await find(question)).slice(0, SEEN)
    expect(
      found.some((id) => wanted.includes(id)),
      found.join(', '),
    ).toBe(true)
  })

  test('is the same for models: what they can call, in the same order', async () => {
    const connection = await bench.connect(`ApiKey ${(await bench.server.tenant()).key}`, 'writes=true')
    for (const [question] of QUESTIONS) {
      const { value } = await connection.call<{ operationId: string }[]>('search_operations', { query: question })
      const expected = (await find(question)).filter((id) => callableOperations.has(id) && !id.includes('Own'))
      const shown = value.map(({ operationId }) => operationId)
      expect(shown.filter((id) => !id.includes('Own'))).toEqual(expected.filter((id) => shown.includes(id)))
      expect(shown).toContain(expected[0])
    }
  })
})
