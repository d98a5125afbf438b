import { Prisma } from '../../../generated/prisma/client.ts'
import { notFound } from '../../../kernel/errors/problem.ts'
import type { Scope } from '../../../kernel/tenancy/scope.ts'
import { fold } from '../../../kernel/text/fold.ts'

/** member: is in it; removed: taken out by staff; optedout: left by its own wish. */
export type MemberState = 'member' | 'removed' | 'optedout'

/** How many contacts are in it, without deleted ones. */
export const withMemberCount = {
  include: { _count: { select: { members: { where: { state: 'member', contact: { deletedAt: null } } } } } },
} as const

export type GroupWithCount = Prisma.GroupGetPayload<typeof withMemberCount>

/** One group; 404 where there is none, or it was deleted. */
export const getGroup = async ({ db }: Scope, id: number): Promise<GroupWithCount> => {
  const group = await db.prisma.group.findFirst({
    where: { tenantId: db.tenantId, id, deletedAt: null },
    ...withMemberCount,
  })
  if (!group) throw notFound('group')
  return group
}

/** A page of the groups by name; `criteria` is part of the name, whatever case and accents. */
export const listGroups = async (
  { db }: Scope,
  { take, skip, criteria }: { take: number; skip: number; criteria: string | undefined },
): Promise<{ total: number; rows: GroupWithCount[] }> => {
  const found = await db.rows<{ id: number; total: string }>(Prisma.sql`
    select g.id, count(*) over () as total from contact_group g
    where g.tenant_id = ${db.tenantId} and g.deleted_at is null
      and position(${fold(criteria ?? '')}::text in ${FOLDED_NAME}) > 0
    order by lower(g.name), g.id limit ${take} offset ${skip}`)
  const ids = found.map(({ id }) => id)
  const groups = await db.prisma.group.findMany({
    where: { tenantId: db.tenantId, id: { in: ids } },
    ...withMemberCount,
  })
  const rows = groups.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  const total = found[0] ? Number(found[0].total) : await countGroups(db, criteria)
  return { total, rows }
}

/** Lower case, accents off: what `fold` compares. */
const FOLDED_NAME = Prisma.sql`regexp_replace(normalize(lower(g.name), NFKD), '[\u0300-\u036f]', '', 'g')`

/** Beyond the last page the rows cannot tell how many there are. */
const countGroups = async (db: Scope['db'], criteria: string | undefined): Promise<number> => {
  const [row] = await db.rows<{ total: string }>(Prisma.sql`
    select count(*) as total from contact_group g where g.tenant_id = ${db.tenantId} and g.deleted_at is null
      and position(${fold(criteria ?? '')}::text in ${FOLDED_NAME}) > 0`)
  return Number(row?.total ?? 0)
}

const memberParts = {
  contact: { select: { displayName: true, systemTypeId: true, emailAddress: true } },
} as const

export type MemberOfGroup = Prisma.GroupMemberGetPayload<{ include: typeof memberParts }>

/** A page of who is in a group, or was taken out, or left, by name; without deleted contacts. */
export const listMembers = async (
  scope: Scope,
  groupId: number,
  { take, skip, state }: { take: number; skip: number; state: MemberState },
): Promise<{ total: number; rows: MemberOfGroup[] }> => {
  const { prisma, tenantId } = scope.db
  await getGroup(scope, groupId)
  const where = { tenantId, groupId, state, contact: { deletedAt: null } }
  const [total, rows] = await Promise.all([
    prisma.groupMember.count({ where }),
    prisma.groupMember.findMany({
      where,
      include: memberParts,
      orderBy: [{ contact: { sortName: 'asc' } }, { contactId: 'asc' }],
      take,
      skip,
    }),
  ])
  return { total, rows }
}

/** A group and what a contact is to it. */
export interface GroupOfContact {
  groupId: number
  name: string
  disallowOptIn: boolean
  disallowOptOut: boolean
  /** Of the contact's place in the group; null where it never had one. */
  memberId: number | null
  memberAuditId: number | null
  state: MemberState | null
  changedAt: Date | null
}

/** Every group of the tenant, by name, with what the contact is to it. */
export const listGroupsOfContact = ({ db }: Scope, contactId: number): Promise<GroupOfContact[]> =>
  db.rows<GroupOfContact>(Prisma.sql`
    select g.id as "groupId", g.name, g.disallow_opt_in as "disallowOptIn", g.disallow_opt_out as "disallowOptOut",
      m.id as "memberId", m.audit_id as "memberAuditId", m.state, m.changed_at as "changedAt"
    from contact_group g
    left join contact_group_member m on m.tenant_id = g.tenant_id and m.group_id = g.id and m.contact_id = ${contactId}
    where g.tenant_id = ${db.tenantId} and g.deleted_at is null order by lower(g.name), g.id`)
