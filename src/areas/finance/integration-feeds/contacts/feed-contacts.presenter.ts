import type { ContactLedgerId as KnownId } from '#areas/finance/ledger-settings/customer-ids.queries'
import type { ContactLedgerId, FeedContact } from '#contract/finance/integration-feeds'
import type { FeedCustomer } from './feed-contacts.queries.ts'

const INDIVIDUAL = 1

export const presentFeedContact = (customer: FeedCustomer): FeedContact => {
  const { contact, billing, hasOlderNamesake } = customer
  const isIndividual = contact.systemTypeId === INDIVIDUAL
  return {
    DisplayName: hasOlderNamesake ? `${contact.displayName} (${contact.id})` : contact.displayName,
    CompanyName: isIndividual ? contact.primaryOrganizationName : contact.organizationName,
    Email: contact.emailAddress,
    PhoneNumber: customer.phone,
    ParentIntegrationCustomerId: customer.parentLedgerId,
    ContactType: isIndividual ? 'Individual' : 'Organization',
    FirstName: contact.firstName,
    LastName: contact.lastName,
    MiddleName: contact.middleName,
    Suffix: contact.suffix,
    Title: contact.prefix,
    IsTaxExempt: billing.isTaxExempt,
    BillWithParent: billing.billWithParent,
    IntegrationDefaultTaxCodeId: customer.taxCodeId,
    Address: presentAddress(customer),
  }
}

const presentAddress = ({ billingAddress: address }: FeedCustomer): FeedContact['Address'] =>
  address && {
    Line1: address.address1,
    Line2: address.address2,
    City: address.city,
    StateProvince: address.stateProvince,
    PostalCode: address.postalCode,
    CountryCode: address.countryCode,
  }

export const presentLedgerId = ({ contactId, ledgerId }: KnownId): ContactLedgerId => ({
  ContactId: String(contactId),
  IntegrationCustomerId: ledgerId,
})
