import type { SqlRunner } from '#kernel/database/sql-runner'
import type { KnownReferences } from './plan-lists.model.ts'
import type { ContactDraft, ContactRecords, Surroundings } from './records.model.ts'
import { lockContacts } from './records.queries.ts'
import { type FoundReferences, type LockedContact, type ReferencedIds, referencesSql } from './records.sql.ts'

/**
 * Locks a contact (0: a new one) together with those that its draft references, and reads the other records that the
 * draft references. A draft without references costs no statement.
 */
export const loadReferences = async (
  tx: SqlRunner,
  scope: { db: { readonly tenantId: number } },
  draft: ContactDraft,
  contactId: number,
): Promise<References> => {
  const ids = referencedIds(draft)
  const isLookup =
    ids.employerIds.length + ids.roleTypeIds.length + ids.sharedAddressIds.length > 0 || ids.needsParentType
  const [locked, found] = await Promise.all([
    lockContacts(tx, scope, contactId === 0 ? ids.contactIds : [contactId, ...ids.contactIds]),
    isLookup ? tx.rows<FoundReferences>(referencesSql(scope.db.tenantId, ids)) : [],
  ])
  return new References(locked, found[0])
}

const distinct = (ids: (number | null | undefined)[]): number[] =>
  [...new Set(ids.filter((id): id is number => typeof id === 'number' && id > 0))].sort((a, b) => a - b)

const referencedIds = (draft: ContactDraft): ReferencedIds => ({
  contactIds: distinct([
    draft.entered.primary_contact_id,
    ...draft.roles.map(({ row }) => row.organization_id),
    ...draft.parents.map(({ row }) => row.other_contact_id),
  ]),
  employerIds: distinct(draft.roles.map(({ row }) => row.organization_id)),
  roleTypeIds: distinct(draft.roles.map(({ row }) => row.role_type_id)),
  sharedAddressIds: distinct(draft.addresses.filter(({ id }) => id === 0).map(({ sharedId }) => sharedId)),
  needsParentType: draft.parents.length > 0,
})

/** The records that a draft can reference: those that exist, and are not deleted. */
export class References implements KnownReferences {
  readonly #contacts: ReadonlyMap<number, LockedContact>
  readonly #found: FoundReferences | undefined

  constructor(locked: readonly LockedContact[], found?: FoundReferences) {
    this.#contacts = new Map(locked.filter((row) => !row.isDeleted).map((row) => [row.id, row]))
    this.#found = found
  }

  contact(id: number): LockedContact | undefined {
    return this.#contacts.get(id)
  }

  isOrganization(id: number): boolean {
    return this.#contacts.get(id)?.systemTypeId === 2
  }

  hasRoleType(id: number): boolean {
    return this.#found?.roleTypes.includes(id) ?? false
  }

  get places(): ContactRecords['places'] {
    return this.#found?.places ?? []
  }

  get parentTypeId(): number {
    if (!this.#found?.parentType)
      throw new Error('The tenant has no relationship type for the hierarchy of organizations')
    return this.#found.parentType
  }

  /** Returns what the row of a new contact shows of others; all of them are locked. */
  surroundingsOf({ entered, roles, parents, surroundings }: ContactRecords): Surroundings {
    return {
      ...surroundings,
      organizations: roles.map(({ organization_id: id }) => ({
        id,
        name: this.contact(id)?.displayName ?? '',
        covering: this.#found?.employers.find((employer) => employer.id === id)?.covering ?? [],
      })),
      roleCount: roles.length,
      parentCount: parents.length,
      primaryContactName: this.contact(entered.primary_contact_id ?? 0)?.displayName ?? null,
    }
  }
}

/** The references of a draft that has none. */
export const NO_REFERENCES = new References([])
