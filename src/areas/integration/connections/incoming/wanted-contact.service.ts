import { type ParseContext, parseAddresses, parseInfos, parseLine } from '#areas/people/contacts/contacts.input'
import { findCountries } from '#areas/people/contacts/contacts.queries'
import type { EnteredColumns } from '#areas/people/contacts/records/columns.model'
import { type ContactDraft, draftOf } from '#areas/people/contacts/records/drafts.model'
import type { ContactRecords } from '#areas/people/contacts/records/records.model'
import { DATA_TYPE, hasChoices } from '#areas/people/custom-fields/custom-fields.model'
import type { Field } from '#areas/people/custom-fields/values/field.model'
import { contactFieldTypes, getFieldSet } from '#areas/people/custom-fields/values/fields.queries'
import {
  loadValuePlan,
  NO_VALUES,
  type ValueInput,
  type ValuePlan,
} from '#areas/people/custom-fields/values/values.service'
import type { ContactInfoInput, PersonAddressInput } from '#contract/people/contacts'
import { InputFaults } from '#kernel/errors/input-faults'
import type { Scope } from '#kernel/tenancy/scope'
import { fieldsOf, type Mapping } from '../mappings/mappings.model.ts'
import type { AddressState, ContactState, InfoState, Names } from '../states/states.model.ts'
import { addressChanges, infoChanges } from './drafts.model.ts'

/** The save that makes a contact the wanted one. */
export interface WantedContact {
  draft: ContactDraft
  values: ValuePlan
}

/**
 * Plans the save that gives a contact the state of its source, by the rules of every save. Values of custom fields that
 * this tenant does not accept are left out.
 *
 * @param before the contact here; undefined for a new one. @throws 400, 422.
 */
export const planWantedContact = async (
  scope: Scope,
  mapping: Mapping,
  state: ContactState,
  before: ContactRecords | undefined,
): Promise<WantedContact> => {
  const countries = await findCountries(scope.db)
  const faults = new InputFaults()
  const context: ParseContext = { countries, homeCountry: countries.get(scope.tenant.countryId)?.alpha2, faults }
  const addresses = state.addresses && wantedAddresses(state.addresses, before, context)
  const entered = {
    ...(state.names && parseNames(state.names, faults)),
    ...(addresses?.primaryId !== undefined && { primary_address_id: addresses.primaryId }),
  }
  const infos = state.infos ? infoChanges(before, parseInfos(state.infos.map(infoInput), 'infos', context)) : []
  faults.refuse()
  const draft = { ...draftOf(entered, true), infos, addresses: addresses?.items ?? [] }
  return { draft, values: await planValues(scope, mapping, state, before) }
}

const parseNames = (names: Names, faults: InputFaults): Partial<EnteredColumns> =>
  Object.fromEntries(
    Object.entries(names).map(([column, value]) => [
      column,
      typeof value === 'string' ? parseLine(value, `/${column}`, faults) : value,
    ]),
  )

const infoInput = ({ kind, value, extension, typeId, isUnpublished, isPrimary }: InfoState): ContactInfoInput => ({
  ...{ Kind: kind, Value: value, TypeId: typeId, IsUnpublished: isUnpublished, IsPrimary: isPrimary },
  ...(kind === 'phone' && { Extension: extension }),
})

const wantedAddresses = (
  states: readonly AddressState[],
  before: ContactRecords | undefined,
  context: ParseContext,
) => {
  const primaryFirst = [...states].sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
  return addressChanges(before, parseAddresses(primaryFirst.map(addressInput), context))
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

const planValues = async (
  scope: Scope,
  mapping: Mapping,
  { values, systemTypeId }: ContactState,
  before: ContactRecords | undefined,
): Promise<ValuePlan> => {
  if (!values || values.length === 0) return NO_VALUES
  const objectTypes = contactFieldTypes(systemTypeId)
  const request = { objectTypes, objectId: before?.id ?? 0 }
  const set = await getFieldSet(scope.db, scope.db.tenantId, request)
  const inputs = fieldsOf(mapping, systemTypeId).flatMap(({ sourceId, targetId }): ValueInput[] => {
    const sent = values.find(({ fieldId }) => fieldId === sourceId)
    const field = set.fields.find(({ id }) => id === targetId)
    if (!sent || !field) return []
    const text = hasChoices(field.dataTypeId) ? chosenText(field, sent.choices ?? []) : sent.text
    return [{ pointer: `/${targetId}`, fieldId: targetId, name: undefined, text }]
  })
  const accepted = await withoutFaults(scope, request, inputs)
  return accepted.length === 0 ? NO_VALUES : loadValuePlan(scope, scope.db, request, accepted, new InputFaults())
}

/** The text form of the choices of a field with these names; null for none. */
const chosenText = ({ dataTypeId, choices }: Field, names: readonly string[]): string | null => {
  const ids = names.flatMap((name) => choices.find((choice) => choice.name === name)?.id ?? [])
  if (ids.length === 0) return null
  return dataTypeId === DATA_TYPE.multiSelect ? `[${ids.join(', ')}]` : String(ids[0])
}

/** Leaves out the values that do not meet the rules of their fields here, such as a maximum length. */
const withoutFaults = async (
  scope: Scope,
  request: { objectTypes: readonly number[]; objectId: number },
  inputs: readonly ValueInput[],
): Promise<ValueInput[]> => {
  const refused = new Set<string>()
  const collect = (pointer: string) => void refused.add(pointer)
  await loadValuePlan(scope, scope.db, request, inputs, { malformed: collect, unknownReference: collect })
  return inputs.filter(({ pointer }) => ![...refused].some((one) => `${one}/`.startsWith(`${pointer}/`)))
}
