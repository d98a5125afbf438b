import type { SharedTopic } from './shared-topic.model.ts'

/** The books and what reads them. */
export const financeTopics: SharedTopic[] = [
  {
    key: 'integration-feeds',
    title: 'Feeds for the books',
    summary: 'Accounts, items, taxes and customers, for a ledger that reads them itself.',
    detail: `
<p>A connector reads the lists that the books are set up with, and each contact as a customer: names, billing address, and whether it pays tax. It needs a key with the permission for feeds only.</p>
<p>The connector stores the id under which the ledger knows a contact. A contact has one such id, and two contacts never have the same.</p>`,
    fields: {
      IsTaxExempt: 'The contact is charged no tax.',
      BillWithParent: 'The organization that the contact belongs to is billed for it.',
    },
    related: ['webhooks', 'application-permissions'],
  },
  {
    key: 'payment-subtypes',
    title: 'Payment subtypes',
    summary: 'Subtypes of payments, for barter and for payments in other systems.',
    detail: `
<p>Payments of the types Trade and External have a subtype. Each of the two types has a default, which can be renamed.</p>
<p>A subtype that payments have is deactivated instead of deleted: the payments keep it, and new ones cannot have it.</p>`,
    fields: {
      IsActive: 'New payments can have the subtype.',
    },
    related: ['memberships'],
  },
  {
    key: 'ledger-settings',
    title: 'The ledger connection',
    summary: 'The transfer of invoices, payments and other documents to your accounting program.',
    detail: `
<p>Install the ledger, connect both sides, and assign your accounts, items, classes, taxes, discounts and payment types to those of the ledger. Then switch the transfer on.</p>
<p>Each document is sent once, in the order of its creation. A document that fails is listed in the log of the ledger with what to assign or change. Send it again after that.</p>
<p>Documents with a date in the closed period are rejected. Use today's date instead.</p>`,
    fields: {
      EnableLdg: 'Documents are sent to the ledger. While it is off, they wait.',
      SetupClosedPeriod: 'The last day of the closed period.',
    },
    related: ['integration-feeds', 'logs'],
  },
  {
    key: 'payment-processor',
    title: 'The payment processor',
    summary: 'Card payments, disputes, and the information that the processor requires from you.',
    detail: `
<p>This system never receives card numbers: the processor receives them directly.</p>
<p>A cardholder can dispute a charge. Collect the evidence before the due date, and submit it once. After that it cannot be changed.</p>
<p>Reports of charges and of negative balances are created in the background. The list shows their progress.</p>`,
    fields: {
      DueBy: 'The bank decides without your evidence if you submit it later.',
    },
    related: ['payment-gateway-reports'],
  },
  {
    key: 'payment-gateway-reports',
    title: 'Payment gateway reports',
    summary: 'The payments, fees and payouts of a payment gateway.',
    detail: `
<p>The monthly statement adds sales, refunds, disputes and fees of a month in the time zone of the account. A payout shows the transactions that it consists of, so that you can compare it with your bank statement.</p>`,
    fields: {
      NetActivity: 'Sales minus refunds, disputes and fees, plus disputes that you won.',
    },
    related: ['payment-processor'],
  },
]
