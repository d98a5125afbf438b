import type { SharedTopic } from './shared-topic.model.ts'

/** What members and sponsors get, and what the store sells. */
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
    title: 'Sponsors and advertising',
    summary: 'Your sponsors with their levels, terms and benefits, and the ads that your sites show.',
    detail: `
<p>A sponsorship type is a level, such as Gold. Its saleable item states the price, its benefit package what a sponsor gets, and its length how long a sponsorship lasts.</p>
<p>A new sponsor is pending. The approval sets the days, issues the invoice and grants the benefits. A type has at most its maximum of approved sponsors on one day; pending sponsors do not count.</p>
<p>To decline or delete an approved sponsor voids its invoice and takes back the benefits that are not used. If the invoice is paid in part, void or refund the payment first, or end the sponsorship early by its last day. A sponsor ends by itself after its last day.</p>
<p>A site has pages, and each page has two positions for ads: the top and the bottom. A position shows display ads, banners of sponsors, or nothing. Custom locations are for ads that are not on a page, such as in a newsletter.</p>
<p>A display ad has an image, a link, placements, and the days on which it is shown. It is scheduled before its first day, active on its days, and expired after its last day. All active ads of a position are shown equally often. Banners of sponsors are the active ads of contacts whose sponsorship runs today.</p>
<p>Impressions and clicks are counted for each ad, position and day. A page or a location cannot be deleted while an ad that has not ended has a placement there.</p>`,
    fields: {
      MaxQuantity: 'The most approved sponsors on one day; 0 for no limit.',
      LengthInMonths: 'The months of a sponsorship; empty for no end.',
      SponsorBenefitId: 'The benefits that an approval grants.',
      SaleableItem: 'The fee item with the price, account and taxes.',
      EndDate: 'The last day. Move it to end a sponsorship early, or to continue it.',
      AdAreaId: 'The format of the ad. The image must have its size.',
      Placements: 'The positions and locations where the ad is shown.',
      IsAllowed: 'Whether pages of the module can show ads.',
    },
    related: ['benefit-ledger', 'books', 'files'],
  },
  {
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
  {
    key: 'store',
    title: 'Store items',
    summary: 'What the store sells: items, their sub-items, prices, images and stock.',
    detail: `
<p>An item is physical, a digital download, a voucher, or a notice that only shows a message. A physical item can have sub-items, such as sizes, each with its own price and stock.</p>
<p>Stock is counted from lots: each purchase with its day, price and pieces. Sales take from the oldest lot first. If you count the shelf yourself, set manual tracking and enter the count.</p>
<p>An item that was sold cannot be deleted. Deleting it deactivates it, and it stays on its orders.</p>
<p>A cart reserves its stock and its vouchers for 15 minutes. The checkout authorizes the payment and creates the order with its invoice; the payment is captured afterwards. Pieces on back order are taken from stock when you record their shipment. Refund single pieces, or cancel an order of which nothing was sent.</p>
<p>A voucher is a payment, not a discount. It can be used, and a download can be opened, when its order is paid.</p>`,
    fields: {
      InventoryTrackingMethodTypeId: 'Whether stock is counted for the item or for each sub-item.',
      HasManualTracking: 'Staff enter the count. Lots record only what the stock has cost.',
      AllowBackorder: 'Pieces that are not in stock can be sold.',
      VoucherCodes: 'Vouchers that pay, in this order.',
      PaymentMethod: 'Card, bank debit, or an invoice that stays open.',
      IsRestocked: 'Whether refunded pieces return to stock.',
      HasMembershipTypesChosen: 'Only members of the selected types see and buy the item.',
    },
    related: ['benefit-ledger', 'memberships'],
  },
]
