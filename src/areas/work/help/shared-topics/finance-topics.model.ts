import type { SharedTopic } from './shared-topic.model.ts'

/** The books and what reads them. */
export const financeTopics: SharedTopic[] = [
  {
    key: 'books',
    title: 'The books',
    summary: 'Invoices, payments, credits, refunds and write-offs, and the accounts that they are posted to.',
    detail: `
<p>A document is posted when it is created and never changes after that. To correct one, void it and create another one, or issue a credit. A void document keeps its number.</p>
<p>A payment or credit is applied to invoices. What is not applied stays open for the next invoice, or can be refunded.</p>
<p>A tax set contains the taxes that are charged together. It is charged in its region: that of the shipping address, else of the billing address, else of your organization. A tax set without a region is charged everywhere. Each tax is calculated for each line after its discount, and rounded to cents.</p>
<p>On a day of the closed period nothing can be posted: use today's date.</p>`,
    fields: {
      Balance: 'What is still to be paid.',
      OpenAmount: 'What is neither applied to invoices nor refunded.',
      IsTaxExempt: 'The contact is charged no tax.',
      ForContactId: 'The contact that the invoice is for, if its organization is billed.',
    },
    related: ['payment-gateways', 'memberships', 'ledger-settings'],
  },
  {
    key: 'payment-gateways',
    title: 'Payment gateways',
    summary: 'The providers that process your payments, and the accounts that they deposit them to.',
    detail: `
<p>A gateway connects your organization, or a chapter of it, with a provider. The built-in sandbox processes no real payments: use it to try everything.</p>
<p>Payments of a gateway are deposited to its account; without one, to undeposited funds.</p>`,
    fields: {
      DepositAccountId: 'The account that payments of the gateway are deposited to.',
      IsDefault: 'The gateway of payments without another one.',
    },
    related: ['payment-processor', 'payment-gateway-reports', 'books'],
  },
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
<p>A contact becomes a customer of the ledger with its first document. If you rename the contact, the customer is renamed; if you merge it, its documents move to the customer of the other contact. Documents in the closed period are not changed.</p>
<p>If the connection is Expired or Revoked, connect it again: nothing is lost, the documents wait. If you move to another ledger, documents that the former one has stay there.</p>
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
