import { register } from '#kernel/registers/register'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The contact that stays, and the one that is merged into it. */
export interface MergePair {
  tenantId: number
  winner: number
  loser: number
}

/**
 * The meaning of a reference to a contact for access. A caller that is limited to chapters never moves a right:
 * - data: nothing;
 * - right: a login has access by it, or a chapter is identified by it;
 * - acting: if the condition over the row `l` is met, the contact can act for the contact in the column `principal`.
 */
export type Meaning = 'data' | 'right' | { principal: string; acting: string }

/** A column that references contacts. */
export interface ContactColumn {
  table: string
  column: string
  meaning: Meaning
}

/** The way in which the records of one table move from the loser to the winner. */
export interface Move extends ContactColumn {
  /** Their name in the response. */
  kind: string
  /**
   * The condition under which a record `l` of the loser equals a record `w` of the winner. The loser's is then deleted.
   */
  sameAs?: string
  /** Whether the records have `is_unpublished`: of two equal ones, one that is not published stays so. */
  canBeUnpublished?: true
  /** What is resolved between both contacts before the records of any table move. */
  settle?: (pair: MergePair) => readonly Sql[]
  /** Makes references to the loser that no foreign key states reference the winner, after the moves. */
  repoint?: (pair: MergePair) => readonly Sql[]
}

/** Returns whether the type of a relationship lets the contact of one side act for the other. */
const typeGrants = (
  flag: 'inherits_rights' | 'reverse_inherits_rights',
) => `EXISTS (SELECT FROM contact_relationship_type t
  WHERE t.tenant_id = l.tenant_id AND t.id = l.type_id AND t.${flag})`

const ROLE_GRANTS = `EXISTS (SELECT FROM contact_role_type t
  WHERE t.tenant_id = l.tenant_id AND t.id = l.role_type_id AND t.inherits_rights)`

/**
 * Every table that references contacts by a foreign key: each area adds its own, with their meaning for access. A test compares them
 * with those of the database.
 */
export const contactMoves = register<Move>('references to contacts')

/** The tables of contacts themselves, and of their files. */
export const ownMoves: readonly Move[] = [
  {
    kind: 'emails',
    table: 'contact_email',
    column: 'contact_id',
    meaning: 'data',
    sameAs: 'w.address_key = l.address_key',
    canBeUnpublished: true,
  },
  {
    kind: 'phones',
    table: 'contact_phone',
    column: 'contact_id',
    meaning: 'data',
    sameAs: `coalesce(w.e164, w.number) = coalesce(l.e164, l.number) AND w.extension IS NOT DISTINCT FROM l.extension`,
    canBeUnpublished: true,
  },
  {
    kind: 'websites',
    table: 'contact_website',
    column: 'contact_id',
    meaning: 'data',
    sameAs: 'lower(w.url) = lower(l.url)',
    canBeUnpublished: true,
  },
  {
    kind: 'addresses',
    table: 'contact_address',
    column: 'contact_id',
    meaning: 'data',
    sameAs: `w.type_id = l.type_id AND (w.address_id = l.address_id OR EXISTS (
      SELECT FROM address a JOIN address b ON b.tenant_id = a.tenant_id AND b.id = l.address_id
      WHERE a.tenant_id = w.tenant_id AND a.id = w.address_id
        AND (lower(a.address1), lower(a.address2), lower(a.city), lower(a.state_province), a.postal_code, a.country_id)
        IS NOT DISTINCT FROM
        (lower(b.address1), lower(b.address2), lower(b.city), lower(b.state_province), b.postal_code, b.country_id)))`,
    canBeUnpublished: true,
  },
  {
    kind: 'roles',
    table: 'contact_role',
    column: 'contact_id',
    meaning: { principal: 'organization_id', acting: ROLE_GRANTS },
    sameAs: `w.organization_id = l.organization_id AND (w.role_type_id, w.title, w.start_date)
      IS NOT DISTINCT FROM (l.role_type_id, l.title, l.start_date)`,
  },
  {
    kind: 'people',
    table: 'contact_role',
    column: 'organization_id',
    meaning: 'data',
    sameAs: `w.contact_id = l.contact_id AND (w.role_type_id, w.title, w.start_date)
      IS NOT DISTINCT FROM (l.role_type_id, l.title, l.start_date)`,
  },
  {
    kind: 'designations',
    table: 'contact_designation',
    column: 'contact_id',
    meaning: 'data',
    sameAs: 'upper(w.code) = upper(l.code)',
  },
  { kind: 'tags', table: 'contact_tag', column: 'contact_id', meaning: 'data', sameAs: 'w.tag_id = l.tag_id' },
  {
    kind: 'categories',
    table: 'contact_category',
    column: 'contact_id',
    meaning: 'data',
    sameAs: 'w.item_id = l.item_id',
  },
  {
    kind: 'certifications',
    table: 'contact_certification',
    column: 'contact_id',
    meaning: 'data',
    sameAs: 'w.certification_id = l.certification_id',
  },
  {
    kind: 'relationships',
    table: 'contact_relationship',
    column: 'contact_id',
    meaning: { principal: 'other_contact_id', acting: typeGrants('reverse_inherits_rights') },
    sameAs: 'w.other_contact_id = l.other_contact_id AND w.type_id = l.type_id',
  },
  {
    kind: 'relationships',
    table: 'contact_relationship',
    column: 'other_contact_id',
    meaning: { principal: 'contact_id', acting: typeGrants('inherits_rights') },
    sameAs: 'w.contact_id = l.contact_id AND w.type_id = l.type_id',
  },
  { kind: 'activities', table: 'contact_activity', column: 'contact_id', meaning: 'data' },
  { kind: 'communications', table: 'contact_communication', column: 'contact_id', meaning: 'data' },
  { kind: 'records', table: 'contact_record', column: 'contact_id', meaning: 'data' },
  { kind: 'files', table: 'stored_file', column: 'contact_id', meaning: 'data' },
]

/** The columns that reference contacts without a foreign key, and the primary contact. All are set to the winner. */
export const REPOINTED: readonly ContactColumn[] = [
  { table: 'staff', column: 'contact_id', meaning: 'right' },
  { table: 'contact', column: 'primary_contact_id', meaning: { principal: 'id', acting: 'true' } },
  { table: 'contact', column: 'merged_into_id', meaning: 'data' },
  { table: 'signature', column: 'contact_id', meaning: 'data' },
  { table: 'address', column: 'source_contact_id', meaning: 'data' },
]
