import type { EnteredColumns } from '../records/columns.model.ts'
import type { ContactRecords } from '../records/records.model.ts'

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

/** The parts of a contact that can be synchronized between tenants, as they mean the same in each. */
export interface ContactParts {
  names: Names
  infos: InfoState[]
  addresses: AddressState[]
}

/** Returns the parts of a contact. */
export const sharedParts = ({
  entered,
  emails,
  phones,
  websites,
  places,
  addresses,
}: ContactRecords): ContactParts => ({
  names: Object.fromEntries(NAME_COLUMNS.map((column) => [column, entered[column]])) as Names,
  infos: [
    ...emails.map((row) => infoOf('email', row.address, row, row.id === entered.primary_email_id)),
    ...phones.map((row) => infoOf('phone', row.number, row, row.id === entered.primary_phone_id)),
    ...websites.map((row) => infoOf('website', row.url, row, row.id === entered.primary_website_id)),
  ],
  addresses: addresses.map((row) => addressOf(row, places, row.id === entered.primary_address_id)),
})

const infoOf = (
  kind: InfoState['kind'],
  value: string,
  row: { type_id: number; is_unpublished: boolean; extension?: string | null },
  isPrimary: boolean,
): InfoState => ({
  kind,
  value,
  extension: row.extension ?? null,
  typeId: row.type_id,
  isUnpublished: row.is_unpublished,
  isPrimary,
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
