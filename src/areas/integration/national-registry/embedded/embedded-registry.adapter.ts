import { lockSubject } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { NationalRegistry, RegistryRequest } from '../registry.port.ts'

/** The first number that the registry assigns. */
const FIRST_NUMBER = 900_000_001
const PAGE = 200

/** Returns the registry that is built in: tables of the tenant. */
export const embeddedRegistry = (scope: Scope): NationalRegistry => ({
  send: (request) => scope.db.transaction((tx) => accept(scope, tx, request)),
  listChanges: async (cursor) => {
    const found = await scope.db.prisma.embeddedRegistryChange.findMany({
      where: { tenantId: scope.db.tenantId, id: { gt: BigInt(cursor ?? 0) } },
      orderBy: { id: 'asc' },
      take: PAGE + 1,
    })
    const page = found.slice(0, PAGE)
    const last = page.at(-1)
    return {
      changes: page.map(({ id, operation, body }) => ({ id: String(id), operation, transaction: body })),
      cursor: last ? String(last.id) : cursor,
      hasMore: found.length > PAGE,
    }
  },
})

/** Accepts a change. A repeated request has no effect and gets the same response. */
const accept = async (scope: Scope, tx: Transaction, request: RegistryRequest): Promise<number> => {
  const { tenantId } = scope.db
  const { requestId, contact } = request
  await lockSubject(scope, tx, 'embedded-registry')
  const accepted = await tx.embeddedRegistryRequest.findFirst({ where: { tenantId, requestId } })
  if (accepted) return accepted.nationalId
  const nationalId = request.nationalId ?? (await nextNumber(scope, tx))
  const data = { contact: { ...contact, NationalID: nationalId } as object }
  await tx.embeddedRegistryRecord.upsert({
    where: { tenantId_nationalId: { tenantId, nationalId } },
    create: { tenantId, nationalId, ...data },
    update: { ...data, version: { increment: 1 } },
  })
  await tx.embeddedRegistryRequest.create({ data: { tenantId, requestId, nationalId, acceptedAt: scope.clock.now() } })
  return nationalId
}

const nextNumber = async ({ db: { tenantId } }: Scope, tx: Transaction): Promise<number> => {
  const where = { tenantId, nationalId: { gte: FIRST_NUMBER } }
  const known = await tx.embeddedRegistryRecord.aggregate({ where, _max: { nationalId: true } })
  const used = await tx.associationMember.aggregate({ where, _max: { nationalId: true } })
  return Math.max(known._max.nationalId ?? 0, used._max.nationalId ?? 0, FIRST_NUMBER - 1) + 1
}
