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
]
