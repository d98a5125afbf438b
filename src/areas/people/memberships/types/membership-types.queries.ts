import { recordUses } from '#areas/record-uses'
import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import { listIdsInUse } from '#kernel/records/uses'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { MembershipLevel, MembershipType, Prisma } from '#prisma/client'
import { membershipTypeEvents } from './membership-types.events.ts'

/** Every change of types or levels locks the subject of this table: their rules concern both. */
export const membershipTypeKind: RecordKind<MembershipType> = {
  entity: 'membershiptype',
  noun: 'membership type',
  table: 'membership_type',
  events: membershipTypeEvents,
  find: (tx, { tenantId, id }) => tx.membershipType.findFirst({ where: { tenantId, id } }),
}

/** The chapters that a level is limited to, as part of a query by Prisma. */
const WITH_CHAPTERS = { chapters: { select: { chapterId: true }, orderBy: { chapterId: 'asc' } } } as const

/** A level with the chapters that it is limited to. */
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

/** Lists the types of the tenant in display order. */
export const listTypes = ({ db }: Scope, onlyActive = false): Promise<MembershipType[]> =>
  db.prisma.membershipType.findMany({
    where: { tenantId: db.tenantId, ...(onlyActive && { isActive: true }) },
    orderBy: [...BY_ORDER],
  })

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

/** Returns the ids of the types that are in use. */
export const listUsedTypes = (scope: Scope, types: readonly MembershipType[]): Promise<ReadonlySet<number>> =>
  listIdsInUse(scope, recordUses, membershipTypeKind, idsOf(types))

/** Returns the ids of the levels that are in use. */
export const listUsedLevels = (scope: Scope, levels: readonly MembershipLevel[]): Promise<ReadonlySet<number>> =>
  listIdsInUse(scope, recordUses, membershipLevelKind, idsOf(levels))

const idsOf = (records: readonly { id: number }[]): number[] => records.map(({ id }) => id)
