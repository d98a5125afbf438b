import { changeRegistration } from '#areas/events/registrations/registration-changes.service'
import {
  type CorrectedNames,
  correctContact,
  prepareRegistrant,
  setPrimaryEmail,
} from '#areas/people/contacts/registrants.service'
import type { EventFieldDifferenceInput, NameFixInput } from '#contract/events/event-sponsors'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { getRecord } from '#kernel/records/read'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Contact, EventSponsor } from '#prisma/client'
import { eventSponsorKind, readEventSponsorRow } from '../event-sponsors.queries.ts'
import type { DifferenceRow } from '../event-sponsors.sql.ts'
import {
  changeSponsor,
  type LockedSponsor,
  lockSponsor,
  matchedId,
  requireAllowed,
  sponsorState,
} from '../sponsor-changes.service.ts'
import { type Choice, matchSide, requireContactsWrite } from './match-sides.service.ts'
import { findPersonRegistration, saveMatches } from './matched-sponsors.service.ts'
import { findDifferences } from './matching.queries.ts'
import { requireEventOf } from './matching.service.ts'
import { registrantOf, SIDES, type Side } from './sponsor-parties.model.ts'

type Field = DifferenceRow['field']

/** The columns of a field: of the sponsor, of the contact, and of the contact in a save. */
const COLUMNS = {
  Prefix: ['prefix', 'prefix', 'prefix'],
  FirstName: ['firstName', 'firstName', 'first_name'],
  MiddleName: ['middleName', 'middleName', 'middle_name'],
  LastName: ['lastName', 'lastName', 'last_name'],
  Suffix: ['suffix', 'suffix', 'suffix'],
  OrganizationName: ['name', 'organizationName', 'organization_name'],
  EmailAddress: ['emailAddress', 'emailAddress', null],
} as const satisfies Record<Field, readonly [keyof EventSponsor, keyof Contact, keyof CorrectedNames | null]>

/**
 * Settles where what was entered for a sponsor differs from its matched contacts.
 *
 * @throws 403 insufficient-scope; 404; 409 sponsor-state, merged; 422 event-rule.
 */
export const saveNameFix = async (scope: Scope, input: NameFixInput): Promise<VersionedRow> => {
  const id = input.EventSponsorId
  const entered = await getRecord(scope, eventSponsorKind, id)
  requireEventOf(entered, input.EventId)
  const option = input.ContactUpdateTypeOption
  if (option !== 'KeepContact') requireContactsWrite(scope)
  const choices = option === 'NewContact' ? await newContacts(scope, entered) : null
  return scope.db.transaction(async (tx) => {
    const locked = await lockSponsor(scope, tx, { id })
    requireAllowed('edit', locked.sponsor)
    if (matchedId(locked, 'contactId') === null && matchedId(locked, 'personId') === null)
      throw sponsorState('The sponsor is not matched with a contact.')
    const found = await findDifferences(scope, tx, id)
    await requireCurrent(tx, locked, input.PotentialRecordUpdates ?? [])
    if (choices) await splitSides(scope, tx, locked, found.filter(isChosen(input)), choices)
    else await settle(scope, tx, locked, found, option === 'UpdateContact' ? isChosen(input) : () => false)
    return readEventSponsorRow(scope, id, tx)
  })
}

/** Returns whether a difference is ticked; all are if the request names none. */
const isChosen =
  ({ PotentialRecordUpdates: sent }: NameFixInput) =>
  ({ contactId, field }: DifferenceRow): boolean =>
    !sent || sent.some((one) => one.ContactId === contactId && one.Field === field && (one.IsSelected ?? true))

/** Rejects differences that another change has settled otherwise. One that was written already is current. */
const requireCurrent = async (
  tx: Transaction,
  { sponsor: { tenantId }, contacts }: LockedSponsor,
  sent: readonly EventFieldDifferenceInput[],
): Promise<void> => {
  const ids = contacts.map(({ id }) => id)
  const found = await tx.contact.findMany({ where: { tenantId, id: { in: ids } } })
  for (const { ContactId, Field: field, Current, Entered } of sent) {
    const contact = found.find(({ id }) => id === ContactId)
    const value = contact?.[COLUMNS[field][1]] ?? null
    if (contact && (Current === undefined || value === Current || value === Entered)) continue
    throw sponsorState(`${field} of the contact ${ContactId} is not what was compared. Read the differences again.`)
  }
}

/**
 * Writes chosen differences to the contacts, and the others to what was entered. A value that the contact lacks stays entered,
 * so that nothing is lost.
 */
const settle = async (
  scope: Scope,
  tx: Transaction,
  locked: LockedSponsor,
  found: readonly DifferenceRow[],
  isWritten: (difference: DifferenceRow) => boolean,
): Promise<void> => {
  const written = found.filter(isWritten)
  const kept = found.filter((difference) => !isWritten(difference) && difference.current !== null)
  if (written.length === 0 && kept.length === 0) return
  for (const { id, systemTypeId } of locked.contacts) {
    const own = written.filter(({ contactId }) => contactId === id)
    const names: Record<string, string> = {}
    for (const { field, entered } of own) if (COLUMNS[field][2]) names[COLUMNS[field][2]] = entered
    if (Object.keys(names).length > 0) await correctContact(scope, tx, { id, systemTypeId }, names)
    const email = own.find(({ field }) => field === 'EmailAddress')
    if (email) await setPrimaryEmail(scope, tx, id, email.entered)
  }
  const columns = Object.fromEntries(kept.map(({ field, current }) => [COLUMNS[field][0], current]))
  await keepNames(scope, tx, locked.sponsor, kept)
  await changeSponsor(scope, tx, locked.sponsor, columns, undefined, {
    settled: [...written, ...kept].map(({ field }) => field),
    writtenToContacts: written.map(({ field }) => field),
  })
}

/** Writes the names of the contacts to the registration of the contact person. */
const keepNames = async (
  scope: Scope,
  tx: Transaction,
  sponsor: EventSponsor,
  kept: readonly DifferenceRow[],
): Promise<void> => {
  const registration = await findPersonRegistration(tx, sponsor)
  if (!registration || kept.length === 0) return
  const data = Object.fromEntries(
    kept.map(({ field, current }) => [field === 'OrganizationName' ? 'organizationName' : COLUMNS[field][0], current]),
  )
  await changeRegistration(scope, tx, registration, data)
}

type NewContacts = Record<Side, Choice>

const newContacts = async (scope: Scope, entered: EventSponsor): Promise<NewContacts> => {
  const prepare = async (side: Side): Promise<Choice> => {
    const prepared = await prepareRegistrant(scope, registrantOf(side, entered, null))
    return { type: 'New', prepared, isOther: true, isForced: true }
  }
  return { organization: await prepare('organization'), person: await prepare('person') }
}

/** Undoes the match of each side that differs, and makes a contact of what was entered. */
const splitSides = async (
  scope: Scope,
  tx: Transaction,
  locked: LockedSponsor,
  chosen: readonly DifferenceRow[],
  choices: NewContacts,
): Promise<void> => {
  let after = locked
  for (const side of ['organization', 'person'] as const) {
    const { column } = SIDES[side]
    if (!chosen.some(({ contactId }) => contactId === locked.sponsor[column])) continue
    const undone = { ...after, sponsor: { ...after.sponsor, [column]: null } }
    after = await matchSide(scope, tx, undone, side, choices[side])
  }
  await saveMatches(scope, tx, locked, after)
}
