import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { DERIVED, ENTERED, ENTERED_COLUMNS } from '../records/columns.model.ts'

export interface MergePair {
  tenantId: number
  winner: number
  loser: number
}

/** How the records of one table move from the loser to the winner. */
interface Move {
  /** Their name in the response. */
  kind: string
  table: string
  /** The column that references the contact. */
  column: string
  /**
   * The condition under which a record `l` of the loser equals a record `w` of the winner. The loser's is then deleted.
   */
  sameAs?: string
}

/**
 * Every table that references contacts. A test compares this list with the foreign keys of the database: add the move of
 * each new table here.
 */
export const MOVES: readonly Move[] = [
  { kind: 'emails', table: 'contact_email', column: 'contact_id', sameAs: 'w.address_key = l.address_key' },
  {
    kind: 'phones',
    table: 'contact_phone',
    column: 'contact_id',
    sameAs: `coalesce(w.e164, w.number) = coalesce(l.e164, l.number) AND w.extension IS NOT DISTINCT FROM l.extension`,
  },
  { kind: 'websites', table: 'contact_website', column: 'contact_id', sameAs: 'lower(w.url) = lower(l.url)' },
  {
    kind: 'addresses',
    table: 'contact_address',
    column: 'contact_id',
    sameAs: `w.type_id = l.type_id AND (w.address_id = l.address_id OR EXISTS (
      SELECT FROM address a JOIN address b ON b.tenant_id = a.tenant_id AND b.id = l.address_id
      WHERE a.tenant_id = w.tenant_id AND a.id = w.address_id
        AND (lower(a.address1), lower(a.address2), lower(a.city), lower(a.state_province), a.postal_code, a.country_id)
        IS NOT DISTINCT FROM
        (lower(b.address1), lower(b.address2), lower(b.city), lower(b.state_province), b.postal_code, b.country_id)))`,
  },
  {
    kind: 'roles',
    table: 'contact_role',
    column: 'contact_id',
    sameAs: `w.organization_id = l.organization_id AND (w.role_type_id, w.title, w.start_date)
      IS NOT DISTINCT FROM (l.role_type_id, l.title, l.start_date)`,
  },
  {
    kind: 'people',
    table: 'contact_role',
    column: 'organization_id',
    sameAs: `w.contact_id = l.contact_id AND (w.role_type_id, w.title, w.start_date)
      IS NOT DISTINCT FROM (l.role_type_id, l.title, l.start_date)`,
  },
  { kind: 'designations', table: 'contact_designation', column: 'contact_id', sameAs: 'upper(w.code) = upper(l.code)' },
  { kind: 'tags', table: 'contact_tag', column: 'contact_id', sameAs: 'w.tag_id = l.tag_id' },
  { kind: 'categories', table: 'contact_category', column: 'contact_id', sameAs: 'w.item_id = l.item_id' },
  { kind: 'groups', table: 'contact_group_member', column: 'contact_id', sameAs: 'w.group_id = l.group_id' },
  {
    kind: 'certifications',
    table: 'contact_certification',
    column: 'contact_id',
    sameAs: 'w.certification_id = l.certification_id',
  },
  {
    kind: 'relationships',
    table: 'contact_relationship',
    column: 'contact_id',
    sameAs: 'w.other_contact_id = l.other_contact_id AND w.type_id = l.type_id',
  },
  {
    kind: 'relationships',
    table: 'contact_relationship',
    column: 'other_contact_id',
    sameAs: 'w.contact_id = l.contact_id AND w.type_id = l.type_id',
  },
  { kind: 'activities', table: 'contact_activity', column: 'contact_id' },
  { kind: 'communications', table: 'contact_communication', column: 'contact_id' },
  { kind: 'records', table: 'contact_record', column: 'contact_id' },
  { kind: 'entries', table: 'receivable_entry', column: 'contact_id' },
  { kind: 'memberships', table: 'membership', column: 'contact_id' },
  { kind: 'invoices', table: 'invoice', column: 'contact_id' },
  { kind: 'payments', table: 'payment', column: 'contact_id' },
  { kind: 'chapters', table: 'contact_chapter', column: 'contact_id', sameAs: 'w.chapter_id = l.chapter_id' },
  { kind: 'chaptersOwned', table: 'chapter_owner', column: 'contact_id', sameAs: 'w.chapter_id = l.chapter_id' },
  { kind: 'chapterOrganizations', table: 'chapter', column: 'organization_id' },
  { kind: 'listings', table: 'directory_listing', column: 'contact_id', sameAs: 'w.directory_id = l.directory_id' },
  { kind: 'tasks', table: 'task_item', column: 'contact_id' },
  { kind: 'tasksAssigned', table: 'task_item', column: 'assigned_to_contact_id' },
  { kind: 'projects', table: 'project', column: 'manager_contact_id' },
  { kind: 'mails', table: 'mail_message', column: 'contact_id' },
  { kind: 'workflows', table: 'workflow_run', column: 'contact_id', sameAs: 'w.workflow_id = l.workflow_id' },
]

/** Deletes the loser's records that the winner has too. */
export const dropSameSql = ({ table, column, sameAs }: Move, pair: MergePair): Sql | undefined =>
  sameAs === undefined
    ? undefined
    : Prisma.sql`DELETE FROM ${Prisma.raw(table)} l WHERE l.tenant_id = ${pair.tenantId}
        AND l.${Prisma.raw(column)} = ${pair.loser} AND EXISTS (SELECT FROM ${Prisma.raw(table)} w
          WHERE w.tenant_id = l.tenant_id AND w.${Prisma.raw(column)} = ${pair.winner} AND (${Prisma.raw(sameAs)}))`

/** Moves the remaining records of the loser. Returns their number as `moved`. */
export const moveSql = ({ table, column }: Move, pair: MergePair): Sql => Prisma.sql`
  WITH moved AS (
    UPDATE ${Prisma.raw(table)} SET ${Prisma.raw(column)} = ${pair.winner}
    WHERE tenant_id = ${pair.tenantId} AND ${Prisma.raw(column)} = ${pair.loser} RETURNING 1
  ) SELECT count(*)::int AS moved FROM moved`

/** What is resolved between both contacts before their records move. */
export const settleSql = ({ tenantId, winner, loser }: MergePair): Sql[] => [
  // What connects the two with each other is deleted.
  Prisma.sql`DELETE FROM contact_relationship WHERE tenant_id = ${tenantId}
    AND contact_id IN (${winner}, ${loser}) AND other_contact_id IN (${winner}, ${loser})`,
  Prisma.sql`DELETE FROM contact_role WHERE tenant_id = ${tenantId}
    AND contact_id IN (${winner}, ${loser}) AND organization_id IN (${winner}, ${loser})`,
  // A symmetric relationship is the same in both directions: of two in opposite directions, one is deleted.
  Prisma.sql`DELETE FROM contact_relationship l USING contact_relationship_type t, contact_relationship w
    WHERE l.tenant_id = ${tenantId} AND t.tenant_id = ${tenantId} AND t.id = l.type_id AND t.name = t.reverse_name
      AND w.tenant_id = ${tenantId} AND w.type_id = l.type_id
      AND ((l.contact_id = ${loser} AND w.other_contact_id = ${winner} AND w.contact_id = l.other_contact_id)
        OR (l.other_contact_id = ${loser} AND w.contact_id = ${winner} AND w.other_contact_id = l.contact_id))`,
  // An email that opted out, bounced or complained at one of them has that status at both.
  Prisma.sql`UPDATE contact_email w SET status = l.status FROM contact_email l
    WHERE w.tenant_id = ${tenantId} AND w.contact_id = ${winner} AND l.tenant_id = ${tenantId}
      AND l.contact_id = ${loser} AND l.address_key = w.address_key AND l.status > w.status`,
  // Leaving a group has precedence over removal by staff, and removal over membership.
  Prisma.sql`UPDATE contact_group_member w SET state = l.state, changed_at = l.changed_at, audit_id = w.audit_id + 1
    FROM contact_group_member l
    WHERE w.tenant_id = ${tenantId} AND w.contact_id = ${winner} AND l.tenant_id = ${tenantId}
      AND l.contact_id = ${loser} AND l.group_id = w.group_id
      AND array_position(ARRAY['member', 'removed', 'optedout'], l.state)
        > array_position(ARRAY['member', 'removed', 'optedout'], w.state)`,
  // A contact that staff removed from a workflow does not return: the winner's run is deleted if the loser was removed.
  Prisma.sql`DELETE FROM workflow_run w USING workflow_run l WHERE w.tenant_id = ${tenantId} AND w.contact_id = ${winner}
    AND l.tenant_id = ${tenantId} AND l.contact_id = ${loser} AND l.workflow_id = w.workflow_id AND l.state = 'removed'
    AND NOT EXISTS (SELECT FROM workflow_run o WHERE o.tenant_id = ${tenantId} AND o.contact_id = ${winner}
      AND o.workflow_id = w.workflow_id AND o.state = 'removed')`,
  // A choice by staff has precedence over postal codes in a chapter that both are in. The winner's chapter stays primary.
  Prisma.sql`UPDATE contact_chapter w SET is_by_postal_code = false FROM contact_chapter l
    WHERE w.tenant_id = ${tenantId} AND w.contact_id = ${winner} AND l.tenant_id = ${tenantId}
      AND l.contact_id = ${loser} AND l.chapter_id = w.chapter_id AND NOT l.is_by_postal_code`,
  Prisma.sql`UPDATE contact_chapter SET is_primary = false
    WHERE tenant_id = ${tenantId} AND contact_id = ${loser} AND is_primary
      AND EXISTS (SELECT FROM contact_chapter w WHERE w.tenant_id = ${tenantId} AND w.contact_id = ${winner})`,
  // Of two runs of one certification the more advanced stays: the winner's is deleted if the loser's is ahead.
  Prisma.sql`DELETE FROM contact_certification w USING contact_certification l
    WHERE w.tenant_id = ${tenantId} AND w.contact_id = ${winner} AND l.tenant_id = ${tenantId}
      AND l.contact_id = ${loser} AND l.certification_id = w.certification_id
      AND (array_position(ARRAY[5, 4, 1, 2, 3], l.status::int), l.hours_earned + l.credits_earned)
        > (array_position(ARRAY[5, 4, 1, 2, 3], w.status::int), w.hours_earned + w.credits_earned)`,
]

/** Makes references without a foreign key of their own, or to both contacts, reference the winner. */
export const repointSql = ({ tenantId, winner, loser }: MergePair): Sql[] => [
  Prisma.sql`UPDATE contact SET primary_contact_id = CASE WHEN id = ${winner} THEN NULL ELSE ${winner}::int END
    WHERE tenant_id = ${tenantId} AND primary_contact_id = ${loser}`,
  Prisma.sql`UPDATE contact SET primary_contact_id = NULL
    WHERE tenant_id = ${tenantId} AND id = ${loser} AND primary_contact_id = ${winner}`,
  Prisma.sql`UPDATE contact SET merged_into_id = ${winner}
    WHERE tenant_id = ${tenantId} AND merged_into_id = ${loser}`,
  Prisma.sql`UPDATE staff SET contact_id = ${winner} WHERE tenant_id = ${tenantId} AND contact_id = ${loser}`,
  // The assignee of the tasks that a workflow step creates.
  Prisma.sql`UPDATE workflow_step SET options = jsonb_set(options, '{AssignedToContactId}', to_jsonb(${winner}::int))
    WHERE tenant_id = ${tenantId} AND type_id = 4 AND options -> 'AssignedToContactId' = to_jsonb(${loser}::int)`,
  Prisma.sql`UPDATE signature SET contact_id = ${winner} WHERE tenant_id = ${tenantId} AND contact_id = ${loser}`,
  Prisma.sql`UPDATE address SET source_contact_id = ${winner}
    WHERE tenant_id = ${tenantId} AND source_contact_id = ${loser}`,
]

/** Columns that are filled from the loser if the winner has no value: all that are optional and not derived. */
const FILLED = ENTERED_COLUMNS.filter((column) => ENTERED[column].blank === null && !(column in DERIVED))
const IMAGE = ['image_file_id', 'image_url', 'image_caption', 'image_description', 'image_width', 'image_height']

/** Fills the winner's empty columns. The image is copied as a whole, or not at all. */
export const fillSql = ({ tenantId, winner, loser }: MergePair): Sql => {
  const filled = FILLED.map((column) => `${column} = coalesce(w.${column}, l.${column})`)
  const image = IMAGE.map(
    (column) =>
      `${column} = CASE WHEN w.image_file_id IS NULL AND w.image_url IS NULL THEN l.${column} ELSE w.${column} END`,
  )
  return Prisma.sql`UPDATE contact w SET ${Prisma.raw([...filled, ...image].join(', '))}, audit_id = w.audit_id + 1
    FROM contact l WHERE w.tenant_id = ${tenantId} AND w.id = ${winner} AND l.tenant_id = ${tenantId} AND l.id = ${loser}`
}

/** Deletes the loser and makes it point to the winner. */
export const deleteLoserSql = ({ tenantId, winner, loser }: MergePair, at: Date): Sql => Prisma.sql`
  UPDATE contact SET deleted_at = ${at}, merged_into_id = ${winner}, audit_id = audit_id + 1
  WHERE tenant_id = ${tenantId} AND id = ${loser}`

/** The chapters whose organization is one of the two. */
export const chaptersOfPairSql = ({ tenantId, winner, loser }: MergePair): Sql => Prisma.sql`SELECT id FROM chapter
    WHERE tenant_id = ${tenantId} AND organization_id IN (${winner}, ${loser})`

/** The postal addresses that the loser uses. */
export const addressesOfLoserSql = ({ tenantId, loser }: MergePair): Sql => Prisma.sql`
  SELECT address_id AS id FROM contact_address WHERE tenant_id = ${tenantId} AND contact_id = ${loser}`

export const balanceSql = (tenantId: number, contactId: number): Sql =>
  Prisma.sql`SELECT balance::float8 AS balance FROM contact WHERE tenant_id = ${tenantId} AND id = ${contactId}`
