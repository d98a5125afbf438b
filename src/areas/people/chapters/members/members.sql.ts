import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

export interface ChapterMember {
  contactId: number
  chapterId: number
}

const MEMBER = Prisma.sql`k.contact_id AS "contactId", k.chapter_id AS "chapterId"`

const unnested = (members: readonly ChapterMember[]): Sql => Prisma.sql`
  unnest(${members.map(({ contactId }) => contactId)}::int[], ${members.map(({ chapterId }) => chapterId)}::int[])
    AS w(contact_id, chapter_id)`

const isMember = (tenantId: number, { contactId, chapterId }: ChapterMember): Sql => Prisma.sql`
  tenant_id = ${tenantId}::int AND contact_id = ${contactId}::int AND chapter_id = ${chapterId}::int`

/** Selects the contacts of a chapter, deleted ones too, as rows of ChapterMember. */
export const listMembersOfChapterSql = (tenantId: number, chapterId: number): Sql => Prisma.sql`
  SELECT ${MEMBER} FROM contact_chapter k WHERE k.tenant_id = ${tenantId}::int AND k.chapter_id = ${chapterId}::int`

/** Finds a member: one row if the contact is in the chapter. */
export const findMemberSql = (tenantId: number, member: ChapterMember): Sql =>
  Prisma.sql`SELECT id FROM contact_chapter WHERE ${isMember(tenantId, member)}`

/** Removes contacts from chapters. Returns the members that existed. */
export const deleteMembersSql = (tenantId: number, members: readonly ChapterMember[]): Sql => Prisma.sql`
  DELETE FROM contact_chapter k USING ${unnested(members)}
  WHERE k.tenant_id = ${tenantId}::int AND k.contact_id = w.contact_id AND k.chapter_id = w.chapter_id
  RETURNING ${MEMBER}`

/** Adds contacts to chapters. Returns the members that did not exist before. */
export const createMembersSql = (
  tenantId: number,
  members: readonly ChapterMember[],
  isByPostalCode: boolean,
  now: Date,
): Sql => Prisma.sql`
  INSERT INTO contact_chapter AS k (tenant_id, contact_id, chapter_id, is_primary, is_by_postal_code, created_at)
  SELECT ${tenantId}::int, w.contact_id, w.chapter_id, false, ${isByPostalCode}::boolean, ${now}::timestamptz
  FROM ${unnested(members)} ORDER BY w.contact_id, w.chapter_id
  ON CONFLICT (tenant_id, contact_id, chapter_id) DO NOTHING RETURNING ${MEMBER}`

/** Makes the oldest chapter of each contact its primary one, if the contact has none. */
export const setMissingPrimariesSql = (tenantId: number, contactIds: readonly number[]): Sql => Prisma.sql`
  UPDATE contact_chapter k SET is_primary = true FROM (
    SELECT DISTINCT ON (f.contact_id) f.id FROM contact_chapter f
    WHERE f.tenant_id = ${tenantId}::int AND f.contact_id = ANY(${[...contactIds]}::int[])
      AND NOT EXISTS (SELECT FROM contact_chapter p
        WHERE p.tenant_id = ${tenantId}::int AND p.contact_id = f.contact_id AND p.is_primary)
    ORDER BY f.contact_id, f.created_at, f.id) first
  WHERE k.tenant_id = ${tenantId}::int AND k.id = first.id`

/** Clears the primary chapter of a contact if it is another one. Returns a row if it was. */
export const clearOtherPrimarySql = (tenantId: number, { contactId, chapterId }: ChapterMember): Sql => Prisma.sql`
  UPDATE contact_chapter SET is_primary = false
  WHERE tenant_id = ${tenantId}::int AND contact_id = ${contactId}::int AND is_primary
    AND chapter_id <> ${chapterId}::int RETURNING id`

export const setPrimarySql = (tenantId: number, member: ChapterMember): Sql =>
  Prisma.sql`UPDATE contact_chapter SET is_primary = true WHERE ${isMember(tenantId, member)} AND NOT is_primary`

/** Marks a member as chosen by staff. Returns a row if the assignment by postal code had added it. */
export const setChosenByStaffSql = (tenantId: number, member: ChapterMember): Sql => Prisma.sql`
  UPDATE contact_chapter SET is_by_postal_code = false
  WHERE ${isMember(tenantId, member)} AND is_by_postal_code RETURNING id`

/** A row of raiseVersionsSql. */
export interface RaisedContact {
  contactId: number
  auditId: number
  primaryChapterId: number | null
}

/** Adds one to the version of contacts. Returns their versions and primary chapters. */
export const raiseVersionsSql = (tenantId: number, contactIds: readonly number[]): Sql => Prisma.sql`
  UPDATE contact c SET audit_id = audit_id + 1
  WHERE c.tenant_id = ${tenantId}::int AND c.id = ANY(${[...contactIds]}::int[])
  RETURNING c.id AS "contactId", c.audit_id AS "auditId", (SELECT k.chapter_id FROM contact_chapter k
    WHERE k.tenant_id = ${tenantId}::int AND k.contact_id = c.id AND k.is_primary) AS "primaryChapterId"`

/** A contact with the group and the directory of one of its chapters. */
export interface ContactLists {
  contactId: number
  groupId: number | null
  directoryId: number | null
}

/** Selects the groups and directories of the chapters of members, as rows of ContactLists. */
export const listsOfMembersSql = (tenantId: number, members: readonly ChapterMember[]): Sql => Prisma.sql`
  SELECT w.contact_id AS "contactId", h.group_id AS "groupId", h.directory_id AS "directoryId"
  FROM ${unnested(members)} JOIN chapter h ON h.tenant_id = ${tenantId}::int AND h.id = w.chapter_id`

/**
 * Selects the same as listsOfMembersSql for former members, without the lists that another chapter of the contact has
 * too.
 */
export const listsOfFormerMembersSql = (tenantId: number, left: readonly ChapterMember[]): Sql => {
  const stays = (column: 'group_id' | 'directory_id') => Prisma.sql`EXISTS (
    SELECT FROM contact_chapter k JOIN chapter o ON o.tenant_id = k.tenant_id AND o.id = k.chapter_id
    WHERE k.tenant_id = ${tenantId}::int AND k.contact_id = w.contact_id
      AND o.${Prisma.raw(column)} = h.${Prisma.raw(column)})`
  return Prisma.sql`
    SELECT w.contact_id AS "contactId", CASE WHEN ${stays('group_id')} THEN NULL ELSE h.group_id END AS "groupId",
      CASE WHEN ${stays('directory_id')} THEN NULL ELSE h.directory_id END AS "directoryId"
    FROM ${unnested(left)} JOIN chapter h ON h.tenant_id = ${tenantId}::int AND h.id = w.chapter_id`
}

/** Selects the ids of the next contacts of a chapter after a contact. */
export const nextMembersSql = (tenantId: number, chapterId: number, after: number, limit: number): Sql => Prisma.sql`
  SELECT k.contact_id AS id FROM contact_chapter k
  WHERE k.tenant_id = ${tenantId}::int AND k.chapter_id = ${chapterId}::int AND k.contact_id > ${after}::int
  ORDER BY k.contact_id LIMIT ${limit}::int`

/** A row of listsOfChapterSql. */
export interface MemberLists extends ContactLists {
  /** Whether another chapter of the contact has the directory that is left. */
  stays: boolean
}

/** Selects the group and directory of a chapter for each of the contacts that are still in it. */
export const listsOfChapterSql = (
  tenantId: number,
  { chapterId, leaveDirectoryId }: { chapterId: number; leaveDirectoryId: number | null },
  contactIds: readonly number[],
): Sql => Prisma.sql`
  SELECT k.contact_id AS "contactId", h.group_id AS "groupId", h.directory_id AS "directoryId",
    EXISTS (SELECT FROM contact_chapter o JOIN chapter p ON p.tenant_id = o.tenant_id AND p.id = o.chapter_id
      WHERE o.tenant_id = ${tenantId}::int AND o.contact_id = k.contact_id AND o.chapter_id <> h.id
        AND p.directory_id = ${leaveDirectoryId}::int) AS stays
  FROM contact_chapter k JOIN chapter h ON h.tenant_id = k.tenant_id AND h.id = k.chapter_id
  WHERE k.tenant_id = ${tenantId}::int AND k.chapter_id = ${chapterId}::int
    AND k.contact_id = ANY(${[...contactIds]}::int[])
  ORDER BY k.contact_id`
