import { listGivingMemberships } from '#areas/people/memberships/benefits/benefits.queries'
import { findMeantContact } from '#kernel/records/merged-contacts'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { addressKeyOf } from '#kernel/text/mail-address'
import { type EventInvitation, Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { EventVisit, OpenEvent } from '../event-visit.queries.ts'
import type { RegistrationForm } from '../forms/form.input.ts'
import { type FormFault, fault } from '../refusals.model.ts'

interface AddressOwner {
  key: string
  contactId: number
}

/** Returns the contacts that have one of some email addresses: AddressOwner. */
const addressOwnersSql = (tenantId: number, keys: readonly string[]): Sql => Prisma.sql`
  SELECT DISTINCT e.address_key AS key, e.contact_id AS "contactId" FROM contact_email e
  JOIN contact c ON c.tenant_id = e.tenant_id AND c.id = e.contact_id AND c.deleted_at IS NULL
  WHERE e.tenant_id = ${tenantId}::int AND e.address_key = ANY (${[...keys]}::text[]) ORDER BY 1, 2`

/** Who of a form has member prices. */
export interface Entitlements {
  isPayerMember: boolean
  /** Keys of the addresses of members. */
  memberAddresses: ReadonlySet<string>
}

/**
 * Finds the members among the people of a form. The payer is known by the credential, by staff, by an invitation unless the
 * event requires a credential (MembershipProof SignIn), or by the email address if the event accepts that as proof (None);
 * attendees by their addresses in the last case.
 */
export const findEntitlements = async (
  { scope, isStaff, contactId }: EventVisit,
  tx: Transaction,
  { membershipProof }: Pick<OpenEvent, 'membershipProof'>,
  form: RegistrationForm,
  invitation: Pick<EventInvitation, 'contactId'> | null,
): Promise<Entitlements> => {
  const isByAddress = isStaff || membershipProof === 'None'
  const payerKey = keyOf(form.billing?.EmailAddress)
  const keys = isByAddress ? keysOf([payerKey, ...form.attendees.map(({ row }) => keyOf(row.EmailAddress))]) : []
  const owners = keys.length === 0 ? [] : await tx.rows<AddressOwner>(addressOwnersSql(scope.db.tenantId, keys))
  const invited = invitation && membershipProof !== 'SignIn' ? [invitation.contactId] : []
  const payers = [...payerIds(form, { isStaff, contactId }), ...invited]
  const ids = [...new Set([...payers, ...owners.map((owner) => owner.contactId)])]
  const giving = ids.length === 0 ? [] : await runForWholeTenant(scope, tx, () => listGivingMemberships(scope, tx, ids))
  const members = new Set(giving.map((membership) => membership.contactId))
  const memberAddresses = new Set(owners.filter((owner) => members.has(owner.contactId)).map(({ key }) => key))
  const isPayerMember = payers.some((id) => members.has(id)) || (payerKey !== null && memberAddresses.has(payerKey))
  return { isPayerMember, memberAddresses }
}

/** Returns the form in which addresses are compared; null for none. */
export const keyOf = (address: string | null | undefined): string | null =>
  address?.trim() ? addressKeyOf(address) : null

const keysOf = (keys: readonly (string | null)[]): string[] => [...new Set(keys.filter((key) => key !== null))]

/** Returns the contacts that staff name as payers. A stranger cannot say which contact pays. */
const namedPayers = ({ billing, body }: RegistrationForm, isStaff: boolean) =>
  (isStaff
    ? [
        { pointer: '/TargetContactId', id: Number(body.TargetContactId) },
        { pointer: '/BillingInfo/ContactId', id: Number(billing?.ContactId) },
      ]
    : []
  ).filter(({ id }) => id > 0)

const payerIds = (
  form: RegistrationForm,
  { isStaff, contactId }: Pick<EventVisit, 'isStaff' | 'contactId'>,
): number[] => {
  const named = namedPayers(form, isStaff).map(({ id }) => id)
  return contactId === null ? named : [contactId, ...named]
}

/** Returns the faults of contacts that staff name as payers and that do not exist. */
export const findPayerFaults = async (
  { scope, isStaff }: EventVisit,
  tx: Transaction,
  form: RegistrationForm,
): Promise<FormFault[]> => {
  const named = namedPayers(form, isStaff)
  if (named.length === 0) return []
  const where = { tenantId: scope.db.tenantId, id: { in: named.map(({ id }) => id) }, deletedAt: null }
  const found = new Set((await tx.contact.findMany({ where, select: { id: true } })).map(({ id }) => id))
  return named
    .filter(({ id }) => !found.has(id))
    .map(({ pointer }) => fault(pointer, 'unknown', 'This contact does not exist.'))
}

/** Finds the contact that a credential identifies as the payer: the one that staff name, or the member that is signed in. */
export const findKnownPayer = async (
  { scope, isStaff, contactId }: EventVisit,
  tx: Transaction,
  { body, billing }: Pick<RegistrationForm, 'body' | 'billing'>,
): Promise<number | null> => {
  const named = isStaff ? Number(billing?.ContactId ?? body.TargetContactId ?? 0) : 0
  const { tenantId } = scope.db
  const id = named > 0 ? await findMeantContact(tx, tenantId, named) : contactId
  if (!id) return null
  const found = await tx.contact.findFirst({ where: { tenantId, id, deletedAt: null }, select: { id: true } })
  return found?.id ?? null
}

/**
 * Returns the contact whose invitation proves whose benefits can be used; null if the event requires a credential. An email
 * address proves nothing, whatever the event accepts as proof of a membership: a stranger must not use up what a business has.
 */
export const invitedPayer = (
  { membershipProof }: Pick<OpenEvent, 'membershipProof'>,
  invitation: Pick<EventInvitation, 'contactId'> | null,
): number | null => (membershipProof === 'SignIn' ? null : (invitation?.contactId ?? null))
