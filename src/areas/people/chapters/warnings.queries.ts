import { type FieldFault, Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { foldedWords } from '#kernel/text/fold'
import { type Chapter, Prisma } from '#prisma/client'
import type { ChapterDraft } from './chapters.input.ts'

/** More would help nobody. */
const MOST = 50

/** Refuses with 409, if there are any. */
export const refuseWarnings = (errors: readonly FieldFault[]): void => {
  if (errors.length === 0) return
  const detail = 'The chapter can be saved, but look at the warnings first; forcesave saves it as it is.'
  throw new Problem(409, 'chapter-warnings', detail, { errors: errors.slice(0, MOST) })
}

/** What of a draft is probably not meant so: of what it changes, not of what was so before. */
export const findWarnings = async (
  scope: Scope,
  tx: Transaction,
  draft: ChapterDraft,
  parentId: number | null | undefined,
  current: (Chapter & { organization: { displayName: string } }) | null,
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
  const isTaken = others.some(({ organization }) => foldedWords(organization.displayName).join(' ') === key)
  return isTaken ? [{ pointer: '/ChapterName', message: 'another chapter has this name' }] : []
}

const samePostalCodes = async (
  { db }: Scope,
  tx: Transaction,
  codes: readonly string[],
  current: Chapter | null,
): Promise<FieldFault[]> => {
  const others = Prisma.sql`chapter h WHERE h.tenant_id = ${db.tenantId}::int AND h.id <> ${current?.id ?? 0}::int
    AND h.takes_postal_codes`
  if (codes.length === 0) {
    if (current?.takesPostalCodes && current.postalCodes.length === 0) return []
    const catchAlls = await tx.$queryRaw<object[]>(
      Prisma.sql`SELECT h.id FROM ${others} AND cardinality(h.postal_codes) = 0`,
    )
    return catchAlls.length > 0 ? [{ pointer: '/PostalCodesJson', message: 'another chapter is the catch-all' }] : []
  }
  const known = new Set(current?.postalCodes)
  const added = codes.filter((code) => !known.has(code))
  const rows = await tx.$queryRaw<{ code: string }[]>(Prisma.sql`
    SELECT w.code FROM unnest(${added}::text[]) AS w(code)
    WHERE w.code IN (SELECT unnest(h.postal_codes) FROM ${others})`)
  const taken = new Set(rows.map(({ code }) => code))
  return codes.flatMap((code, index) =>
    taken.has(code)
      ? [{ pointer: `/PostalCodesJson/${index}`, message: `another chapter lists "${code}" as well` }]
      : [],
  )
}

const movedTree = async ({ db }: Scope, tx: Transaction, own: number): Promise<FieldFault[]> => {
  const children = await tx.chapter.count({ where: { tenantId: db.tenantId, parentId: own } })
  if (children === 0) return []
  return [
    {
      pointer: '/ParentOrganizationId',
      message: `takes ${children} child ${children === 1 ? 'chapter' : 'chapters'} along`,
    },
  ]
}
