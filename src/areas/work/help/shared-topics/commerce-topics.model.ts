import type { SharedTopic } from './shared-topic.model.ts'

/** What members and sponsors get and give. */
export const commerceTopics: SharedTopic[] = [
  {
    key: 'benefit-ledger',
    title: 'Benefits',
    summary: 'The benefits of members and sponsors, what they have used, and what remains.',
    detail: `
<p>A package contains benefits with their pieces per term. Each term of a membership grants the package of its level on its first day. Pieces that are not used expire with the term, or with its grace if no term follows.</p>
<p>The benefits of a business belong to the business, and its people use them. Pieces that end first are used first. While a membership is suspended, its pieces cannot be used.</p>
<p>The ledger never changes. To correct it, adjust the benefits of a contact, or reverse a usage or an adjustment. A usage for many contacts runs in the background; look at its preview first.</p>`,
    fields: {
      Remaining: 'The pieces that are left: the sum of the ledger.',
      UsageDate: 'The day of the usage, today or earlier.',
      ForceSave: 'The benefit can go below 0.',
      BenefitPackageId: 'What each term of the level grants.',
    },
    related: ['memberships'],
  },
  {
    key: 'sponsorships',
    title: 'Sponsors',
    summary: 'Your sponsors: their levels, terms, prices and benefits.',
    detail: `
<p>A sponsorship type is a level, such as Gold. Its saleable item states the price, its benefit package what a sponsor gets, and its length how long a sponsorship lasts.</p>
<p>A new sponsor is pending. The approval sets the days, issues the invoice and grants the benefits. A type has at most its maximum of approved sponsors on one day; pending sponsors do not count.</p>
<p>To decline or delete an approved sponsor voids its invoice and takes back the benefits that are not used. If the invoice is paid in part, void or refund the payment first, or end the sponsorship early by its last day. A sponsor ends by itself after its last day.</p>`,
    fields: {
      MaxQuantity: 'The most approved sponsors on one day; 0 for no limit.',
      LengthInMonths: 'The months of a sponsorship; empty for no end.',
      SponsorBenefitId: 'The benefits that an approval grants.',
      SaleableItem: 'The fee item with the price, account and taxes.',
      EndDate: 'The last day. Move it to end a sponsorship early, or to continue it.',
    },
    related: ['benefit-ledger', 'books'],
    key: 'payment-plans',
    title: 'Payment plans',
    summary: 'Payment of a membership in parts, each with its own due date.',
    detail: `
<p>A plan belongs to a level of a membership type. Its amounts are for the list price of the level; if the invoice has another total, they are scaled. Members choose a plan when they join or renew, on the days from StartDate to EndDate. The term gets one invoice with the parts of the plan, and takes effect with the first part.</p>
<p>If a means of payment is stored, each part is collected on its due date, and again after 3, 5 and 7 days if the payment fails. A mail announces each part and reports each failure. Otherwise record the payments of the invoice.</p>
<p>An overdue part has the effect of an expiry on its due date: grace begins, and the nightly run drops the membership after it. The rest of the invoice stays open. Write it off, or reinstate the membership after a payment.</p>`,
    fields: {
      Payments: 'The number of payments.',
      StartDate: 'The first day on which the plan can be chosen.',
      EndDate: 'The last day on which the plan can be chosen.',
      ShowOnApplication: 'Whether applicants can choose the plan.',
      PaymentPlanItems: 'The payments with their dates and amounts. Empty makes equal monthly payments.',
    },
    related: ['memberships'],
  },
]
