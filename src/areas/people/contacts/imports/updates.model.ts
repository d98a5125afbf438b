import type { RowOf } from '../records/columns.model.ts'
import type { AddressDraft, ContactDraft, ContactRecords, InfoDraft } from '../records/records.model.ts'

/** The values that a change removes. */
export interface ClearedParts {
  /** Columns of the contact. */
  entered: Partial<ContactDraft['entered']>
  /** Emails, phones and websites by kind and type. */
  infos: readonly { kind: InfoDraft['kind']; typeId: number }[]
  /** Parts of the primary address. */
  postal: AddressDraft['postal']
}

/**
 * Turns the draft of a new contact into a change of an existing one: an email, phone or website replaces the one of its
 * type, an address changes the primary one, and equal values change nothing.
 */
export const adaptDraft = (draft: ContactDraft, cleared: ClearedParts, before: ContactRecords): ContactDraft => ({
  ...draft,
  entered: { ...draft.entered, ...cleared.entered },
  infos: [...draft.infos.flatMap((info) => adaptInfo(info, before)), ...removals(draft, cleared, before)],
  // A role that the contact has at the organization stays as it is.
  roles: draft.roles.filter(
    ({ row }) => !before.roles.some(({ organization_id }) => organization_id === row.organization_id),
  ),
  addresses: adaptAddress(draft.addresses[0], cleared, before),
})

type Rows = { id: number; type_id: number }

const rowsOf = (kind: InfoDraft['kind'], { emails, phones, websites }: ContactRecords): readonly Rows[] =>
  kind === 'email' ? emails : kind === 'phone' ? phones : websites

const adaptInfo = (info: InfoDraft, before: ContactRecords): InfoDraft[] => {
  const same = sameValue(info, before)
  if (same) {
    const isStatus = info.kind === 'email' && info.row.status !== undefined && info.row.status !== same.status
    // Another type or spelling of a value that the contact has is no change: it can be the choice of the contact.
    return isStatus ? [{ ...info, id: same.id, row: { status: info.row.status ?? 0 } }] : []
  }
  const current = rowsOf(info.kind, before).find(({ type_id }) => type_id === (info.row.type_id ?? 1))
  return [{ ...info, id: current?.id ?? 0 }]
}

const sameValue = (info: InfoDraft, before: ContactRecords): { id: number; status?: number } | undefined => {
  if (info.kind === 'email') return before.emails.find(({ address_key }) => address_key === info.row.address_key)
  if (info.kind === 'website') return before.websites.find(({ url }) => url === info.row.url)
  const { number, e164, extension } = info.row
  return before.phones.find(
    (phone) =>
      (phone.number === number || (e164 !== null && e164 !== undefined && phone.e164 === e164)) &&
      (extension === undefined || phone.extension === extension),
  )
}

const removals = (draft: ContactDraft, { infos }: ClearedParts, before: ContactRecords): InfoDraft[] =>
  infos
    .filter(({ kind, typeId }) => !draft.infos.some((info) => info.kind === kind && info.row.type_id === typeId))
    .flatMap(({ kind, typeId }) =>
      rowsOf(kind, before)
        .filter(({ type_id }) => type_id === typeId)
        .map(
          ({ id }): InfoDraft => ({ kind, id, pointer: '', isDeleted: true, auditId: 0, isPrimary: false, row: {} }),
        ),
    )

const adaptAddress = (
  sent: AddressDraft | undefined,
  { postal }: ClearedParts,
  before: ContactRecords,
): AddressDraft[] => {
  const isCleared = Object.keys(postal).length > 0
  const current = before.addresses.find(({ id }) => id === before.entered.primary_address_id) ?? before.addresses[0]
  if (!current) return sent ? [sent] : []
  if (!sent && !isCleared) return []
  const place = before.places.find(({ id }) => id === current.address_id)
  const versions = { auditId: current.audit_id, sharedAuditId: place?.audit_id ?? 0 }
  const base = { pointer: '/Addresses/0', isDeleted: false, sharedId: 0, row: {} as Partial<RowOf<'addresses'>> }
  return [{ ...base, id: current.id, ...versions, postal: { ...sent?.postal, ...postal } }]
}
