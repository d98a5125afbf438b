import { prepareOrganization, renameOrganization } from '#areas/people/contacts/organizations/organizations.service'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { ChapterEditInput } from '#contract/people/chapters'
import { lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Chapter, Prisma } from '#prisma/client'
import { changedPart } from '#services/tenant-log/changed-part'
import {
  describeCalendarOf,
  renameGroupOf,
  saveCalendarOf,
  saveGroup,
  saveOrganization,
} from './chapter-parts.service.ts'
import { type ChapterDraft, columnsOf, parseChapter, refuseMissingName } from './chapters.input.ts'
import { type CurrentChapter, chapterKind, findWarnings, refuseWarnings } from './chapters.queries.ts'
import { enqueueListUpdate } from './members/lists.job.ts'
import { moveContacts } from './members/members.service.ts'
import { type ChapterMember, listMembersOfChapterSql } from './members/members.sql.ts'
import { checkReferences, findParent } from './references.queries.ts'

/** The lock of a tenant's chapters: their names, their postal codes and their tree have rules across chapters. */
const CHAPTERS = 'chapter'

/**
 * Creates a chapter (id 0) or changes one, with its organization, calendar, group and owners, in one transaction.
 *
 * @param force saves in spite of warnings.
 * @throws 400, 404, 409 chapter-warnings, duplicate, 412, 422.
 */
export const saveChapter = async (
  scope: Scope,
  id: number,
  input: ChapterEditInput,
  expected: ExpectedVersion,
  force: boolean,
): Promise<Chapter> => {
  const draft = parseChapter(input)
  if (id === 0) return createChapter(scope, draft, force)
  return scope.db.transaction(async (tx) => {
    await lockSubject(scope, tx, CHAPTERS)
    const current = await lockRecord(scope, tx, chapterKind, id, expected, 'no key update')
    return changeChapter(scope, tx, current, draft, force)
  })
}

const createChapter = async (scope: Scope, draft: ChapterDraft, force: boolean): Promise<Chapter> => {
  const ids = await prepareOrganization(scope)
  return scope.db.transaction(async (tx) => {
    const name = draft.name ?? refuseMissingName()
    await lockSubject(scope, tx, CHAPTERS)
    const parentId = await check(scope, tx, draft, null, force)
    const organizationId = await saveOrganization(scope, tx, ids, { ...draft, name, force })
    const data = {
      ...columnsOf(draft, null),
      organizationId,
      parentId: parentId ?? null,
      calendarId: await saveCalendarOf(scope, tx, draft, name),
      groupId: await saveGroup(scope, tx, draft, name),
    }
    const chapter = await tx.chapter.create({ data: { ...data, tenantId: scope.db.tenantId } })
    await record(scope, tx, chapter, 'created', await saveOwners(tx, chapter, draft))
    return chapter
  })
}

const changeChapter = async (
  scope: Scope,
  tx: Transaction,
  current: CurrentChapter,
  draft: ChapterDraft,
  force: boolean,
): Promise<Chapter> => {
  const parentId = await check(scope, tx, draft, current, force)
  const organizationId = draft.organizationId ?? current.organizationId
  if (draft.name !== undefined) await renameOrganization(scope, tx, organizationId, draft.name)
  await renameGroupOf(scope, tx, draft, current)
  await describeCalendarOf(scope, tx, draft, current)
  const data = {
    ...columnsOf(draft, current),
    organizationId,
    ...(parentId !== undefined && { parentId }),
    ...(draft.calendarId !== undefined && { calendarId: draft.calendarId }),
    ...(draft.groupId !== undefined && { groupId: draft.groupId }),
  }
  const { tenantId, id } = current
  const chapter = await tx.chapter.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...data, ...NEXT_VERSION },
  })
  const changes = await saveOwners(tx, chapter, draft)
  await updateLists(scope, tx, current, draft)
  await record(scope, tx, chapter, 'updated', changes)
  return chapter
}

/** Checks a draft. Returns the parent that it sets: undefined if it sets none, null for the top. */
const check = async (
  scope: Scope,
  tx: Transaction,
  draft: ChapterDraft,
  current: CurrentChapter | null,
  force: boolean,
): Promise<number | null | undefined> => {
  await checkReferences(scope, tx, draft, current)
  const { parentOrganizationId: parent } = draft
  const parentId = parent === undefined ? undefined : await findParent(scope, tx, parent, current)
  const warnings = await findWarnings(scope, tx, draft, parentId, current)
  if (!force) refuseWarnings(warnings)
  return parentId
}

const saveOwners = async (tx: Transaction, { tenantId, id: chapterId }: Chapter, { owners }: ChapterDraft) => {
  if (owners === undefined) return {}
  const where = { tenantId, chapterId }
  const before = await tx.chapterOwner.findMany({ where, select: { contactId: true, canEdit: true } })
  await tx.chapterOwner.deleteMany({ where })
  const data = owners.map(({ ContactId, CanEdit }) => ({
    tenantId,
    chapterId,
    contactId: ContactId,
    canEdit: CanEdit ?? false,
  }))
  await tx.chapterOwner.createMany({ data })
  return changedPart('Owners', before.map(ownerOf), data.map(ownerOf))
}

const ownerOf = ({ contactId, canEdit }: { contactId: number; canEdit: boolean }) => ({
  ContactId: contactId,
  CanEdit: canEdit,
})

// A job adds the contacts to a new group or directory, and removes them from the previous directory on request.
const updateLists = async (scope: Scope, tx: Transaction, before: Chapter, draft: ChapterDraft): Promise<void> => {
  const { groupId, directoryId, leavesPreviousDirectory } = draft
  const isMoved = directoryId !== undefined && directoryId !== before.directoryId
  if (!isMoved && (groupId === undefined || groupId === before.groupId)) return
  const leaveDirectoryId = isMoved && leavesPreviousDirectory ? before.directoryId : null
  await enqueueListUpdate(scope, tx, { chapterId: before.id, leaveDirectoryId })
}

/**
 * Deletes a chapter; its organization, calendar, group and directory stay. Deleted contacts are removed from it, so that
 * a contact that is restored later is in no deleted chapter.
 *
 * @throws 404, 409 in-use while it has child chapters or contacts, 412.
 */
export const deleteChapter = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, CHAPTERS)
    // The lock also keeps contacts from entering the chapter.
    const current = await lockRecord(scope, tx, chapterKind, id, expected)
    await requireUnused(scope, tx, chapterKind, current)
    const leave = await tx.rows<ChapterMember>(listMembersOfChapterSql(tenantId, id))
    const contactIds = leave.map(({ contactId }) => contactId)
    await lockContacts(tx, scope, contactIds)
    await moveContacts(scope, tx, { enter: [], leave, isByPostalCode: false })
    await tx.chapter.delete({ where: { tenantId_id: { tenantId, id } } })
    await record(scope, tx, nextVersionOf(current), 'deleted')
  })

const record = (
  scope: Scope,
  tx: Transaction,
  chapter: Chapter,
  action: ChangeAction,
  changes: Prisma.InputJsonObject = {},
): Promise<void> => {
  const payload = { chapterId: chapter.id, organizationId: chapter.organizationId }
  return recordChange(scope, tx, changeOf(chapterKind, chapter, action, { changes, payload }))
}
