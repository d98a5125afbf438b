import { Prisma } from '../../../../generated/prisma/client.ts'
import type { Sql } from '../../../../generated/prisma/internal/prismaNamespace.ts'
import type { ContactDraft } from './drafts.ts'
import type { LockedContact } from './records.queries.ts'
import type { PlaceRow } from './records.ts'

/** What of other records a draft refers to: ids to look up. */
export interface Referred {
  contactIds: number[]
  roleTypeIds: number[]
  placeIds: number[]
  wantsParentType: boolean
}

const distinct = (ids: (number | null | undefined)[]): number[] =>
  [...new Set(ids.filter((id): id is number => typeof id === 'number' && id > 0))].sort((a, b) => a - b)

export const referredBy = (draft: ContactDraft): Referred => ({
  contactIds: distinct([
    draft.entered.primary_contact_id,
    ...draft.roles.map(({ organizationId }) => organizationId),
    ...draft.parents.map(({ organizationId }) => organizationId),
  ]),
  roleTypeIds: distinct(draft.roles.map(({ roleTypeId }) => roleTypeId)),
  placeIds: distinct(draft.addresses.filter(({ id }) => id === 0).map(({ placeId }) => placeId)),
  wantsParentType: draft.parents.length > 0,
})

/** Whether a draft refers to no other record at all. */
export const standsAlone = (draft: ContactDraft): boolean => {
  const { contactIds, roleTypeIds, placeIds, wantsParentType } = referredBy(draft)
  return contactIds.length + roleTypeIds.length + placeIds.length === 0 && !wantsParentType
}

export interface ReferencesAnswer {
  role_types: number[]
  places: PlaceRow[]
  parent_type: number | null
}

/** Undefined where there is nothing to look up. Places are locked by the foreign key of what will use them. */
export const referencesSql = (
  tenantId: number,
  { roleTypeIds, placeIds, wantsParentType }: Referred,
): Sql | undefined => {
  if (roleTypeIds.length === 0 && placeIds.length === 0 && !wantsParentType) return undefined
  return Prisma.sql`SELECT
    array(SELECT id FROM contact_role_type WHERE tenant_id = ${tenantId} AND id = ANY(${roleTypeIds}::int[])) AS role_types,
    (SELECT coalesce(json_agg(row_to_json(a)), '[]'::json) FROM address a
      WHERE a.tenant_id = ${tenantId} AND a.id = ANY(${placeIds}::int[])) AS places,
    (SELECT id FROM contact_relationship_type
      WHERE tenant_id = ${tenantId} AND purpose = 'hierarchy' AND name <> reverse_name ORDER BY id LIMIT 1) AS parent_type`
}

/** Answers what a draft may refer to. */
export class References {
  private readonly contacts: ReadonlyMap<number, LockedContact>
  private readonly answer: ReferencesAnswer | undefined

  constructor(locked: readonly LockedContact[], answer: ReferencesAnswer | undefined) {
    this.contacts = new Map(locked.filter((row) => !row.is_deleted).map((row) => [row.id, row]))
    this.answer = answer
  }

  contact(id: number): LockedContact | undefined {
    return this.contacts.get(id)
  }

  isOrganization(id: number): boolean {
    return this.contacts.get(id)?.system_type_id === 2
  }

  hasRoleType(id: number): boolean {
    return this.answer?.role_types.includes(id) ?? false
  }

  get places(): readonly PlaceRow[] {
    return this.answer?.places ?? []
  }

  /** The kind of relationship between an organization and the one above it. */
  get parentTypeId(): number {
    if (!this.answer?.parent_type)
      throw new Error('The tenant has no relationship type for the hierarchy of organizations')
    return this.answer.parent_type
  }
}
