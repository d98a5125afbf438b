import type { BuiltInTopic } from './built-in-topic.ts'

/** What is sold, granted and agreed on. */
export const commerceTopics: BuiltInTopic[] = [
  {
    key: 'store',
    title: 'The store',
    summary: 'What you sell: goods, downloads, vouchers and items that only inform.',
    detail: `
<p>Stock can be left alone, counted for an item, or counted for each of its variants. Goods are bought in lots with a date and a price, and the oldest lot goes out first. Nothing is sold that is not there, unless you allow backorders for the item.</p>
<ul>
<li>A <strong>download</strong> is a link that expires; whether the buyer may have it is checked again when it is used.</li>
<li>A <strong>voucher</strong> is worth an amount, a percentage or a free item.</li>
</ul>
<p>An item that was ever sold is not deleted but taken off the shelf, so that old orders stay whole.</p>`,
    fields: {
      InventoryTrackingType: '1 none, 2 by item, 3 by variant.',
      HasManualTracking: 'Staff set the count; sales do not change it.',
    },
    related: ['payment-plans', 'payment-gateway-reports', 'files'],
  },
  {
    key: 'sponsorships',
    title: 'Sponsorships and advertising',
    summary: 'Who supports you, for how long and at what price, and where their banners stand.',
    detail: `
<p>A sponsorship type says what it costs, how long it lasts, how many there can be and which benefits come with it. A sponsor is pending until approved, and ended when its time is over.</p>
<p>Display ads have places: the top or bottom of a page, or a place that you define. An ad is scheduled, active or expired by its dates alone. Where several share a place they take turns fairly, and you see how often each was shown and clicked.</p>`,
    fields: {
      MaxQuantity: 'How many sponsors of this type there can be at once.',
      LengthInMonths: 'Sets the end from the start.',
    },
    related: ['benefit-ledger', 'event-sponsors'],
  },
  {
    key: 'payment-plans',
    title: 'Payment plans',
    summary: 'Paying for a membership in parts.',
    detail: `
<p>A plan belongs to a type of membership and says into how many parts its price is divided, and when each is due. The parts always add up to the price.</p>
<p>Members choose among the plans of their type when they join or renew. A plan that members have chosen can be retired, not deleted.</p>`,
    fields: {},
    related: ['memberships', 'payment-processor'],
  },
  {
    key: 'benefit-ledger',
    title: 'Benefits',
    summary: 'What members and sponsors are entitled to, what they have used, and what is left.',
    detail: `
<p>A package of benefits comes with a membership or a sponsorship: seats, advertisements, hours of a room. Each grant, use and correction is a line of the ledger, and what is left is their sum.</p>
<p>Lines are never changed. Put a mistake right by another line, and say why.</p>`,
    fields: {
      Quantity: 'Positive where something is granted, negative where it is used.',
    },
    related: ['memberships', 'sponsorships'],
  },
]
