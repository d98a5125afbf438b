import { soldItems } from '#areas/commerce/benefit-ledger/items/sold-items.service'
import { benefitGivers } from '#areas/commerce/benefit-ledger/postings/benefit-givers.queries'
import { orderInvoiceOwner } from '#areas/commerce/buying/orders/invoice-owner.service'
import { plansOfTerms } from '#areas/commerce/payment-plans/payment-plans.queries'
import { sponsorInvoiceOwner } from '#areas/commerce/sponsorships/sponsors/invoice-owner.service'
import { lockBenefitItem } from '#areas/commerce/store/items/benefit-items.service'
import { eventOrderInvoiceOwner } from '#areas/events/registrations/orders/invoice-owner.service'
import { registrationFollower } from '#areas/events/registrations/payment/order-payments.service'
import { invoiceFollowers } from '#areas/finance/books/invoices/invoice-followers.queries'
import { invoiceOwners } from '#areas/finance/books/invoices/invoice-owners.queries'
import { listGivingMemberships } from '#areas/people/memberships/benefits/benefits.queries'
import { membershipFollower } from '#areas/people/memberships/terms/invoice-effects.service'
import { membershipInvoiceOwner } from '#areas/people/memberships/terms/invoice-owner.service'
import { termPlanSources } from '#areas/people/memberships/terms/term-plans.queries'
import { type Addition, addTo } from '#kernel/registers/register'

/** What areas add to the registers of areas further up the order. The entries of a register keep the order of this list. */
export const additions: readonly Addition[] = [
  addTo(invoiceFollowers, membershipFollower),
  addTo(invoiceOwners, membershipInvoiceOwner),
  addTo(benefitGivers, listGivingMemberships),
  addTo(invoiceOwners, orderInvoiceOwner),
  addTo(invoiceFollowers, registrationFollower),
  addTo(invoiceOwners, eventOrderInvoiceOwner),
  addTo(invoiceOwners, sponsorInvoiceOwner),
  addTo(termPlanSources, plansOfTerms),
  addTo(soldItems, lockBenefitItem),
]
