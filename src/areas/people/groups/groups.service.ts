import type { GroupEditInput } from '../../../contract/people/groups.ts'
import type { Group } from '../../../generated/prisma/client.ts'
import { recordChange } from '../../../kernel/audit/audit.ts'
import { badInput, conflict, notFound } from '../../../kernel/errors/problem.ts'
import { assertIfMatch, assertVersion, type ExpectedVersion } from '../../../kernel/http/versions.ts'
import { oneAtATime } from '../../../kernel/tenancy/one-at-a-time.ts'
import type { Scope } from '../../../kernel/tenancy/scope.ts'
import type { Transaction } from '../../../kernel/tenancy/tenant-db.ts'
import { groupEvents } from './groups.events.ts'
import { type GroupWithCount, withMemberCount } from './groups.queries.ts'

/** Creates a group (id 0) or changes one; 409 where another has the name, whatever its case. */
export const saveGroup = (
  scope: Scope,
  id: number,
  input: GroupEditInput,
  expected: ExpectedVersion,
): Promise<GroupWithCount> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await oneAtATime(tx, tenantId, 'contact_group')
    const current = id === 0 ? undefined : await lockGroup(scope, tx, id)
    if (current) assertVersion(current.auditId, expected)
    const data = readInput(input, current)
    const same = { deletedAt: null, name: { equals: data.name, mode: 'insensitive' } as const, id: { not: id } }
    if (await tx.group.findFirst({ where: { tenantId, ...same }, select: { id: true } })) {
      throw conflict('duplicate', `There is another group called "${data.name}".`)
    }
    const saved = current
      ? await tx.group.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, auditId: { increment: 1 } },
          ...withMemberCount,
        })
      : await tx.group.create({ data: { ...data, tenantId }, ...withMemberCount })
    const [action, kind] = current
      ? (['updated', groupEvents.updated] as const)
      : (['created', groupEvents.created] as const)
    const change = { entityId: saved.id, auditId: saved.auditId, action, changes: data }
    await recordChange(scope, tx, { entity: 'group', ...change, event: { kind, payload: { name: saved.name } } })
    return saved
  })

/** Takes a group out of every list; who was in it is kept. */
export const deleteGroup = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const { auditId, name } = await lockGroup(scope, tx, id)
    assertIfMatch(auditId, expected)
    const data = { deletedAt: scope.clock.now(), auditId: auditId + 1 }
    await tx.group.update({ where: { tenantId_id: { tenantId, id } }, data })
    const event = { kind: groupEvents.deleted, payload: { name } }
    await recordChange(scope, tx, { entity: 'group', entityId: id, auditId: auditId + 1, action: 'deleted', event })
  })

/** The group as it stands, held until the transaction ends. */
export const lockGroup = async ({ db }: Scope, tx: Transaction, id: number): Promise<Group> => {
  await tx.$queryRaw`select 1 from contact_group where tenant_id = ${db.tenantId} and id = ${id} for no key update`
  const group = await tx.group.findFirst({ where: { tenantId: db.tenantId, id, deletedAt: null } })
  if (!group) throw notFound('group')
  return group
}

const readInput = (input: GroupEditInput, current: Group | undefined) => {
  const name = input.Name === undefined ? current?.name : input.Name?.trim().replace(/\s+/g, ' ')
  if (!name) throw badInput('/Name', 'is needed and must not be blank')
  return {
    name,
    description: (input.Description === undefined ? current?.description : input.Description?.trim()) || null,
    disallowOptIn: input.DisallowOptIn ?? current?.disallowOptIn ?? false,
    disallowOptOut: input.DisallowOptOut ?? current?.disallowOptOut ?? false,
    isMemberViewable: input.IsMemberViewable ?? current?.isMemberViewable ?? false,
  }
}
