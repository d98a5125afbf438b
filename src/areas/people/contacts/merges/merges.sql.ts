import { contactOfChaptersSql } from '#kernel/tenancy/chapter-contacts'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { DERIVED, ENTERED, ENTERED_COLUMNS } from '../records/columns.model.ts'
import { contactMoves, type MergePair, type Move, REPOINTED } from './contact-moves.queries.ts'

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
  ...contactMoves
    .entries()
    .filter(({ canBeUnpublished }) => canBeUnpublished)
    .map((move) => keepUnpublishedSql(move, pair)),
  ...settleContactsSql(pair),
  ...contactMoves.entries().flatMap(({ settle }) => settle?.(pair) ?? []),
]

const settleContactsSql = ({ tenantId, winner, loser }: MergePair): Sql[] => [
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
  // Of two runs of one certification the more advanced stays: the winner's is deleted if the loser's is ahead.
  Prisma.sql`DELETE FROM contact_certification w USING contact_certification l
    WHERE w.tenant_id = ${tenantId} AND w.contact_id = ${winner} AND l.tenant_id = ${tenantId}
      AND l.contact_id = ${loser} AND l.certification_id = w.certification_id
      AND (array_position(ARRAY[5, 4, 1, 2, 3], l.status::int), l.hours_earned + l.credits_earned)
        > (array_position(ARRAY[5, 4, 1, 2, 3], w.status::int), w.hours_earned + w.credits_earned)`,
]

/** Makes the remaining references to the loser reference the winner. */
export const repointSql = (pair: MergePair): Sql[] => [
  ...repointContactsSql(pair),
  ...contactMoves.entries().flatMap(({ repoint }) => repoint?.(pair) ?? []),
]

const repointContactsSql = ({ tenantId, winner, loser }: MergePair): Sql[] => [
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
]

/**
 * Finds a right of the loser that a caller limited to chapters cannot move: a seat, a chapter, or acting for a contact that
 * the caller cannot change. At most one row.
 */
export const rightOfLoserSql = ({ tenantId, loser }: MergePair, editable: readonly number[]): Sql => {
  const rights = [...contactMoves.entries(), ...REPOINTED].flatMap(({ table, column, meaning }) => {
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
