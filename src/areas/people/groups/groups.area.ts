import type { Area } from '#areas/area'
import { contactLinks } from '#areas/people/contacts/contact-facts.listing'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import { kinds } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { addTo } from '#kernel/registers/register'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { groupEvents } from './groups.events.ts'
import { groupLink } from './groups.listing.ts'
import { getGroup } from './groups.queries.ts'
import { groups } from './groups.routes.ts'

const groupUse = (of: string, used: Sql): RecordUse => ({
  of,
  user: 'group',
  users: 'groups',
  scope: 'groups:read',
  remedy: 'Send forceSave to remove them.',
  rows: (tenantId) => Prisma.sql`SELECT ${used} AS used_id, g.id, g.name FROM contact_group_category x
      JOIN category_item i ON i.tenant_id = x.tenant_id AND i.id = x.item_id
      JOIN contact_group g ON g.tenant_id = x.tenant_id AND g.id = x.group_id
    WHERE x.tenant_id = ${tenantId}::integer AND g.deleted_at IS NULL`,
})

/** The records that groups use. A deletion with force removes the groups from the categories instead. */
const groupUses: readonly RecordUse[] = [
  groupUse('categoryitem', Prisma.sql`i.id`),
  groupUse('categorylist', Prisma.sql`i.list_id`),
]

export const groupsArea: Area = {
  routes: [groups],
  chapterScopes: ['groups:read', 'groups:write'],
  events: kinds('groups', {
    [groupEvents.created]: 'Group created',
    [groupEvents.updated]: 'Group updated',
    [groupEvents.deleted]: 'Group deleted',
    [groupEvents.memberAdded]: 'Contact came into a group',
    [groupEvents.memberRemoved]: 'Contact left a group',
  }),
  shapes: {
    group: written('groups:read', (scope, id) => getGroup(scope, id)),
  },
  uses: groupUses,
  additions: [
    addTo(contactMoves, {
      kind: 'groups',
      table: 'contact_group_member',
      column: 'contact_id',
      meaning: 'data',
      sameAs: 'w.group_id = l.group_id',
      settle: ({ tenantId, winner, loser }) => [
        // Leaving a group has precedence over removal by staff, and removal over membership.
        Prisma.sql`UPDATE contact_group_member w SET state = l.state, changed_at = l.changed_at, audit_id = w.audit_id + 1
        FROM contact_group_member l
        WHERE w.tenant_id = ${tenantId} AND w.contact_id = ${winner} AND l.tenant_id = ${tenantId}
          AND l.contact_id = ${loser} AND l.group_id = w.group_id
          AND array_position(ARRAY['member', 'removed', 'optedout'], l.state)
            > array_position(ARRAY['member', 'removed', 'optedout'], w.state)`,
      ],
    }),
    addTo(contactLinks, groupLink),
  ],
}
