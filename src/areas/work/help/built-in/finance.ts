import type { BuiltInTopic } from './built-in-topic.ts'

/** Money, and the books it stands in. */
export const financeTopics: BuiltInTopic[] = [
  {
    key: 'ledger-settings',
    title: 'The ledger connection',
    summary: 'How invoices and payments reach your accounting program.',
    detail: `
<p>Connect both sides, then say what corresponds: accounts, classes, items and kinds of payment. What is not mapped is not sent, and the log says so.</p>
<p>Begin with one month: compare the totals on both sides before you let it run by itself. A connection can be paused at any time; what happened meanwhile is sent when it goes on.</p>`,
    fields: {
      Mappings: 'One line for each thing here, with its counterpart there.',
    },
    related: ['integration-feeds', 'logs', 'payment-subtypes'],
  },
  {
    key: 'payment-processor',
    title: 'The payment processor',
    summary: 'Disputes, charges and what the processor needs from you. Card numbers never come here.',
    detail: `
<p>When a cardholder disputes a charge you have a few days to answer. Collect the evidence, look at it once more, and submit it: it can be submitted only once.</p>
<p>Requirements list what the processor still wants to know about your organization. Payouts stop when one is past its date.</p>`,
    fields: {
      DueBy: 'The last moment at which evidence is taken.',
    },
    related: ['payment-gateway-reports', 'payment-subtypes'],
  },
  {
    key: 'payment-gateway-reports',
    title: 'Payment gateway reports',
    summary: 'Statements, transfers and single transactions: what was taken, what it cost, what was paid out.',
    detail: `
<p>Start from a transfer on your bank statement: it names the transactions that it is made of, with their fees, and these name the invoices. What is refunded or disputed is shown as a line of its own.</p>
<p>Days are those of your time zone, so a report of the processor may put a transaction near midnight on another day.</p>`,
    fields: {},
    related: ['payment-processor', 'ledger-settings'],
  },
  {
    key: 'integration-feeds',
    title: 'Feeds for the books',
    summary: 'Records one by one, for a ledger that fetches them itself.',
    detail: `
<p>An external ledger asks for what is new, takes a record, and confirms it. What was confirmed does not come again; what failed comes again with the reason that was given.</p>
<p>If you use the ledger connection of this product, you do not need these feeds.</p>`,
    fields: {},
    related: ['ledger-settings', 'logs'],
  },
  {
    key: 'payment-subtypes',
    title: 'Payment subtypes',
    summary: 'Finer kinds of payment: which card, which bank, which kind of trade.',
    detail: `
<p>Trade and external payments can be told apart by subtypes, so that reports and the ledger show what you need. Deactivate those that you no longer use: old payments keep theirs.</p>`,
    fields: {
      IsActive: 'Inactive subtypes are not offered for new payments.',
    },
    related: ['ledger-settings'],
  },
]
