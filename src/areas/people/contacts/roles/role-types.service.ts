import type { ContactRoleTypeEditInput } from '#contract/people/contacts-details'
import { conflict, notFound } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Prisma } from '#prisma/client'
import { neededLine } from '../contact-parts.input.ts'

const withCount = { include: { _count: { select: { roles: true } } } } as const

export type RoleTypeWithCount = Prisma.ContactRoleTypeGetPayload<typeof withCount>

/** By their order, then by name. */
export const listRoleTypes = ({ db }: Scope): Promise<RoleTypeWithCount[]> =>
  db.prisma.contactRoleType.findMany({
    where: { tenantId: db.tenantId },
    orderBy: [{ displayOrder: 'asc' }, { name: 'asc' }],
    ...withCount,
  })

/** Creates a role type (id 0) or changes one; 409 where another has the name, whatever its case. */
export const saveRoleType = (scope: Scope, id: number, input: ContactRoleTypeEditInput): Promise<RoleTypeWithCount> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'contact_role_type')
    const current = id === 0 ? null : await tx.contactRoleType.findFirst({ where: { tenantId, id } })
    if (id !== 0 && !current) throw notFound('role type')
    const name = neededLine(input.Name, current?.name, '/Name')
    const displayOrder = input.DisplayOrder ?? current?.displayOrder ?? 0
    const data = { name, displayOrder, inheritsRights: input.InheritsRights ?? current?.inheritsRights ?? false }
    const other = await tx.contactRoleType.findFirst({
      where: { tenantId, name: { equals: name, mode: 'insensitive' }, id: { not: id } },
    })
    if (other) throw conflict('duplicate', `There is another role called "${other.name}".`)
    const saved = current
      ? await tx.contactRoleType.update({ where: { tenantId_id: { tenantId, id } }, data, ...withCount })
      : await tx.contactRoleType.create({ data: { ...data, tenantId }, ...withCount })
    const action = current ? 'updated' : 'created'
    await recordChange(scope, tx, { entity: 'contactroletype', entityId: saved.id, auditId: 0, action, changes: data })
    return saved
  })

/** Deletes a role type that no role uses; otherwise 409. */
export const deleteRoleType = (scope: Scope, id: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await tx.$queryRaw`select 1 from contact_role_type where tenant_id = ${tenantId} and id = ${id} for update`
    const current = await tx.contactRoleType.findFirst({ where: { tenantId, id }, ...withCount })
    if (!current) throw notFound('role type')
    if (current._count.roles > 0) throw conflict('in-use', `${current._count.roles} roles use it.`)
    await tx.contactRoleType.delete({ where: { tenantId_id: { tenantId, id } } })
    await recordChange(scope, tx, { entity: 'contactroletype', entityId: id, auditId: 0, action: 'deleted' })
  })
