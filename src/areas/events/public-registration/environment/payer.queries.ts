import { listUsableVouchers } from '#areas/commerce/buying/vouchers/vouchers.queries'
import { findInvitationByCode } from '#areas/events/invitations/invitations.queries'
import { findBilling } from '#areas/finance/books/billing/billing.queries'
import { findCountryCode, listRates, taxAddressOf } from '#areas/finance/books/documents/line-catalog.queries'
import { taxSetKind } from '#areas/finance/books/tax-sets/tax-sets.queries'
import { listGivingMemberships } from '#areas/people/memberships/benefits/benefits.queries'
import type { BillingContact, RegistrationVoucher } from '#contract/events/public-registration'
import { percentUnits } from '#kernel/money/cents'
import { findMeantContact } from '#kernel/records/merged-contacts'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { dateOf, todayOf } from '#kernel/time/day'
import type { EventInvitation } from '#prisma/client'
import type { EventVisit, OpenEvent } from '../event-visit.queries.ts'

/** The contact whose prices a registration form shows. */
export interface PricedContact {
  contactId: number | null
  /** Those that give it member prices. */
  membershipIds: number[]
  /** The invitation whose code the request contains. */
  invitation: EventInvitation | null
}

/**
 * Finds the member that is signed in, else the contact that a request names, with the memberships of both. A code names the
 * contact that is invited. An id names a contact for staff, and for everybody if the event accepts email addresses as proof of membership
 * (MembershipProof None). The word null, and a code or id that is unknown, mean nobody. With MembershipProof SignIn, only a
 * credential proves memberships.
 */
export const findPricedContact = async (
  visit: EventVisit,
  tx: Transaction,
  event: Pick<OpenEvent, 'membershipProof'>,
  named = 'null',
): Promise<PricedContact> => {
  const { scope } = visit
  const { tenantId } = scope.db
  const invitation = ID.test(named) ? null : await findInvitationByCode(scope, tx, visit.eventId, named)
  const id = invitation?.contactId ?? (await idOf(visit, tx, event, named))
  const where = { tenantId, id: { in: [id, visit.contactId].filter((one) => one !== null) }, deletedAt: null }
  const contacts = await tx.contact.findMany({ where, select: { id: true } })
  const found = (wanted: number | null) => contacts.find((contact) => contact.id === wanted)?.id ?? null
  // A member that is signed in pays, also if the code of an invitation is sent.
  const contactId = found(visit.contactId) ?? found(id)
  const isProved = (one: number) => event.membershipProof !== 'SignIn' || visit.isStaff || one === visit.contactId
  const proved = [...new Set([contactId, found(id)])].flatMap((one) => (one !== null && isProved(one) ? [one] : []))
  if (proved.length === 0) return { contactId, membershipIds: [], invitation }
  const memberships = await runForWholeTenant(scope, tx, () => listGivingMemberships(scope, tx, proved))
  return { contactId, membershipIds: memberships.map(({ membershipId }) => membershipId), invitation }
}

const ID = /^\d{1,9}$/

const idOf = async (
  { scope, isStaff, contactId }: EventVisit,
  tx: Transaction,
  { membershipProof }: Pick<OpenEvent, 'membershipProof'>,
  named: string,
): Promise<number | null> =>
  ID.test(named) && (isStaff || membershipProof === 'None')
    ? findMeantContact(tx, scope.db.tenantId, Number(named))
    : contactId

const INDIVIDUAL = 1

/** Reads a contact as the payer of a registration, for staff or for the contact itself. Null if it does not exist. */
export const readPayer = async (
  { scope, isStaff }: Pick<EventVisit, 'scope' | 'isStaff'>,
  tx: Transaction,
  { contactId, membershipIds }: PricedContact,
  event: Pick<OpenEvent, 'taxSetId'> | null,
): Promise<BillingContact> => {
  const { tenantId } = scope.db
  const where = { tenantId, id: contactId ?? 0, deletedAt: null }
  const contact = await tx.contact.findFirst({ where })
  if (!contact) return null
  const roles = await readRoles(scope, tx, contact.id)
  const { isTaxExempt } = await findBilling(tx, tenantId, contact.id)
  const address = await readAddress(tx, tenantId, contact.primaryAddressId)
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
    TaxNumber: null,
    Address: address,
    Phone: contact.phone === null ? null : { Number: contact.phone, Extension: null, PhoneTypeId: null },
    ContactRoles: roles,
    Vouchers: isStaff && hasGrant(scope, 'store:read') ? await readVouchers(scope, tx, contact.id) : [],
    MembershipIds: membershipIds,
    IsMember: membershipIds.length > 0,
    TaxSet: event && (await readTaxSet(scope, tx, event, { isTaxExempt, address })),
    ContactType: isIndividual ? '1' : '2',
  }
}

const readVouchers = async (scope: Scope, tx: Transaction, contactId: number): Promise<RegistrationVoucher[]> =>
  (await listUsableVouchers(scope, tx, contactId)).map(({ code, name, typeId, remaining, expiresOn }) => ({
    Code: code,
    Name: name,
    VoucherTypeId: typeId as RegistrationVoucher['VoucherTypeId'],
    Remaining: remaining,
    ExpirationDate: expiresOn,
  }))

/** Reads the tax set of the event, with the rate that is charged at an address. */
const readTaxSet = async (
  scope: Scope,
  tx: Transaction,
  { taxSetId }: Pick<OpenEvent, 'taxSetId'>,
  { isTaxExempt, address }: { isTaxExempt: boolean; address: Awaited<ReturnType<typeof readAddress>> },
): Promise<NonNullable<BillingContact>['TaxSet']> => {
  const found =
    taxSetId === null ? null : await taxSetKind.find(tx, { tenantId: scope.db.tenantId, id: taxSetId }, scope)
  if (!found) return null
  const CountryCode = await findCountryCode(tx, address?.CountryId ?? 0)
  const taxAddress = taxAddressOf({ CountryCode, StateProvince: address?.StateProvince ?? null })
  const rates = (await listRates(scope, tx, [found.id], taxAddress)).get(found.id) ?? []
  const units = isTaxExempt ? 0 : rates.reduce((sum, { percent }) => sum + percentUnits(percent), 0)
  return { TaxSetId: found.id, Name: found.name, TaxRate: units / 10_000 }
}

const readRoles = async ({ db: { tenantId }, tenant, clock }: Scope, tx: Transaction, contactId: number) => {
  const today = dateOf(todayOf({ tenant, clock }))
  const roles = await tx.contactRole.findMany({
    where: {
      tenantId,
      contactId,
      organization: { deletedAt: null },
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
