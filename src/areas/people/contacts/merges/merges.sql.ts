import { contactOfChaptersSql } from '#kernel/tenancy/chapter-contacts'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { DERIVED, ENTERED, ENTERED_COLUMNS } from '../records/columns.model.ts'
import { MOVES, type Move, REPOINTED } from './merge-moves.model.ts'

export interface MergePair {
  tenantId: number
  winner: number
  loser: number
}

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

/** Keeps the winner's records unpublished that equal an unpublished one of the loser. */
const keepUnpublishedSql = ({ table, column, sameAs = 'false' }: Move, { tenantId, winner, loser }: MergePair): Sql => {
  const [records, contact] = [Prisma.raw(table), Prisma.raw(column)]
  return Prisma.sql`UPDATE ${records} w SET is_unpublished = true FROM ${records} l
    WHERE w.tenant_id = ${tenantId} AND w.${contact} = ${winner} AND NOT w.is_unpublished
      AND l.tenant_id = ${tenantId} AND l.${contact} = ${loser} AND l.is_unpublished AND (${Prisma.raw(sameAs)})`
}

/** Returns what is resolved between both contacts before their records move. */
export const settleSql = (pair: MergePair): Sql[] => [
  ...MOVES.filter(({ canBeUnpublished }) => canBeUnpublished).map((move) => keepUnpublishedSql(move, pair)),
  ...settledOnceSql(pair),
]

const settledOnceSql = ({ tenantId, winner, loser }: MergePair): Sql[] => [
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
  // Two listings in one directory become one: the winner's gets the values and the listing type that it does not have.
  Prisma.sql`WITH pair AS (
      SELECT w.id AS winner, l.id AS loser, l.listing_type_id FROM directory_listing l JOIN directory_listing w
        ON w.tenant_id = l.tenant_id AND w.directory_id = l.directory_id AND w.contact_id = ${winner}
      WHERE l.tenant_id = ${tenantId} AND l.contact_id = ${loser}
    ), typed AS (
      UPDATE directory_listing w SET listing_type_id = coalesce(w.listing_type_id, p.listing_type_id),
        audit_id = w.audit_id + 1
      FROM pair p WHERE w.tenant_id = ${tenantId} AND w.id = p.winner)
    UPDATE custom_field_value v SET object_id = p.winner FROM pair p, custom_field f
    WHERE f.tenant_id = ${tenantId} AND (f.object_type_id = 8 OR f.object_type_id = 12 AND f.search_object_type_id = 8)
      AND v.tenant_id = ${tenantId} AND v.field_id = f.id AND v.object_id = p.loser
      AND NOT EXISTS (SELECT FROM custom_field_value o
        WHERE o.tenant_id = ${tenantId} AND o.field_id = f.id AND o.object_id = p.winner)`,
  // Of two invitations to one event the winner's stays: as registered if one is, and with the orders of both.
  Prisma.sql`UPDATE event_invitation w SET state = 'Registered', declined_at = NULL, is_mail_due = false,
      audit_id = w.audit_id + 1
    FROM event_invitation l WHERE w.tenant_id = ${tenantId} AND w.contact_id = ${winner} AND w.state <> 'Registered'
      AND l.tenant_id = ${tenantId} AND l.contact_id = ${loser} AND l.event_id = w.event_id AND l.state = 'Registered'`,
  Prisma.sql`UPDATE event_order o SET invitation_id = w.id FROM event_invitation w, event_invitation l
    WHERE w.tenant_id = ${tenantId} AND w.contact_id = ${winner} AND l.tenant_id = ${tenantId} AND l.contact_id = ${loser}
      AND l.event_id = w.event_id AND o.tenant_id = ${tenantId} AND o.event_id = l.event_id AND o.invitation_id = l.id`,
  // Of two runs of one certification the more advanced stays: the winner's is deleted if the loser's is ahead.
  Prisma.sql`DELETE FROM contact_certification w USING contact_certification l
    WHERE w.tenant_id = ${tenantId} AND w.contact_id = ${winner} AND l.tenant_id = ${tenantId}
      AND l.contact_id = ${loser} AND l.certification_id = w.certification_id
      AND (array_position(ARRAY[5, 4, 1, 2, 3], l.status::int), l.hours_earned + l.credits_earned)
        > (array_position(ARRAY[5, 4, 1, 2, 3], w.status::int), w.hours_earned + w.credits_earned)`,
]

/** Makes the remaining references to the loser reference the winner. */
export const repointSql = ({ tenantId, winner, loser }: MergePair): Sql[] => [
  // A contact is not its own primary contact.
  Prisma.sql`UPDATE contact SET primary_contact_id = NULL WHERE tenant_id = ${tenantId}
    AND (id, primary_contact_id) IN ((${winner}::int, ${loser}::int), (${loser}::int, ${winner}::int))`,
  ...REPOINTED.map(
    ({ table, column }) => Prisma.sql`UPDATE ${Prisma.raw(table)} SET ${Prisma.raw(column)} = ${winner}
      WHERE tenant_id = ${tenantId} AND ${Prisma.raw(column)} = ${loser}`,
  ),
  // The files of both, of which releaseFiles deletes those that the winner does not use.
  Prisma.sql`UPDATE stored_file SET owner_id = ${winner} WHERE tenant_id = ${tenantId} AND owner_kind = 'contact'
    AND owner_id = ${loser}`,
  // The assignee of the tasks that a workflow step creates.
  Prisma.sql`UPDATE workflow_step SET options = jsonb_set(options, '{AssignedToContactId}', to_jsonb(${winner}::int))
    WHERE tenant_id = ${tenantId} AND type_id = 4 AND options -> 'AssignedToContactId' = to_jsonb(${loser}::int)`,
]

/**
 * Finds a right of the loser that a caller limited to chapters cannot move: a seat, a chapter, or acting for a contact that
 * the caller cannot change. At most one row.
 */
export const rightOfLoserSql = ({ tenantId, loser }: MergePair, editable: readonly number[]): Sql => {
  const rights = [...MOVES, ...REPOINTED].flatMap(({ table, column, meaning }) => {
    if (meaning === 'data') return []
    const beyond =
      meaning === 'right'
        ? Prisma.empty
        : Prisma.sql`AND ${Prisma.raw(meaning.acting)}
            AND NOT ${contactOfChaptersSql(Prisma.raw(`l.${meaning.principal}`), tenantId, editable)}`
    return Prisma.sql`SELECT ${table}::text AS "table" FROM ${Prisma.raw(table)} l
      WHERE l.tenant_id = ${tenantId} AND l.${Prisma.raw(column)} = ${loser} ${beyond}`
  })
  return Prisma.sql`${Prisma.join(rights, ' UNION ALL ')} LIMIT 1`
}

/** Columns that are filled from the loser if the winner has no value: all that are optional and not derived. */
const FILLED = ENTERED_COLUMNS.filter((column) => ENTERED[column].blank === null && !(column in DERIVED))
const IMAGE = 'file_id thumbnail_id url caption description width height'.split(' ').map((part) => `image_${part}`)

/** The columns of the national membership, which belong together. */
const NATIONAL: ReadonlySet<string> = new Set(['national_id', 'national_status_id', 'state_member_id', 'affiliation'])

/** Returns the order of national memberships: Active, Courtesy, ended, none. */
const rankSql = (contact: 'w' | 'l') =>
  `coalesce(array_position(ARRAY[2, 4, 16], ${contact}.national_status_id::int), 4)`

/**
 * The choice of two numbers at the national body. The one with the better membership stays: a merge ends no active
 * membership.
 */
const IS_NUMBER_OF_LOSER = `(l.national_id IS NOT NULL AND (w.national_id IS NULL OR ${rankSql('l')} < ${rankSql('w')}))`

const filledSql = (column: string): string =>
  NATIONAL.has(column)
    ? `CASE WHEN ${IS_NUMBER_OF_LOSER} THEN coalesce(l.${column}, w.${column}) ELSE coalesce(w.${column}, l.${column}) END`
    : `coalesce(w.${column}, l.${column})`

/**
 * Fills the winner's empty columns; the image is copied as a whole, or not at all. Lists show the winner if they showed one of
 * both. The new version is higher than those of
 * both, so that no AuditId that was read of the loser is the winner's.
 */
export const fillSql = ({ tenantId, winner, loser }: MergePair): Sql => {
  const filled = FILLED.map((column) => `${column} = ${filledSql(column)}`)
  const image = IMAGE.map(
    (column) =>
      `${column} = CASE WHEN w.image_file_id IS NULL AND w.image_url IS NULL THEN l.${column} ELSE w.${column} END`,
  )
  return Prisma.sql`UPDATE contact w SET ${Prisma.raw([...filled, ...image].join(', '))}, is_unmatched = w.is_unmatched AND l.is_unmatched,
    audit_id = greatest(w.audit_id, l.audit_id) + 1
    FROM contact l WHERE w.tenant_id = ${tenantId} AND w.id = ${winner} AND l.tenant_id = ${tenantId} AND l.id = ${loser}`
}

/** Deletes the loser and makes it point to the winner. */
export const deleteLoserSql = ({ tenantId, winner, loser }: MergePair, at: Date): Sql => Prisma.sql`
  UPDATE contact SET deleted_at = ${at}, merged_into_id = ${winner}, audit_id = audit_id + 1,
    image_file_id = NULL, image_thumbnail_id = NULL
  WHERE tenant_id = ${tenantId} AND id = ${loser}`

/** Selects the chapters whose organization is one of the two. */
export const chaptersOfPairSql = ({ tenantId, winner, loser }: MergePair): Sql => Prisma.sql`SELECT id FROM chapter
    WHERE tenant_id = ${tenantId} AND organization_id IN (${winner}, ${loser})`

/** Selects the postal addresses that the loser uses. */
export const addressesOfLoserSql = ({ tenantId, loser }: MergePair): Sql => Prisma.sql`
  SELECT address_id AS id FROM contact_address WHERE tenant_id = ${tenantId} AND contact_id = ${loser}`

export const balanceSql = (tenantId: number, contactId: number): Sql =>
  Prisma.sql`SELECT balance::float8 AS balance, audit_id AS "auditId" FROM contact WHERE tenant_id = ${tenantId} AND id = ${contactId}`
