import { type FieldFault, Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { foldedWords } from '#kernel/text/fold'
import type { Chapter } from '#prisma/client'
import type { ChapterDraft } from './chapters.input.ts'
import type { CurrentChapter } from './chapters.queries.ts'
import { codesOfOthersSql, otherCatchAllsSql } from './chapters.sql.ts'

/** Warnings that one response reports at most. */
const MAX_REPORTED = 50

/** @throws 409 chapter-warnings if there are any. */
export const refuseWarnings = (errors: readonly FieldFault[]): void => {
  if (errors.length === 0) return
  const detail = 'The chapter was not saved because of warnings. Check them, or save it unchanged with forcesave.'
  throw new Problem(409, 'chapter-warnings', detail, { errors: errors.slice(0, MAX_REPORTED) })
}

/** Finds changes of a draft that are probably mistakes. What was the same before is not reported. */
export const findWarnings = async (
  scope: Scope,
  tx: Transaction,
  draft: ChapterDraft,
  parentId: number | null | undefined,
  current: CurrentChapter | null,
): Promise<FieldFault[]> => {
  const own = current?.id ?? 0
  const isRenamed = draft.name !== undefined && draft.name !== current?.organization.displayName
  return [
    ...(isRenamed ? await sameName(scope, tx, draft.name ?? '', own) : []),
    ...(draft.postalCodes ? await samePostalCodes(scope, tx, draft.postalCodes, current) : []),
    ...(current && parentId !== undefined && parentId !== current.parentId ? await movedTree(scope, tx, own) : []),
  ]
}

const sameName = async ({ db }: Scope, tx: Transaction, name: string, own: number): Promise<FieldFault[]> => {
  const key = foldedWords(name).join(' ')
  const others = await tx.chapter.findMany({
    where: { tenantId: db.tenantId, id: { not: own } },
    select: { organization: { select: { displayName: true } } },
  })
  const isUsed = others.some(({ organization }) => foldedWords(organization.displayName).join(' ') === key)
  return isUsed ? [{ pointer: '/ChapterName', message: 'is the name of another chapter' }] : []
}

const samePostalCodes = async (
  { db }: Scope,
  tx: Transaction,
  codes: readonly string[],
  current: Chapter | null,
): Promise<FieldFault[]> => {
  const own = current?.id ?? 0
  if (codes.length === 0) {
    if (current?.takesPostalCodes && current.postalCodes.length === 0) return []
    const catchAlls = await tx.rows(otherCatchAllsSql(db.tenantId, own))
    const message = 'is empty, but another chapter is the catch-all'
    return catchAlls.length > 0 ? [{ pointer: '/PostalCodesJson', message }] : []
  }
  const known = new Set(current?.postalCodes)
  const added = codes.filter((code) => !known.has(code))
  const rows = await tx.rows<{ code: string }>(codesOfOthersSql(db.tenantId, own, added))
  const used = new Set(rows.map(({ code }) => code))
  return codes.flatMap((code, index) =>
    used.has(code)
      ? [{ pointer: `/PostalCodesJson/${index}`, message: `is "${code}", which another chapter lists too` }]
      : [],
  )
}

const movedTree = async ({ db }: Scope, tx: Transaction, own: number): Promise<FieldFault[]> => {
  const children = await tx.chapter.count({ where: { tenantId: db.tenantId, parentId: own } })
  if (children === 0) return []
  const message = `also moves ${children} child ${children === 1 ? 'chapter' : 'chapters'}`
  return [{ pointer: '/ParentOrganizationId', message }]
}
