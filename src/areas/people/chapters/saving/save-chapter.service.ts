import { prepareOrganization, renameOrganization } from '#areas/people/contacts/organizations/organizations.service'
import type { ChapterEditInput } from '#contract/people/chapters'
import { notFound, ruleRefused } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { chapterEvents } from '../chapters.events.ts'
import { enqueueChapterLists } from '../members/chapter-lists.service.ts'
import { type ChapterDraft, needName, readChapter } from './chapter-input.ts'
import { calendarOf, describeCalendarOf, groupOf, makeOrganization } from './chapter-parts.service.ts'
import { checkReferences } from './chapter-references.queries.ts'
import { findParent } from './chapter-tree.queries.ts'
import { findWarnings, refuseWarnings } from './chapter-warnings.queries.ts'

export interface SaveChapter {
  /** 0 creates. */
  chapterId: number
  input: ChapterEditInput
  /** Saves in spite of warnings. */
  force: boolean
  expected: ExpectedVersion
}

/**
 * Creates or changes a chapter with its organization, calendar, group and owners, in one transaction. Answers its id.
 *
 * @throws 400, 404, 409 chapter-warnings or duplicate, 412, 422: see the contract.
 */
export const saveChapter = async (
  scope: Scope,
  { chapterId, input, force, expected }: SaveChapter,
): Promise<number> => {
  const draft = readChapter(input)
  if (chapterId > 0) return scope.db.transaction((tx) => change(scope, tx, chapterId, draft, { force, expected }))
  const ids = await prepareOrganization(scope)
  return scope.db.transaction(async (tx) => {
    const name = draft.name ?? needName()
    const { parentId, warnings } = await check(scope, tx, draft, null)
    if (!force) refuseWarnings(warnings)
    const organizationId = await makeOrganization(scope, tx, ids, { ...draft, name, force })
    const data = {
      ...columnsOf(draft, null),
      organizationId,
      parentId: parentId ?? null,
      calendarId: await calendarOf(scope, tx, draft, name),
      groupId: await groupOf(scope, tx, draft, name),
    }
    const { id } = await tx.chapter.create({ data: { ...data, tenantId: scope.db.tenantId } })
    await setOwners(scope, tx, id, draft)
    await note(scope, tx, { id, auditId: 1, action: 'created', organizationId, data })
    return id
  })
}

interface ChangeOptions {
  force: boolean
  expected: ExpectedVersion
}

const change = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  draft: ChapterDraft,
  { force, expected }: ChangeOptions,
): Promise<number> => {
  const { tenantId } = scope.db
  const current = await holdChapter(scope, tx, id)
  assertVersion(current.auditId, expected)
  const { parentId, warnings } = await check(scope, tx, draft, current)
  if (!force) refuseWarnings(warnings)
  const organizationId = draft.organizationId ?? current.organizationId
  if (draft.name !== undefined) await renameOrganization(tx, scope, organizationId, draft.name)
  await describeCalendarOf(scope, tx, draft, current)
  const data = {
    ...columnsOf(draft, current),
    organizationId,
    ...(parentId !== undefined && { parentId }),
    ...(draft.calendarId !== undefined && { calendarId: draft.calendarId }),
    ...(draft.groupId !== undefined && { groupId: draft.groupId }),
  }
  const where = { tenantId_id: { tenantId, id } }
  const { auditId } = await tx.chapter.update({ where, data: { ...data, auditId: { increment: 1 } } })
  await setOwners(scope, tx, id, draft)
  await followLists(scope, tx, current, draft)
  await note(scope, tx, { id, auditId, action: 'updated', organizationId, data })
  return id
}

const current = { include: { organization: { select: { displayName: true } }, calendar: true } } as const
type Current = Prisma.ChapterGetPayload<typeof current>

/** The chapter as it stands, held until the transaction ends. */
const holdChapter = async ({ db }: Scope, tx: Transaction, id: number): Promise<Current> => {
  const { tenantId } = db
  await lockSubject(tx, { db }, 'chapter')
  await tx.$queryRaw`SELECT id FROM chapter WHERE tenant_id = ${tenantId} AND id = ${id} FOR NO KEY UPDATE`
  const found = await tx.chapter.findFirst({ where: { tenantId, id }, ...current })
  if (!found) throw notFound('chapter')
  return found
}

/** Errors are thrown, warnings answered. One save of a tenant at a time: names, codes and the tree hold together. */
const check = async (scope: Scope, tx: Transaction, draft: ChapterDraft, chapter: Current | null) => {
  await lockSubject(tx, scope, 'chapter')
  await checkReferences(scope, tx, draft, chapter)
  const { parentOrganizationId } = draft
  const parentId =
    parentOrganizationId === undefined ? undefined : await findParent(scope, tx, parentOrganizationId, chapter)
  return { parentId, warnings: await findWarnings(scope, tx, draft, parentId, chapter) }
}

/** The chapter's own columns that a draft sets. */
const columnsOf = (draft: ChapterDraft, chapter: Current | null) => {
  const { postalCodes, affiliate, directoryId } = draft
  const isMoved = chapter !== null && directoryId !== undefined && directoryId !== chapter.directoryId
  return {
    ...(draft.number !== undefined && { number: draft.number }),
    ...(draft.description !== undefined && { description: draft.description }),
    ...(directoryId !== undefined && { directoryId }),
    ...(isMoved && { previousDirectoryId: chapter.directoryId }),
    ...(draft.paymentGatewayId !== undefined && { paymentGatewayId: draft.paymentGatewayId }),
    ...(postalCodes !== undefined && { postalCodes: postalCodes ?? [], takesPostalCodes: postalCodes !== null }),
    ...(affiliate !== undefined && {
      affiliateTenantKey: affiliate?.key ?? null,
      affiliateIsActive: affiliate?.isActive ?? false,
    }),
    allowsAffiliateEditing: affiliateEditing(draft, chapter),
  }
}

/** Without an affiliate there is nobody to be allowed anything. */
const affiliateEditing = ({ affiliate, allowsAffiliateEditing }: ChapterDraft, chapter: Current | null): boolean => {
  const key = affiliate === undefined ? chapter?.affiliateTenantKey : affiliate?.key
  if (key) return allowsAffiliateEditing ?? chapter?.allowsAffiliateEditing ?? false
  if (!allowsAffiliateEditing) return false
  throw ruleRefused('affiliate-needed', 'There is no affiliate tenant that could be allowed to edit.', [
    { pointer: '/ShouldAllowChapterTenantEditing', message: 'needs AffiliateTenantModel' },
  ])
}

const setOwners = async ({ db: { tenantId } }: Scope, tx: Transaction, chapterId: number, { owners }: ChapterDraft) => {
  if (owners === undefined) return
  await tx.chapterOwner.deleteMany({ where: { tenantId, chapterId } })
  const data = owners.map(({ ContactId, CanEdit }) => ({
    tenantId,
    chapterId,
    contactId: ContactId,
    canEdit: CanEdit ?? false,
  }))
  await tx.chapterOwner.createMany({ data })
}

/** A job brings the contacts into another group or directory, and out of the one before where that is asked for. */
const followLists = async (scope: Scope, tx: Transaction, before: Current, draft: ChapterDraft): Promise<void> => {
  const { groupId, directoryId, leavesPreviousDirectory } = draft
  const isMoved = directoryId !== undefined && directoryId !== before.directoryId
  if (!isMoved && (groupId === undefined || groupId === before.groupId)) return
  const leaveDirectoryId = isMoved && leavesPreviousDirectory ? before.directoryId : null
  await enqueueChapterLists(scope, tx, { chapterId: before.id, leaveDirectoryId })
}

interface Noted {
  id: number
  auditId: number
  action: 'created' | 'updated'
  organizationId: number
  data: Prisma.InputJsonObject
}

const note = (scope: Scope, tx: Transaction, { id, auditId, action, organizationId, data }: Noted): Promise<void> => {
  const event = { kind: chapterEvents[action], payload: { chapterId: id, organizationId } }
  return recordChange(scope, tx, { entity: 'chapter', entityId: id, auditId, action, changes: data, event })
}
