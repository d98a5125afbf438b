import { findBilling } from '#areas/finance/books/billing/billing.queries'
import type { BillingContact } from '#contract/events/public-registration'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dateOf, dayIn } from '#kernel/time/day'
import type { PricedContact } from './visitor-contact.queries.ts'

const INDIVIDUAL = 1

/** Reads a contact as the payer of a registration, for staff or for the contact itself. Null if it does not exist. */
export const readPayer = async (
  scope: Scope,
  tx: Transaction,
  { contactId, membershipIds }: PricedContact,
): Promise<BillingContact> => {
  const { tenantId } = scope.db
  const where = { tenantId, id: contactId ?? 0, deletedAt: null }
  const contact = await tx.contact.findFirst({ where })
  if (!contact) return null
  const roles = await readRoles(scope, tx, contact.id)
  const { isTaxExempt } = await findBilling(tx, tenantId, contact.id)
  const isIndividual = contact.systemTypeId === INDIVIDUAL
  const organization = roles.find((role) => role.OrganizationContactId === contact.primaryOrganizationId)
  return {
    ContactId: String(contact.id),
    Prefix: contact.prefix,
    FirstName: contact.firstName,
    CommonName: contact.commonName,
    MiddleName: contact.middleName,
    LastName: contact.lastName,
    Suffix: contact.suffix,
    OrganizationContactId: organization ? String(organization.OrganizationContactId) : null,
    OrganizationName: isIndividual ? (organization?.OrganizationName ?? null) : contact.organizationName,
    Title: isIndividual ? (organization?.Title ?? null) : null,
    IsTaxExempt: isTaxExempt,
    EmailAddress: contact.emailAddress,
    Address: await readAddress(tx, tenantId, contact.primaryAddressId),
    Phone: contact.phone === null ? null : { Number: contact.phone, Extension: null, PhoneTypeId: null },
    ContactRoles: roles,
    Vouchers: [],
    MembershipIds: membershipIds,
    IsMember: membershipIds.length > 0,
    TaxSet: null,
    ContactType: isIndividual ? '1' : '2',
  }
}

const readRoles = async ({ db: { tenantId }, tenant, clock }: Scope, tx: Transaction, contactId: number) => {
  const today = dateOf(dayIn(tenant.timeZone, clock.now()))
  const roles = await tx.contactRole.findMany({
    where: {
      ...{ tenantId, contactId, organization: { deletedAt: null } },
      AND: [
        { OR: [{ startDate: null }, { startDate: { lte: today } }] },
        { OR: [{ endDate: null }, { endDate: { gte: today } }] },
      ],
    },
    include: { organization: { select: { displayName: true } } },
    orderBy: { id: 'asc' },
  })
  return roles.map(({ id, organizationId, organization, title }) => ({
    ContactRoleId: id,
    OrganizationContactId: organizationId,
    OrganizationName: organization.displayName,
    Title: title,
  }))
}

const readAddress = async (tx: Transaction, tenantId: number, id: number | null) => {
  const link =
    id === null ? null : await tx.contactAddress.findFirst({ where: { tenantId, id }, include: { address: true } })
  if (!link) return null
  const { address1, address2, city, stateProvince, postalCode, countryId } = link.address
  return {
    Address1: address1,
    Address2: address2,
    City: city,
    StateProvince: stateProvince,
    PostalCode: postalCode,
    CountryId: countryId,
  }
}
