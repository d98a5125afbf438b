import {
  type AddressState,
  type InfoState,
  NAME_COLUMNS,
  type Names,
  type SharedRole,
} from '#areas/people/contacts/synchronized/synchronized.queries'
import type { SharedValue } from '#areas/people/custom-fields/shared-values/shared-values.queries'
import type { SynchronizedMembership } from '#areas/people/memberships/synchronized/synchronized-memberships.service'
import { badInput } from '#kernel/errors/problem'
import { ownValue } from '#kernel/lookups/own-value'
import { isDay } from '#kernel/time/written-date'
import type { MessageData } from '../channel/channel.model.ts'
import {
  booleanOf,
  listOf,
  listOrNull,
  numberOf,
  numberOrNull,
  textOf,
  textOrNull,
} from '../channel/message-data.input.ts'
import type { VersionedState } from './states.model.ts'

const MAX_STATES = 500
const MAX_LIST = 200
const MAX_LINE = 500
const MAX_TEXT = 10_000

/** Parses the states of a message. @throws 400. */
export const parseStates = (data: MessageData): VersionedState[] => listOf(data, 'Contacts', MAX_STATES).map(parseState)

const parseState = (data: MessageData): VersionedState => ({
  contactId: numberOf(data, 'contactId'),
  systemTypeId: numberOf(data, 'systemTypeId') === 2 ? 2 : 1,
  version: numberOf(data, 'version'),
  isActive: booleanOf(data, 'isActive'),
  isEditable: booleanOf(data, 'isEditable'),
  names: data.names == null ? null : parseNames({ ...(data.names as MessageData) }),
  infos: listOrNull(data, 'infos', MAX_LIST)?.map(parseInfo) ?? null,
  addresses: listOrNull(data, 'addresses', MAX_LIST)?.map(parseAddress) ?? null,
  values: listOrNull(data, 'values', MAX_STATES)?.map(parseValue) ?? null,
  memberships: listOrNull(data, 'memberships', MAX_LIST)?.map(parseMembership) ?? null,
  roles: listOrNull(data, 'roles', MAX_STATES)?.map(parseRole) ?? [],
})

const MAX_NAME = 200

const parseNames = (names: MessageData): Names => {
  const parsed = NAME_COLUMNS.map((column) => [
    column,
    column === 'gender_id' ? numberOrNull(names, column) : textOrNull(names, column, MAX_NAME),
  ])
  return Object.fromEntries(parsed) as Names
}

const KINDS = new Set(['email', 'phone', 'website'])

const parseInfo = (info: MessageData): InfoState => {
  const kind = textOf(info, 'kind', 10)
  if (!KINDS.has(kind)) throw badInput('/Data/Contacts/infos/kind', 'must be email, phone or website')
  return {
    kind: kind as InfoState['kind'],
    value: textOf(info, 'value', MAX_LINE),
    extension: textOrNull(info, 'extension', 20),
    typeId: numberOf(info, 'typeId'),
    isUnpublished: booleanOf(info, 'isUnpublished'),
    isPrimary: booleanOf(info, 'isPrimary'),
  }
}

const parseAddress = (address: MessageData): AddressState => ({
  address1: textOrNull(address, 'address1', 200),
  address2: textOrNull(address, 'address2', 200),
  city: textOrNull(address, 'city', 100),
  state: textOrNull(address, 'state', 100),
  postalCode: textOrNull(address, 'postalCode', 20),
  countryId: numberOrNull(address, 'countryId'),
  typeId: numberOf(address, 'typeId'),
  usageFlagId: numberOrNull(address, 'usageFlagId'),
  note: textOrNull(address, 'note', MAX_LINE),
  isUnpublished: booleanOf(address, 'isUnpublished'),
  isPrimary: booleanOf(address, 'isPrimary'),
})

const parseValue = (value: MessageData): SharedValue => {
  const choices = ownValue(value, 'choices')
  const isList = Array.isArray(choices) && choices.every((name) => typeof name === 'string' && name.length <= MAX_LINE)
  if (choices != null && !isList) throw badInput('/Data/Contacts/values/choices', 'must be a list of names')
  return {
    fieldId: numberOf(value, 'fieldId'),
    text: textOrNull(value, 'text', MAX_TEXT),
    choices: isList ? (choices as string[]) : null,
  }
}

const parseDay = (data: MessageData, name: string): string => {
  const day = textOf(data, name, 10)
  if (isDay(day)) return day
  throw badInput(`/Data/Contacts/${name}`, 'must be a date, YYYY-MM-DD')
}

const parseDayOrNull = (data: MessageData, name: string): string | null =>
  ownValue(data, name) == null ? null : parseDay(data, name)

const parseMembership = (membership: MessageData): SynchronizedMembership => ({
  typeId: numberOf(membership, 'typeId'),
  levelId: numberOrNull(membership, 'levelId'),
  joinedOn: parseDay(membership, 'joinedOn'),
  suspendedOn: parseDayOrNull(membership, 'suspendedOn'),
  cancelledOn: parseDayOrNull(membership, 'cancelledOn'),
  droppedOn: parseDayOrNull(membership, 'droppedOn'),
  startsOn: parseDay(membership, 'startsOn'),
  endsOn: parseDay(membership, 'endsOn'),
})

const parseRole = (role: MessageData): SharedRole => ({
  roleId: numberOf(role, 'roleId'),
  organizationId: numberOf(role, 'organizationId'),
  typeName: textOrNull(role, 'typeName', MAX_NAME),
  title: textOrNull(role, 'title', MAX_LINE),
  startsOn: parseDayOrNull(role, 'startsOn'),
  endsOn: parseDayOrNull(role, 'endsOn'),
  displayOnWeb: booleanOf(role, 'displayOnWeb'),
})
