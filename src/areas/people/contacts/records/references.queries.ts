import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { ContactDraft } from './drafts.model.ts'
import { coveringStatuses, type LockedContact } from './records.sql.ts'
import type { PlaceRow } from './records.model.ts'

/** What of other records a draft refers to: ids to look up. */
export interface Referred {
  contactIds: number[]
  /** Organizations of roles. */
  employerIds: number[]
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
  employerIds: distinct(draft.roles.map(({ organizationId }) => organizationId)),
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
  employers: { id: number; covering: string[] }[]
  role_types: number[]
  places: PlaceRow[]
  parent_type: number | null
}

/** Undefined where there is nothing to look up. Places are locked by the foreign key of what will use them. */
export const referencesSql = (
  tenantId: number,
  { employerIds, roleTypeIds, placeIds, wantsParentType }: Referred,
): Sql | undefined => {
  const isNothing = employerIds.length + roleTypeIds.length + placeIds.length === 0 && !wantsParentType
  if (isNothing) return undefined
  return Prisma.sql`SELECT
    (SELECT coalesce(json_agg(json_build_object('id', o.id, 'covering', ${coveringStatuses(Prisma.sql`o`)})), '[]'::json)
      FROM contact o WHERE o.tenant_id = ${tenantId} AND o.id = ANY(${employerIds}::int[])) AS employers,
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

  /** Statuses of an organization's memberships that count for its people. */
  covering(organizationId: number): string[] {
    return this.answer?.employers.find(({ id }) => id === organizationId)?.covering ?? []
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
