import { NO_VALUES } from '#areas/people/custom-fields/values/values.service'
import type { PersonAddressInput } from '#contract/people/contacts'
import type { DuplicateCandidate } from '#contract/people/contacts-saving'
import { InputFaults } from '#kernel/errors/input-faults'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { recordPart } from './contact-changes.service.ts'
import { requireListRoom } from './contact-parts.queries.ts'
import {
  type ParseContext,
  parseAddresses,
  parseEmail,
  parseEntered,
  parsePhone,
  parseWebsite,
} from './contacts.input.ts'
import { contactKind, findCountries } from './contacts.queries.ts'
import { type Identity, identityOf } from './duplicates/duplicates.model.ts'
import { type EnteredColumns, makeBlankContact } from './records/columns.model.ts'
import { refreshContactRows } from './records/contact-rows.service.ts'
import { draftOf, type InfoDraft } from './records/records.model.ts'
import type { LockedContact } from './records/records.queries.ts'
import { creationSql, type PreparedSave, prepareSave, runSave } from './records/records.service.ts'

/** A person or an organization as a form names it. */
export interface Registrant {
  systemTypeId: 1 | 2
  prefix?: string | null
  firstName?: string | null
  commonName?: string | null
  middleName?: string | null
  lastName?: string | null
  suffix?: string | null
  organizationName?: string | null
  emailAddress?: string | null
  phone?: string | null
  address?: PersonAddressInput | null
  webAddress?: string | null
}

/** A registrant with the ids that a new contact for it would have. */
export interface PreparedRegistrant {
  save: PreparedSave
}

/**
 * Prepares the contact of a registrant. Call it before the transaction, because it can take new ids. What a contact cannot
 * have, such as a number that is not a phone number, is left out.
 */
export const prepareRegistrant = async (scope: Scope, registrant: Registrant): Promise<PreparedRegistrant> => {
  const { systemTypeId } = registrant
  const countries = await findCountries(scope.db)
  const context: ParseContext = {
    countries,
    homeCountry: countries.get(scope.tenant.countryId)?.alpha2,
    faults: new InputFaults(),
  }
  const draft = {
    forceSave: false,
    entered: parseEntered(namesOf(registrant), systemTypeId, context.faults),
    infos: infosOf(registrant, context),
    addresses: parseAddresses(addressesOf(registrant, context), context),
    roles: [],
    designations: [],
    parents: [],
    customFields: [],
  }
  return { save: await prepareSave(scope, { systemTypeId, contactId: 0, draft, values: NO_VALUES }) }
}

/** Returns what a registrant is compared by, to find contacts that may be the same. */
export const identityOfRegistrant = (registrant: Registrant): Identity => {
  const { systemTypeId, emailAddress } = registrant
  const names = parseEntered(namesOf(registrant), systemTypeId, new InputFaults())
  const email = emailAddress ? parseEmail(emailAddress) : null
  return identityOf({ ...makeBlankContact(systemTypeId), ...names }, email ? [email.key] : [])
}

const namesOf = (registrant: Registrant) => ({
  Prefix: registrant.prefix ?? null,
  FirstName: registrant.firstName ?? null,
  CommonName: registrant.commonName ?? null,
  MiddleName: registrant.middleName ?? null,
  LastName: registrant.lastName ?? null,
  Suffix: registrant.suffix ?? null,
  OrganizationName: registrant.organizationName ?? null,
})

/**
 * Returns whether a text is a phone number. The country decides only how a number is written, not whether it is one.
 */
export const isPhoneNumber = (text: string): boolean => parsePhone(text, undefined) !== null

/** Parses a web address as contacts have it; null unless it is http or https. */
export const parseWebAddress = (text: string): string | null => parseWebsite(text)

const infosOf = ({ emailAddress, phone, webAddress }: Registrant, { homeCountry }: ParseContext): InfoDraft[] => {
  const item = { id: 0, isDeleted: false, auditId: 0, isPrimary: true }
  const email = emailAddress ? parseEmail(emailAddress) : null
  const parsed = phone ? parsePhone(phone, homeCountry) : null
  const url = webAddress ? parseWebsite(webAddress) : null
  return [
    ...(email
      ? [{ ...item, kind: 'email' as const, pointer: '/0', row: { address: email.address, address_key: email.key } }]
      : []),
    ...(parsed ? [{ ...item, kind: 'phone' as const, pointer: '/1', row: parsed }] : []),
    ...(url ? [{ ...item, kind: 'website' as const, pointer: '/2', row: { url } }] : []),
  ]
}

const addressesOf = ({ address }: Registrant, { countries }: ParseContext): PersonAddressInput[] => {
  if (!address) return []
  const CountryId = address.CountryId && countries.has(address.CountryId) ? address.CountryId : 0
  const { Address1 = null, Address2 = null, City = null, StateProvince = null, PostalCode = null } = address
  const own = { Address1, Address2, City, StateProvince, PostalCode, CountryId }
  return Object.values(own).some(Boolean) ? [own] : []
}

/**
 * Returns the contact of a registrant: the best of those that may be the same by the rules of duplicates, else a new one,
 * which is not in the CRM and stays out of lists. Of simultaneous calls for the same person, one creates the contact.
 *
 * @param isListed whether a new contact is in the CRM.
 */
export const matchRegistrant = async (
  scope: Scope,
  tx: Transaction,
  { save }: PreparedRegistrant,
  isListed: boolean,
): Promise<{ contactId: number; isNew: boolean }> => {
  const { contactId, sql } = creationSql(scope, save)
  const [row] = await tx.rows<{ candidates: DuplicateCandidate[] | null }>(sql)
  const [best] = row?.candidates ?? []
  if (best) return { contactId: best.ContactId, isNew: false }
  if (!isListed)
    await tx.contact.updateMany({ where: { tenantId: scope.db.tenantId, id: contactId }, data: { isUnmatched: true } })
  return { contactId, isNew: true }
}

/** Creates the contact of a registrant, in lists, without a look for contacts that may be the same. Returns its id. */
export const createRegistrant = async (
  scope: Scope,
  tx: Transaction,
  { save }: PreparedRegistrant,
): Promise<number> => {
  const { contactId, sql } = creationSql(scope, { ...save, draft: { ...save.draft, forceSave: true } })
  await tx.rows(sql)
  return contactId
}

/** Puts the contact of a registrant in lists. The caller has locked it. */
export const listRegistrant = async (scope: Scope, tx: Transaction, contactId: number): Promise<void> => {
  const where = { tenantId_id: { tenantId: scope.db.tenantId, id: contactId } }
  const data = { isUnmatched: false, ...NEXT_VERSION }
  const contact = await tx.contact.update({ where, data, select: { id: true, auditId: true, systemTypeId: true } })
  await refreshContactRows(scope, tx, [], [contactId])
  const changes = { IsUnmatched: { new: false } }
  const payload = { contactId, systemContactTypeId: contact.systemTypeId, fields: Object.keys(changes) }
  await recordChange(scope, tx, changeOf(contactKind, contact, 'updated', { changes, payload }))
}

/** The names of a contact that correctContact can change. */
export type CorrectedNames = Partial<
  Pick<EnteredColumns, 'prefix' | 'first_name' | 'middle_name' | 'last_name' | 'suffix' | 'organization_name'>
>

/** Corrects the names of a contact, by the rules of every save, without a look for duplicates. @throws 404. */
export const correctContact = async (
  scope: Scope,
  tx: Transaction,
  { id: contactId, systemTypeId }: Pick<LockedContact, 'id' | 'systemTypeId'>,
  names: CorrectedNames,
): Promise<void> => {
  const request = { systemTypeId, contactId, draft: draftOf(names, true), values: NO_VALUES }
  const finish = (last: readonly Sql[]) => Promise.all(last.map((statement) => tx.rows<object>(statement)))
  await runSave(scope, { tx, finish }, await prepareSave(scope, request, tx))
}

/** Gives a locked contact an email address as its primary one. Does nothing if the address is not valid. */
export const setPrimaryEmail = async (
  scope: Scope,
  tx: Transaction,
  contactId: number,
  text: string,
): Promise<void> => {
  const email = parseEmail(text)
  if (!email) return
  const { tenantId } = scope.db
  const found = await tx.contactEmail.findFirst({ where: { tenantId, contactId, addressKey: email.key } })
  if (!found) await requireListRoom(scope, tx, contactId, 'emails')
  const { id } =
    found ??
    (await tx.contactEmail.create({ data: { tenantId, contactId, address: email.address, addressKey: email.key } }))
  await tx.contact.updateMany({ where: { tenantId, id: contactId }, data: { primaryEmailId: id } })
  await recordPart(scope, tx, contactId, 'emails', { id, address: email.address, primaryId: id })
}
