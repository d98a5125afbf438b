import { isInvitedTo } from '#areas/events/invitations/invitations.queries'
import { contactKind } from '#areas/people/contacts/contacts.queries'
import { matchRegistrant, type PreparedRegistrant, prepareRegistrant } from '#areas/people/contacts/registrants.service'
import { listGivingMemberships } from '#areas/people/memberships/benefits/benefits.queries'
import { findMemberAddress } from '#areas/people/memberships/mails/mails.queries'
import type { EventTransferRequestInput } from '#contract/events/transfers'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { Contact, EventRegistration } from '#prisma/client'
import type { LockedEventOrder } from '../cancellation/locked-event-orders.service.ts'
import { parsePerson } from '../registrations.input.ts'

/** The person of a request; null if the request contains the id of a contact. */
export type PreparedPerson = PreparedRegistrant | null

/** The person that takes over a registration. */
export interface NewPerson {
  contactId: number
  columns: ReturnType<typeof parsePerson>
  /** Where the request identifies the person. */
  pointer: string
}

const PERSON = 1

/** Prepares the contact of a person, before the transaction that needs it. */
export const preparePerson = async (scope: Scope, input: EventTransferRequestInput): Promise<PreparedPerson> => {
  if (input.ContactId != null) return null
  const { Prefix, FirstName, MiddleName, LastName, Suffix, EmailAddress } = input
  return prepareRegistrant(scope, {
    systemTypeId: PERSON,
    prefix: Prefix ?? null,
    firstName: FirstName ?? null,
    middleName: MiddleName ?? null,
    lastName: LastName ?? null,
    suffix: Suffix ?? null,
    emailAddress: EmailAddress ?? null,
  })
}

interface SentPerson {
  input: EventTransferRequestInput
  prepared: PreparedPerson
}

/**
 * Finds the contact of the person that a request identifies, or creates it, and locks it until the transaction ends.
 *
 * @throws 422 unknown-reference, event-rule.
 */
export const resolvePerson = async (
  scope: Scope,
  tx: Transaction,
  registration: EventRegistration,
  { input, prepared }: SentPerson,
): Promise<NewPerson> => {
  const person = await findAnyPerson(scope, tx, registration, { input, prepared })
  if (person.contactId === registration.contactId)
    throw refused([{ pointer: person.pointer, message: 'must be another person. Save the registration to correct it' }])
  return person
}

/** Finds the contact as resolvePerson does; it can be the person that the registration has already. */
export const findAnyPerson = (
  scope: Scope,
  tx: Transaction,
  registration: EventRegistration,
  { input, prepared }: SentPerson,
): Promise<NewPerson> =>
  prepared ? matchPerson(scope, tx, registration, input, prepared) : findPerson(scope, tx, registration, input)

const matchPerson = async (
  scope: Scope,
  tx: Transaction,
  registration: EventRegistration,
  input: EventTransferRequestInput,
  prepared: PreparedRegistrant,
): Promise<NewPerson> => {
  const columns = parseColumns(input, { ...registration, ...NO_PERSON }, true)
  const { contactId } = await matchRegistrant(scope, tx, prepared, false)
  await lockRows(scope, tx, contactKind, [contactId], 'share')
  return { contactId, columns, pointer: '/LastName' }
}

const findPerson = async (
  scope: Scope,
  tx: Transaction,
  registration: EventRegistration,
  input: EventTransferRequestInput,
): Promise<NewPerson> => {
  const pointer = '/ContactId'
  const id = Number(input.ContactId)
  await lockRows(scope, tx, contactKind, [id], 'share')
  const contact = await contactKind.find(tx, { tenantId: scope.db.tenantId, id }, scope)
  if (!contact) throw unknownReference(pointer, 'contact')
  if (contact.systemTypeId !== PERSON) throw refused([{ pointer, message: 'must be a person' }])
  const found = await findMemberAddress(scope, tx, id)
  const known = { ...registration, ...personOf(contact), emailAddress: found?.emailAddress ?? null }
  return { contactId: id, columns: parseColumns(input, known, false), pointer }
}

const NO_PERSON = {
  prefix: null,
  firstName: null,
  middleName: null,
  lastName: null,
  suffix: null,
  badgeName: null,
  emailAddress: null,
  organizationName: null,
  title: null,
}

const personOf = ({ prefix, firstName, middleName, lastName, suffix }: Contact) => ({
  ...NO_PERSON,
  prefix,
  firstName,
  middleName,
  lastName,
  suffix,
})

/** Parses the person. Fields without a value keep that of `known`. @throws 422 event-rule. */
const parseColumns = (input: EventTransferRequestInput, known: EventRegistration, needsNames: boolean) => {
  const faults: FieldFault[] = []
  const { FirstName, LastName } = input
  const names = needsNames ? { FirstName: FirstName ?? null, LastName: LastName ?? null } : {}
  const sent = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
  const columns = parsePerson({ ...sent, ...names }, known, faults)
  if (faults.length > 0) throw refused(faults)
  return columns
}

const refused = (faults: FieldFault[]) =>
  ruleRefused('event-rule', 'The registration cannot be transferred to this person.', faults)

/** A transfer whose person is checked. */
interface CheckedTransfer {
  order: LockedEventOrder
  registration: EventRegistration
  person: NewPerson
}

/** Rejects a person that could not register for the type itself. @param remedy what the caller can do. @throws 422 event-rule. */
export const requireEntitled = async (
  scope: Scope,
  tx: Transaction,
  transfer: CheckedTransfer,
  remedy: string,
): Promise<void> => {
  const { registration, person } = transfer
  const { tenantId, eventId, typeId: id, sponsorId, exhibitorId, seats } = registration
  const type = await tx.eventRegistrationType.findFirstOrThrow({ where: { tenantId, eventId, id } })
  const isIncluded = sponsorId !== null || exhibitorId !== null || seats === 0
  const isRefused = [
    type.isForMembers && !(await isMember(scope, tx, transfer)) ? 'must be a member' : null,
    type.isForInvited && !isIncluded && !(await isInvitedTo(scope, tx, { registration, contactId: person.contactId }))
      ? 'must be invited'
      : null,
  ]
  const faults = isRefused.flatMap((message) =>
    message ? [{ pointer: person.pointer, message: `${message} for the type ${type.name}` }] : [],
  )
  if (faults.length > 0) throw ruleRefused('event-rule', `The person is not entitled to the type. ${remedy}`, faults)
}

/** Returns whether the payer or the person is a member, as in a form. */
const isMember = async (scope: Scope, tx: Transaction, { order, person }: CheckedTransfer): Promise<boolean> => {
  const ids = [person.contactId, order.contactId].filter((id) => id !== null)
  const giving = await runForWholeTenant(scope, tx, () => listGivingMemberships(scope, tx, ids))
  return giving.length > 0
}
