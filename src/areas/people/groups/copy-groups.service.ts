import type { GroupCopyInput, GroupMerged, GroupMergeInput } from '#contract/people/groups'
import { badInput, ruleRefused } from '#kernel/errors/problem'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type Group, Prisma } from '#prisma/client'
import { readGroup, type VersionedGroup } from './groups.queries.ts'
import { endGroup, holdName, record } from './groups.service.ts'
import { holdGroup, holdGroupIfThere, lockGroup } from './hold-group.service.ts'
import { changeMembers } from './members/members.sql.ts'

/** Makes a group of another name like this one, with its members unless they are not wanted. */
export const copyGroup = (scope: Scope, id: number, input: GroupCopyInput): Promise<VersionedGroup> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const name = await holdName(scope, tx, input.Name, 0)
    const { description, disallowOptIn, disallowOptOut, isMemberViewable } = await holdGroup(scope, tx, id)
    const data = { name, description, disallowOptIn, disallowOptOut, isMemberViewable }
    const copy = await tx.group.create({ data: { ...data, tenantId } })
    await tx.$executeRaw`insert into contact_group_category (tenant_id, group_id, item_id)
      select tenant_id, ${copy.id}, item_id from contact_group_category where tenant_id = ${tenantId} and group_id = ${id}`
    await record(scope, tx, copy, 'created', { ...data, copyOf: id })
    if (input.IncludeMembers ?? true) await bringMembers(scope, tx, id, copy)
    return readGroup(scope, copy.id, tx)
  })

/**
 * Brings the members of a group into another and ends it. In the other group nobody is moved who has a place there
 * already, be it as a member, as taken out or as one who left.
 *
 * @throws 400 for one group twice; 404; 409 stale-audit-id, in-use; 422 unknown-reference.
 */
export const mergeGroup = (
  scope: Scope,
  id: number,
  input: GroupMergeInput,
  expected: ExpectedVersion,
): Promise<GroupMerged> => {
  const intoId = input.IntoGroupId
  if (intoId === id) throw badInput('/IntoGroupId', 'must be another group')
  return scope.db.transaction(async (tx) => {
    const source = await lockGroup(scope, tx, id)
    assertVersion(source.auditId, expected)
    const target = (await holdGroupIfThere(scope, tx, intoId)) ?? refuseTarget()
    const before = await countPlaces(scope, tx, id, intoId)
    const added = await bringMembers(scope, tx, id, target)
    await bringWishes(scope, tx, id, intoId)
    await endGroup(scope, tx, source, intoId)
    return { GroupId: intoId, Added: added, ...before }
  })
}

const refuseTarget = (): never => {
  const errors = [{ pointer: '/IntoGroupId', message: 'names no group' }]
  throw ruleRefused('unknown-reference', 'The request refers to records that do not exist.', errors)
}

/** Members of the one by what they are to the other. */
const countPlaces = async (
  { db }: Scope,
  tx: Transaction,
  fromId: number,
  intoId: number,
): Promise<Pick<GroupMerged, 'AlreadyMembers' | 'StayedOut'>> => {
  const [row] = await tx.$queryRaw<{ already: number; out: number }[]>`
    select count(*) filter (where w.state = 'member')::int as already,
      count(*) filter (where w.state <> 'member')::int as out
    from contact_group_member m
    join contact_group_member w on w.tenant_id = m.tenant_id and w.group_id = ${intoId} and w.contact_id = m.contact_id
    where m.tenant_id = ${db.tenantId} and m.group_id = ${fromId} and m.state = 'member' and m.is_listed`
  return { AlreadyMembers: row?.already ?? 0, StayedOut: row?.out ?? 0 }
}

/** Members of the one become members of the other where they have no place there; answers how many did. */
const bringMembers = async (
  scope: Scope,
  tx: Transaction,
  fromId: number,
  into: Pick<Group, 'id' | 'auditId'>,
): Promise<number> => {
  const write = Prisma.sql`
    insert into contact_group_member (tenant_id, group_id, contact_id, state, changed_at)
    select tenant_id, ${into.id}::int, contact_id, state, ${scope.clock.now()} from contact_group_member
    where tenant_id = ${scope.db.tenantId} and group_id = ${fromId} and state = 'member' and is_listed
    order by contact_id
    on conflict do nothing returning contact_id`
  return (await changeMembers(scope, tx, into, 'member', write)).length
}

/** Who left the one by its own wish, and never was in the other, is kept there as one who left. */
const bringWishes = async ({ db }: Scope, tx: Transaction, fromId: number, intoId: number): Promise<void> => {
  await tx.$executeRaw`
    insert into contact_group_member (tenant_id, group_id, contact_id, state, changed_at)
    select tenant_id, ${intoId}::int, contact_id, state, changed_at from contact_group_member
    where tenant_id = ${db.tenantId} and group_id = ${fromId} and state = 'optedout' order by contact_id
    on conflict do nothing`
}
