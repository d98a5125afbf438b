import type { SharedTopic } from './shared-topic.model.ts'

/** What members and sponsors get. */
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
]
