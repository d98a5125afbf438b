import type { ValueInput } from '#areas/people/custom-fields/values/values.service'
import type { ReadEmail } from '../saving/emails.ts'
import type { ReadPhone } from '../saving/phones.ts'
import type { EnteredColumns, PlaceRow } from './records.model.ts'

/** What a request wants of a contact, read and checked as far as that goes without the database. */
export interface ContactDraft {
  forceSave: boolean
  /** The columns that the request names. */
  entered: Partial<EnteredColumns>
  infos: InfoDraft[]
  addresses: AddressDraft[]
  roles: RoleDraft[]
  designations: DesignationDraft[]
  parents: ParentDraft[]
  /** Values of custom fields. */
  customFields: ValueInput[]
}

/** An item of a nested list. Undefined fields stay as they are. */
export interface ItemDraft {
  /** JSON pointer of the item in the request. */
  pointer: string
  /** 0 adds. */
  id: number
  isDeleted: boolean
}

interface InfoBase extends ItemDraft {
  isPrimary: boolean
  typeId: number | undefined
  isUnpublished: boolean | undefined
}
export interface EmailDraft extends InfoBase {
  kind: 'email'
  value: ReadEmail | undefined
  status: number | undefined
}
export interface PhoneDraft extends InfoBase {
  kind: 'phone'
  value: ReadPhone | undefined
  extension: string | null | undefined
}
export interface WebsiteDraft extends InfoBase {
  kind: 'website'
  value: string | undefined
}
export type InfoDraft = EmailDraft | PhoneDraft | WebsiteDraft

export interface AddressDraft extends ItemDraft {
  /** The version of the use that was read; 0 is not checked. */
  auditId: number
  /** An existing place to share, or 0. */
  placeId: number
  placeAuditId: number
  place: Partial<Omit<PlaceRow, 'id' | 'audit_id' | 'source_contact_id'>>
  typeId: number | undefined
  usageFlagId: number | null | undefined
  note: string | null | undefined
  isUnpublished: boolean | undefined
}

export interface RoleDraft extends ItemDraft {
  auditId: number
  organizationId: number | null | undefined
  roleTypeId: number | null | undefined
  title: string | null | undefined
  startDate: string | null | undefined
  endDate: string | null | undefined
  displayOnWeb: boolean | undefined
  /** Whether the person is to be the organization's primary contact. */
  isPrimaryContact: boolean | undefined
}

export interface DesignationDraft extends ItemDraft {
  code: string | null | undefined
  name: string | null | undefined
  displayOrder: number | undefined
}

export interface ParentDraft extends ItemDraft {
  auditId: number
  organizationId: number | undefined
}
