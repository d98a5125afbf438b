import type { InputFaults } from '#kernel/errors/input-faults'
import { ownValue } from '#kernel/lookups/own-value'
import { requireVersion, versionOf } from '#kernel/records/versions'
import { LISTS, type NumberedTable, type RecordList, type RowOf } from './columns.model.ts'
import type { AddressDraft, ContactDraft, ContactRecords, InfoDraft, ItemDraft, RoleDraft } from './records.model.ts'

/** One list of a contact after a request: all its rows, the rows to write, the ids to remove. */
export interface ListPlan<R> {
  after: R[]
  put: R[]
  removed: number[]
}

/** The facts that a plan needs about the records that a draft references. */
export interface KnownReferences {
  contact(id: number): { systemTypeId: 1 | 2; primaryContactId: number | null } | undefined
  isOrganization(id: number): boolean
  hasRoleType(id: number): boolean
  /** Postal addresses of others that the draft shares. */
  readonly places: readonly RowOf<'places'>[]
  /** The type of the relationship between an organization and its parent. */
  readonly parentTypeId: number
}

/** Hands out the ids of new rows. */
export interface IdSource {
  next(table: NumberedTable): number
}

interface PlanContext {
  /** The contact before the request. */
  records: ContactRecords
  references: KnownReferences
  ids: IdSource
  faults: InputFaults
}

interface ListRules<R, D> {
  /** The kind of record that an id means, for the fault: "email". */
  what: string
  /** The fields of the request with the id and the version of an item. */
  idField: string
  versionField?: string
  /** Checks the row that an item results in; `before` is undefined for a new one. Undefined writes nothing. */
  check?: (row: R, draft: D, before: R | undefined) => R | undefined
}

/** Applies the items of a request to a list: id 0 adds, isDeleted removes, the other rows stay unchanged. */
const planList = <L extends RecordList, D extends ItemDraft<RowOf<L>>>(
  context: PlanContext,
  list: L,
  drafts: readonly D[],
  rules: ListRules<RowOf<L>, D>,
): ListPlan<RowOf<L>> => {
  type R = RowOf<L>
  if (drafts.length === 0) return { after: [...(context.records[list] as R[])], put: [], removed: [] }
  const after = new Map<number, R>((context.records[list] as R[]).map((row) => [row.id, row]))
  const put: R[] = []
  const removed: number[] = []
  for (const draft of drafts) {
    const result = planItem(context, list, draft, after.get(draft.id), rules)
    if (result === 'removed') {
      after.delete(draft.id)
      removed.push(draft.id)
    } else if (result) {
      after.set(result.id, result)
      put.push(result)
    }
  }
  return { after: [...after.values()].sort((a, b) => a.id - b.id), put, removed }
}

/**
 * Returns the row to write for an item: what it sets, over the current row, over the defaults. Undefined if nothing
 * changes.
 */
const planItem = <L extends RecordList, D extends ItemDraft<RowOf<L>>>(
  { records, ids, faults }: PlanContext,
  list: L,
  draft: D,
  before: RowOf<L> | undefined,
  { what, idField, versionField, check }: ListRules<RowOf<L>, D>,
): RowOf<L> | 'removed' | undefined => {
  const { pointer, isDeleted } = draft
  if (draft.id > 0 && !before) {
    faults.unknownReference(`${pointer}/${idField}`, `does not reference an existing ${what} of this contact`)
    return undefined
  }
  if (isDeleted) return before && 'removed'
  if (before && versionField) requirePart(before, draft.auditId, `${pointer}/${versionField}`)
  const { table, blank } = LISTS[list]
  const own = { id: before?.id ?? ids.next(table), contact_id: records.id }
  const planned = { ...blank, ...before, ...draft.row, ...own } as RowOf<L>
  const row = check ? check(planned, draft, before) : planned
  if (!row || isSame(row, before)) return undefined
  return before ? nextVersion(row) : row
}

const requirePart = (before: object, auditId: number, pointer: string): void => {
  if ('audit_id' in before) requireVersion(Number(before.audit_id), versionOf(auditId), pointer)
}

const isSame = (row: object, before: object | undefined): boolean => {
  if (!before) return false
  return Object.entries(row).every(([name, value]) => ownValue(before, name) === value)
}

const nextVersion = <R extends object>(row: R): R => {
  const { audit_id } = row as { audit_id?: number }
  return audit_id === undefined ? row : { ...row, audit_id: audit_id + 1 }
}

export interface InfosPlan extends Record<'emails' | 'phones' | 'websites', ListPlan<object>> {
  emails: ListPlan<RowOf<'emails'>>
  phones: ListPlan<RowOf<'phones'>>
  websites: ListPlan<RowOf<'websites'>>
  /** The rows that items of the request mark as primary. */
  flagged: { email?: number; phone?: number; website?: number }
}

/** Applies the items of ContactList (or ContactInfos) to the emails, phones and websites of a contact. */
export const planInfos = (context: PlanContext, drafts: readonly InfoDraft[]): InfosPlan => {
  const flagged: InfosPlan['flagged'] = {}
  const flag = <R extends { id: number }>(row: R, { kind, isPrimary, pointer }: Omit<InfoDraft, 'row'>): R => {
    if (!isPrimary) return row
    const isSecond = flagged[kind] !== undefined && flagged[kind] !== row.id
    if (isSecond) context.faults.malformed(`${pointer}/IsPrimary`, `must be set on one ${kind} only`)
    flagged[kind] = row.id
    return row
  }
  const rules = (what: string) => ({ what, idField: 'Id', check: flag })
  return {
    emails: planList(context, 'emails', ofKind(drafts, 'email'), rules('email')),
    phones: planList(context, 'phones', ofKind(drafts, 'phone'), rules('phone')),
    websites: planList(context, 'websites', ofKind(drafts, 'website'), rules('website')),
    flagged,
  }
}

const ofKind = <K extends InfoDraft['kind']>(drafts: readonly InfoDraft[], kind: K) =>
  drafts.filter((draft): draft is Extract<InfoDraft, { kind: K }> => draft.kind === kind)

/** Applies the items of Addresses, to the contact's uses of postal addresses and to these themselves. */
export const planAddresses = (
  context: PlanContext,
  drafts: readonly AddressDraft[],
): { places: ListPlan<RowOf<'places'>>; addresses: ListPlan<RowOf<'addresses'>> } => {
  const postal = new PostalAddressPlan(context)
  const addresses = planList(context, 'addresses', drafts, {
    what: 'address',
    idField: 'ContactAddressId',
    versionField: 'AuditId',
    check: (row, draft, before) => {
      const addressId = before ? postal.change(draft, before.address_id) : postal.add(draft)
      return addressId === undefined ? undefined : { ...row, address_id: addressId }
    },
  })
  return { addresses, places: postal.plan() }
}

type PostalAddress = RowOf<'places'>

class PostalAddressPlan {
  readonly #context: PlanContext
  readonly #known: Map<number, PostalAddress>
  readonly #put = new Map<number, PostalAddress>()

  constructor(context: PlanContext) {
    this.#context = context
    const rows = [...context.references.places, ...context.records.places]
    this.#known = new Map(rows.map((row) => [row.id, row]))
  }

  /** Returns the id of the postal address of a new use: an existing one that it shares, or a new one. */
  add(draft: AddressDraft): number | undefined {
    const { records, ids, faults } = this.#context
    if (draft.sharedId > 0) {
      if (this.#known.has(draft.sharedId)) return this.change(draft, draft.sharedId)
      faults.unknownReference(`${draft.pointer}/AddressId`, 'does not reference an existing address')
      return undefined
    }
    const id = ids.next('address')
    this.#save({ ...LISTS.places.blank, ...draft.postal, id, source_contact_id: records.id })
    return id
  }

  /** Changes a postal address for all contacts that share it. */
  change(draft: AddressDraft, addressId: number): number | undefined {
    if (draft.sharedId > 0 && draft.sharedId !== addressId) {
      const { faults } = this.#context
      faults.unknownReference(`${draft.pointer}/AddressId`, 'must be the id of the address that is used here')
      return undefined
    }
    const before = this.#known.get(addressId)
    if (!before) throw new Error(`Address ${addressId} was not read`)
    requireVersion(before.audit_id, versionOf(draft.sharedAuditId), `${draft.pointer}/AddressAuditId`)
    const postal = { ...before, ...draft.postal }
    if (!isSame(postal, before)) this.#save(nextVersion(postal))
    return addressId
  }

  plan(): ListPlan<PostalAddress> {
    return { after: [...this.#known.values()], put: [...this.#put.values()], removed: [] }
  }

  #save(postal: PostalAddress): void {
    this.#known.set(postal.id, postal)
    this.#put.set(postal.id, postal)
  }
}

/** Applies the items of OrganizationsAndRoles. */
export const planRoles = (context: PlanContext, drafts: readonly RoleDraft[]): ListPlan<RowOf<'roles'>> => {
  const { references, faults } = context
  return planList(context, 'roles', drafts, {
    what: 'role',
    idField: 'ContactRoleId',
    versionField: 'ContactRoleAuditId',
    check: (row, { pointer }, before) => {
      const { organization_id, role_type_id, start_date, end_date } = row
      if (organization_id !== before?.organization_id && !references.isOrganization(organization_id)) {
        faults.unknownReference(`${pointer}/OrganizationContactId`, 'does not reference an existing organization')
      }
      const hasNewType = role_type_id !== null && role_type_id !== before?.role_type_id
      if (hasNewType && !references.hasRoleType(role_type_id)) {
        faults.unknownReference(`${pointer}/RoleId`, 'does not reference an existing role type')
      }
      if (start_date && end_date && end_date < start_date) {
        faults.malformed(`${pointer}/RoleEndDate`, 'must not be before RoleStartDate')
      }
      return row
    },
  })
}

/** Applies the items of ContactDesignations. A new one without a DisplayOrder comes last. */
export const planDesignations = (
  context: PlanContext,
  drafts: ContactDraft['designations'],
): ListPlan<RowOf<'designations'>> => {
  let last = Math.max(-1, ...context.records.designations.map(({ display_order }) => display_order))
  return planList(context, 'designations', drafts, {
    what: 'designation',
    idField: 'ContactDesignationId',
    check: (row, draft, before) =>
      before || draft.row.display_order !== undefined ? row : { ...row, display_order: ++last },
  })
}

/** Applies the items of ParentOrganizations. Whether the hierarchy has a cycle is checked in the database. */
export const planParents = (context: PlanContext, drafts: ContactDraft['parents']): ListPlan<RowOf<'parents'>> => {
  const { records, references, faults } = context
  return planList(context, 'parents', drafts, {
    what: 'parent relationship',
    idField: 'ContactRelationshipId',
    versionField: 'AuditId',
    check: (row, { pointer }, before) => {
      const parentId = row.other_contact_id
      if (before) {
        if (parentId === before.other_contact_id) return before
        const message = 'must be the parent of this relationship; to change it, delete it and add another'
        faults.unknownReference(`${pointer}/ContactId`, message)
        return undefined
      }
      if (!references.isOrganization(parentId)) {
        faults.unknownReference(`${pointer}/ContactId`, 'does not reference an existing organization')
      }
      if (records.parents.some(({ other_contact_id }) => other_contact_id === parentId)) return undefined
      return { ...row, type_id: references.parentTypeId }
    },
  })
}
