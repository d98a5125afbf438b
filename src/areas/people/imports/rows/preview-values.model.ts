import { listEnteredFields } from '#areas/people/contacts/imports/import-rows.service'
import type { ImportPreviewValue } from '#contract/people/imports'
import { INFO_FIELDS } from './body.input.ts'
import type { ParsedRow } from './row-context.model.ts'

const GENDERS = ['', 'female', 'male', 'non-binary', 'rather not said']
const STATUSES = new Map<unknown, string>([
  [1, 'prospective'],
  [4, 'courtesy'],
  [8, 'non-member'],
  [16, 'inactive'],
])

/** Returns the values of a row as they would be stored, by field. */
export const previewValues = (row: ParsedRow): ImportPreviewValue[] =>
  [
    ['Type', row.systemTypeId === 1 ? 'individual' : 'organization'],
    ...enteredValues(row),
    ...(row.employer === undefined ? [] : [['OrganizationName', row.employer]]),
    ...infoValues(row),
    ...addressValues(row),
    ...row.draft.customFields.map(({ name, text }) => [`CustomFields.${name}`, text]),
    ...Object.entries(membershipValues(row)),
    ['EmailStatus', row.suppression],
    ['Tags', row.tags.join(', ')],
    ['Groups', row.groups.join(', ')],
  ].flatMap(([Field, Value]) => (Field && Value ? [{ Field, Value: String(Value) }] : []))

const enteredValues = ({ draft }: ParsedRow): [string, string | undefined][] => [
  ...listEnteredFields(draft).map(([field, value]): [string, string] => {
    if (field === 'GenderId') return ['Gender', GENDERS[Number(value)] ?? String(value)]
    return [field, value === true ? 'yes' : String(value)]
  }),
  ['Status', STATUSES.get(draft.entered.manual_status_id)],
]

const infoValues = ({ draft }: ParsedRow): [string, string | undefined][] =>
  draft.infos.map((info) => {
    const [field = info.kind] =
      INFO_FIELDS.find(([, kind, typeId]) => kind === info.kind && typeId === info.row.type_id) ?? []
    if (info.kind === 'email') return [field, info.row.address]
    return [field, info.kind === 'phone' ? info.row.number : info.row.url]
  })

const addressValues = ({ draft, country }: ParsedRow): [string, string | null | undefined][] => {
  const [address] = draft.addresses
  if (!address) return []
  const { address1, address2, city, state_province, postal_code } = address.postal
  return [
    ['Address1', address1],
    ['Address2', address2],
    ['City', city],
    ['StateProvince', state_province],
    ['PostalCode', postal_code],
    ['Country', country],
  ]
}

const membershipValues = ({ membership }: ParsedRow): Record<string, string | undefined> => ({
  MembershipType: membership?.type,
  MembershipLevel: membership?.level,
  MemberSince: membership?.memberSince,
  MembershipStart: membership?.startsOn,
  MembershipEnd: membership?.endsOn,
  RenewalDue: membership?.renewalDue,
  MembershipStatus: membership?.state,
})
