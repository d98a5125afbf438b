import type { ValuePlan } from '#areas/people/custom-fields/values/values.service'
import type { ContactInfoInput, PersonAddressInput } from '#contract/people/contacts'
import { InputFaults } from '#kernel/errors/input-faults'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { recordPart } from '../contact-changes.service.ts'
import { type ParseContext, parseAddresses, parseInfos, parseLine } from '../contacts.input.ts'
import { findCountries } from '../contacts.queries.ts'
import type { EnteredColumns } from '../records/columns.model.ts'
import { type ContactDraft, type ContactRecords, draftOf } from '../records/records.model.ts'
import { readRecords } from '../records/records.queries.ts'
import { type PreparedSave, prepareSave, runSave } from '../records/records.service.ts'
import {
  type AddressState,
  type ContactParts,
  type InfoState,
  type Names,
  planAddressChanges,
  planInfoChanges,
} from './contact-states.model.ts'

/** The state that a contact must get; parts that are null stay unchanged. */
export interface WantedContact {
  systemTypeId: 1 | 2
  parts: { [P in keyof ContactParts]: ContactParts[P] | null }
  /** Plans the values of custom fields. @param contactId of the contact here; 0 for a new one. */
  planValues: (contactId: number) => Promise<ValuePlan>
}

/** A save that gives a contact the state of its source. */
export interface PreparedContact {
  /** The contact here; null: a new one, or none if `save` is null. */
  contactId: number | null
  save: PreparedSave | null
}

/**
 * Prepares the save that makes a contact the wanted one, by the rules of every save. Call it before the transaction, because
 * it takes new ids. A contact that is deleted is created again; one without a name is not created.
 *
 * @param contactId the contact here; null without one. @throws 400, 422.
 */
export const prepareSynchronizedContact = async (
  scope: Scope,
  contactId: number | null,
  wanted: WantedContact | null,
): Promise<PreparedContact> => {
  const [found] = contactId === null ? [] : await readRecords(scope.db, scope, [contactId])
  const before = found?.isDeleted ? undefined : found
  const current = before?.id ?? null
  if (!wanted || (!before && !hasName(wanted.parts.names))) return { contactId: current, save: null }
  const { systemTypeId } = wanted
  const draft = await planDraft(scope, wanted, before)
  const values = await wanted.planValues(before?.id ?? 0)
  const request = { systemTypeId, contactId: before?.id ?? 0, draft, values }
  const save = await prepareSave(scope, before ? { ...request, expected: versionOf(before.auditId) } : request)
  return { contactId: current, save }
}

const hasName = (names: Names | null): boolean =>
  names !== null && [names.first_name, names.last_name, names.organization_name].some((name) => name !== null)

const planDraft = async (
  scope: Scope,
  { parts }: WantedContact,
  before: ContactRecords | undefined,
): Promise<ContactDraft> => {
  const countries = await findCountries(scope.db)
  const faults = new InputFaults()
  const context: ParseContext = { countries, homeCountry: countries.get(scope.tenant.countryId)?.alpha2, faults }
  const addresses = parts.addresses && wantedAddresses(parts.addresses, before, context)
  const entered = {
    ...(parts.names && parseNames(parts.names, faults)),
    ...(addresses?.primaryId !== undefined && { primary_address_id: addresses.primaryId }),
  }
  const infos = parts.infos ? planInfoChanges(before, parseInfos(parts.infos.map(infoInput), 'infos', context)) : []
  faults.refuse()
  return { ...draftOf(entered, true), infos, addresses: addresses?.items ?? [] }
}

const parseNames = (names: Names, faults: InputFaults): Partial<EnteredColumns> =>
  Object.fromEntries(
    Object.entries(names).map(([column, value]) => [
      column,
      typeof value === 'string' ? parseLine(value, `/${column}`, faults) : value,
    ]),
  )

const infoInput = ({ kind, value, extension, typeId, isUnpublished, isPrimary }: InfoState): ContactInfoInput => ({
  Kind: kind,
  Value: value,
  TypeId: typeId,
  IsUnpublished: isUnpublished,
  IsPrimary: isPrimary,
  ...(kind === 'phone' && { Extension: extension }),
})

const wantedAddresses = (
  states: readonly AddressState[],
  before: ContactRecords | undefined,
  context: ParseContext,
) => {
  const primaryFirst = [...states].sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
  return planAddressChanges(before, parseAddresses(primaryFirst.map(addressInput), context))
}

const addressInput = (address: AddressState): PersonAddressInput => ({
  Address1: address.address1,
  Address2: address.address2,
  City: address.city,
  StateProvince: address.state,
  PostalCode: address.postalCode,
  CountryId: address.countryId ?? 0,
  AddressTypeId: address.typeId,
  AddressUsageFlagId: address.usageFlagId as NonNullable<PersonAddressInput['AddressUsageFlagId']> | null,
  Note: address.note,
  IsUnpublished: address.isUnpublished,
})

/** Runs a prepared save, and returns the id of the contact; null if there is none. @throws 409 stale-audit-id. */
export const saveSynchronizedContact = async (
  scope: Scope,
  tx: Transaction,
  { contactId, save }: PreparedContact,
): Promise<number | null> => {
  if (!save) return contactId
  const finish = (last: readonly Sql[]) => Promise.all(last.map((statement) => tx.rows<object>(statement)))
  return (await runSave(scope, { tx, finish }, save)).contactId
}

export interface ContactSource {
  connectionId: number
  key: string
  name: string
}

/**
 * Marks a contact as read-only data of a connection, or as a contact of this tenant (null). Its history names the source, also after
 * the connection was deleted.
 */
export const markSynchronized = async (
  scope: Scope,
  tx: Transaction,
  contactId: number,
  source: ContactSource | null,
): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, id: contactId }
  const contact = await tx.contact.findFirstOrThrow({ where, select: { sourceConnectionId: true } })
  const sourceConnectionId = source?.connectionId ?? null
  if (contact.sourceConnectionId === sourceConnectionId) return
  await tx.contact.updateMany({ where, data: { sourceConnectionId } })
  const named = { TenantKey: source?.key ?? null, TenantName: source?.name ?? null }
  await recordPart(scope, tx, contactId, 'source', { ConnectionId: sourceConnectionId, ...named })
}
