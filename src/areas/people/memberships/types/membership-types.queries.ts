import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import { listIdsInUse } from '#kernel/records/uses'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { MembershipLevel, MembershipType, Prisma } from '#prisma/client'
import { membershipTypeEvents } from '../memberships.events.ts'
import { WITH_BANDS } from './level-prices.queries.ts'
import { membershipTypeList } from './membership-types.listing.ts'

/** Every change of types or levels locks the subject of this table: their rules concern both. */
export const membershipTypeKind: RecordKind<MembershipType> = {
  entity: 'membershiptype',
  noun: 'membership type',
  table: 'membership_type',
  events: membershipTypeEvents,
  find: (tx, { tenantId, id }) => tx.membershipType.findFirst({ where: { tenantId, id } }),
}

/** The chapters that a level is limited to, and its bands, as part of a query by Prisma. */
const WITH_CHAPTERS = {
  ...WITH_BANDS,
  chapters: { select: { chapterId: true }, orderBy: { chapterId: 'asc' } },
} as const

/** A level with the chapters that it is limited to, and the bands of its price. */
export type LevelWithChapters = Prisma.MembershipLevelGetPayload<{ include: typeof WITH_CHAPTERS }>

export const membershipLevelKind: RecordKind<MembershipLevel> = {
  entity: 'membershiplevel',
  noun: 'membership level',
  table: 'membership_level',
  events: {
    created: membershipTypeEvents.levelCreated,
    updated: membershipTypeEvents.levelUpdated,
    deleted: membershipTypeEvents.levelDeleted,
  },
  find: (tx, { tenantId, id }) => tx.membershipLevel.findFirst({ where: { tenantId, id } }),
}

const BY_ORDER = [{ displayOrder: 'asc' }, { name: 'asc' }, { id: 'asc' }] as const

/** Lists the active types of the tenant in display order. */
export const listActiveTypes = ({ db }: Scope): Promise<MembershipType[]> =>
  db.prisma.membershipType.findMany({ where: { tenantId: db.tenantId, isActive: true }, orderBy: [...BY_ORDER] })

/**
 * Returns one type in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readType = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, membershipTypeList(scope), id, 'membership type')

/** Returns one type. @throws 404. */
export const getType = async ({ db }: Scope, id: number, tx = db.prisma): Promise<MembershipType> => {
  const type = await tx.membershipType.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!type) throw notFound('membership type')
  return type
}

/** Lists the levels of a type in display order. @throws 404 if the type does not exist. */
export const listLevels = async (scope: Scope, typeId: number, onlyActive = false): Promise<LevelWithChapters[]> => {
  const { prisma, tenantId } = scope.db
  await getType(scope, typeId)
  return prisma.membershipLevel.findMany({
    where: { tenantId, typeId, ...(onlyActive && { isActive: true }) },
    include: WITH_CHAPTERS,
    orderBy: [...BY_ORDER],
  })
}

/** Returns one level of a type. @throws 404. */
export const getLevel = async (
  { db }: Scope,
  typeId: number,
  id: number,
  tx: Models = db.prisma,
): Promise<LevelWithChapters> => {
  const level = await tx.membershipLevel.findFirst({
    where: { tenantId: db.tenantId, typeId, id },
    include: WITH_CHAPTERS,
  })
  if (!level) throw notFound('membership level')
  return level
}

/** Returns a level of any type. @throws 404. */
export const getLevelById = async ({ db }: Scope, id: number): Promise<LevelWithChapters> => {
  const level = await db.prisma.membershipLevel.findFirst({
    where: { tenantId: db.tenantId, id },
    include: WITH_CHAPTERS,
  })
  if (!level) throw notFound('membership level')
  return level
}

/** Returns the ids of the levels that are in use. */
export const listUsedLevels = (scope: Scope, levels: readonly MembershipLevel[]): Promise<ReadonlySet<number>> =>
  listIdsInUse(
    scope,
    membershipLevelKind,
    levels.map(({ id }) => id),
  )

/** A membership type as another tenant can see it. */
type MappableType = Pick<MembershipType, 'id' | 'name' | 'systemContactTypeId' | 'coversPeople'>

/** Lists the active types by name, and their active levels by type and display order: for mappings between tenants. */
export const listActiveTypesAndLevels = async ({
  db,
}: Pick<Scope, 'db'>): Promise<{
  types: MappableType[]
  levels: Pick<MembershipLevel, 'id' | 'typeId' | 'name'>[]
}> => {
  const { tenantId, prisma } = db
  const types = await prisma.membershipType.findMany({
    where: { tenantId, isActive: true },
    select: { id: true, name: true, systemContactTypeId: true, coversPeople: true },
    orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
  })
  const found = await prisma.membershipLevel.findMany({
    where: { tenantId, isActive: true, typeId: { in: types.map(({ id }) => id) } },
    select: { id: true, typeId: true, name: true },
    orderBy: [{ displayOrder: 'asc' }, { id: 'asc' }],
  })
  return { types, levels: types.flatMap(({ id }) => found.filter(({ typeId }) => typeId === id)) }
}
