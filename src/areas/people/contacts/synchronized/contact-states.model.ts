import type { EnteredColumns } from '../records/columns.model.ts'
import type { ContactDraft, ContactRecords, InfoDraft } from '../records/records.model.ts'

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

export const pickSharedParts = ({
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

type AddressDraft = ContactDraft['addresses'][number]

const REMOVED = { pointer: '', isDeleted: true, auditId: 0 }

/** A stored row as an item of a draft, so that it can be compared with a wanted one. */
interface StoredInfo {
  kind: InfoDraft['kind']
  id: number
  key: string
  isPrimary: boolean
}

const keyOfInfo = (kind: string, row: object): string => {
  const { address, number, url, extension, type_id, is_unpublished } = row as Record<string, unknown>
  return JSON.stringify([kind, address ?? number ?? url, extension ?? null, type_id ?? 1, is_unpublished ?? false])
}

const storedInfos = ({ entered, emails, phones, websites }: ContactRecords): StoredInfo[] => {
  const stored = (kind: InfoDraft['kind'], rows: readonly { id: number }[], primaryId: number | null) =>
    rows.map((row) => ({ kind, id: row.id, key: keyOfInfo(kind, row), isPrimary: row.id === primaryId }))
  return [
    ...stored('email', emails, entered.primary_email_id),
    ...stored('phone', phones, entered.primary_phone_id),
    ...stored('website', websites, entered.primary_website_id),
  ]
}

/** Returns the items that make the emails, phones and websites of a contact the wanted ones, and keep rows that are. */
export const planInfoChanges = (before: ContactRecords | undefined, wanted: readonly InfoDraft[]): InfoDraft[] => {
  const left = before ? storedInfos(before) : []
  const items = wanted.flatMap((item): InfoDraft[] => {
    const at = left.findIndex(({ key }) => key === keyOfInfo(item.kind, item.row))
    const [kept] = at < 0 ? [] : left.splice(at, 1)
    if (!kept) return [item]
    return item.isPrimary && !kept.isPrimary ? [{ ...item, id: kept.id, row: {} }] : []
  })
  const removed = left.map(({ kind, id }) => ({ ...REMOVED, kind, id, isPrimary: false, row: {} }) as InfoDraft)
  return [...removed, ...items]
}

const keyOfAddress = (use: object, place: object): string => {
  const { type_id, usage_flag_id, note, is_unpublished } = use as Record<string, unknown>
  const { address1, address2, city, state_province, postal_code, country_id } = place as Record<string, unknown>
  const texts = [address1, address2, city, state_province, postal_code, country_id, usage_flag_id, note]
  return JSON.stringify([...texts.map((text) => text ?? null), type_id ?? 1, is_unpublished ?? false])
}

const storedAddresses = ({ addresses, places }: ContactRecords) =>
  addresses.map((use) => ({ id: use.id, key: keyOfAddress(use, places.find(({ id }) => id === use.address_id) ?? {}) }))

/** The items of addresses, and the address that becomes primary if it is a stored one. */
export interface AddressChanges {
  items: AddressDraft[]
  primaryId?: number
}

/**
 * Returns the items that make the addresses of a contact the wanted ones, the primary one first. If a new address becomes
 * the primary one, all are replaced, because the oldest is primary in a contact that has none.
 */
export const planAddressChanges = (
  before: ContactRecords | undefined,
  wanted: readonly AddressDraft[],
): AddressChanges => {
  const stored = before ? storedAddresses(before) : []
  const left = [...stored]
  const matches = wanted.map((item) => {
    const at = left.findIndex(({ key }) => key === keyOfAddress(item.row, item.postal))
    return { item, kept: at < 0 ? undefined : left.splice(at, 1)[0] }
  })
  const [primary] = matches
  const removal = ({ id }: { id: number }) => ({ ...REMOVED, id, row: {}, sharedId: 0, sharedAuditId: 0, postal: {} })
  if (primary?.kept) {
    const added = matches.flatMap(({ item, kept }) => (kept ? [] : [item]))
    return { items: [...left.map(removal), ...added], primaryId: primary.kept.id }
  }
  return { items: [...stored.map(removal), ...wanted] }
}
