import type { ValueInput } from '#areas/people/custom-fields/values/values.service'
import type { EnteredColumns, RowOf } from './columns.model.ts'

/** A parsed request to save a contact, checked as far as that is possible without the database. */
export interface ContactDraft {
  /** Whether the contact is saved although it may be a duplicate. */
  forceSave: boolean
  /** The columns that the request sets. */
  entered: Partial<EnteredColumns>
  infos: InfoDraft[]
  addresses: AddressDraft[]
  roles: RoleDraft[]
  designations: ItemDraft<RowOf<'designations'>>[]
  parents: ItemDraft<RowOf<'parents'>>[]
  /** Values of custom fields. */
  customFields: ValueInput[]
}

/** An item of a nested list. */
export interface ItemDraft<R> {
  /** JSON pointer of the item in the request. */
  pointer: string
  /** 0 adds. */
  id: number
  isDeleted: boolean
  /** The version that the caller has read; 0 is not checked. */
  auditId: number
  /** The columns that the request sets. */
  row: Partial<R>
}

interface InfoBase<K extends string, R> extends ItemDraft<R> {
  kind: K
  isPrimary: boolean
}

export type InfoDraft =
  | InfoBase<'email', RowOf<'emails'>>
  | InfoBase<'phone', RowOf<'phones'>>
  | InfoBase<'website', RowOf<'websites'>>

export interface AddressDraft extends ItemDraft<RowOf<'addresses'>> {
  /** The id of an existing postal address to share, or 0. */
  sharedId: number
  sharedAuditId: number
  postal: Partial<Omit<RowOf<'places'>, 'id' | 'audit_id' | 'source_contact_id'>>
}

export interface RoleDraft extends ItemDraft<RowOf<'roles'>> {
  /** Whether the individual becomes the primary contact of the organization; undefined changes nothing. */
  isPrimaryContact: boolean | undefined
}

/** A draft that sets only columns of the contact itself. */
export const draftOf = (entered: Partial<EnteredColumns>, forceSave: boolean): ContactDraft => ({
  forceSave,
  entered,
  infos: [],
  addresses: [],
  roles: [],
  designations: [],
  parents: [],
  customFields: [],
})
