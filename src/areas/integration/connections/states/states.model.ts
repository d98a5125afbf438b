import { createHash } from 'node:crypto'
import type { EnteredColumns } from '#areas/people/contacts/records/columns.model'
import type { ContactRecords } from '#areas/people/contacts/records/records.model'
import type { Parts } from '../mappings/mappings.model.ts'

/** The columns of the names of a contact. */
export const NAME_COLUMNS = [
  'prefix',
  'first_name',
  'middle_name',
  'last_name',
  'suffix',
  'common_name',
  'primary_title',
  'gender_id',
  'organization_name',
] as const satisfies readonly (keyof EnteredColumns)[]

export type Names = Pick<EnteredColumns, (typeof NAME_COLUMNS)[number]>

/** An email, phone or website. */
export interface InfoState {
  kind: 'email' | 'phone' | 'website'
  value: string
  extension: string | null
  typeId: number
  isUnpublished: boolean
  isPrimary: boolean
}

export interface AddressState {
  address1: string | null
  address2: string | null
  city: string | null
  state: string | null
  postalCode: string | null
  countryId: number | null
  typeId: number
  usageFlagId: number | null
  note: string | null
  isUnpublished: boolean
  isPrimary: boolean
}

/** A value of a custom field of the source: the names of choices, else its text form; null without a value. */
export interface ValueState {
  fieldId: number
  text: string | null
  choices: string[] | null
}

export interface MembershipState {
  typeId: number
  levelId: number | null
  joinedOn: string
  suspendedOn: string | null
  cancelledOn: string | null
  droppedOn: string | null
  startsOn: string
  endsOn: string
}

/**
 * What a source sends of a contact: the whole state of the parts that are synchronized, so that repeated and later
 * messages lead to the same result. A part that is null is not synchronized.
 */
export interface ContactState {
  contactId: number
  systemTypeId: 1 | 2
  /** Whether it is synchronized now; if not, this is the last state. */
  isActive: boolean
  /** Whether the target can edit it, as the affiliate tenant of its chapter. */
  isEditable: boolean
  names: Names | null
  infos: InfoState[] | null
  addresses: AddressState[] | null
  values: ValueState[] | null
  memberships: MembershipState[] | null
}

/** A state in a message, with its position among the states of the contact. */
export interface VersionedState extends ContactState {
  version: number
}

/** The parts of a contact that are synchronized, without custom fields. */
export const stateParts = (
  { entered, emails, phones, websites, places, addresses }: ContactRecords,
  parts: Parts,
): Pick<ContactState, 'names' | 'infos' | 'addresses'> => ({
  names: parts.names ? (Object.fromEntries(NAME_COLUMNS.map((column) => [column, entered[column]])) as Names) : null,
  infos: parts.infos
    ? [
        ...emails.map((row) => infoOf('email', row.address, row, row.id === entered.primary_email_id)),
        ...phones.map((row) => infoOf('phone', row.number, row, row.id === entered.primary_phone_id)),
        ...websites.map((row) => infoOf('website', row.url, row, row.id === entered.primary_website_id)),
      ]
    : null,
  addresses: parts.addresses
    ? addresses.map((row) => addressOf(row, places, row.id === entered.primary_address_id))
    : null,
})

const infoOf = (
  kind: InfoState['kind'],
  value: string,
  row: { type_id: number; is_unpublished: boolean; extension?: string | null },
  isPrimary: boolean,
): InfoState => ({
  ...{ kind, value, extension: row.extension ?? null },
  ...{ typeId: row.type_id, isUnpublished: row.is_unpublished, isPrimary },
})

const addressOf = (
  use: ContactRecords['addresses'][number],
  places: ContactRecords['places'],
  isPrimary: boolean,
): AddressState => {
  const place = places.find(({ id }) => id === use.address_id)
  return {
    address1: place?.address1 ?? null,
    address2: place?.address2 ?? null,
    city: place?.city ?? null,
    state: place?.state_province ?? null,
    postalCode: place?.postal_code ?? null,
    countryId: place?.country_id ?? null,
    typeId: use.type_id,
    usageFlagId: use.usage_flag_id,
    note: use.note,
    isUnpublished: use.is_unpublished,
    isPrimary,
  }
}

/** Identifies a state, so that the same one is not sent twice in a row. */
export const hashOfState = (state: ContactState): string =>
  createHash('sha256').update(JSON.stringify(state)).digest('hex')
