import type { Area } from '#areas/area'
import { benefitGivers } from '#areas/commerce/benefit-ledger/postings/owners.queries'
import { invoiceFollowers, invoiceOwners } from '#areas/finance/books/invoices/dependents.queries'
import { contactFacts, contactLinks, contactLists } from '#areas/people/contacts/contact-facts.listing'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import { overlapMerges } from '#areas/people/contacts/merges/merge-followers.service'
import { unitFinders } from '#areas/people/custom-fields/locations/locations.queries'
import { kinds } from '#kernel/outbox/event-kind'
import { presented, written } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { listGivingMemberships } from './benefits/benefits.queries.ts'
import { grantToLevel } from './benefits/level-grants.job.ts'
import { LEVEL_GRANTS } from './benefits/level-grants.service.ts'
import { membershipFailures } from './membership-failures.model.ts'
import { membershipLevelLink, membershipTypeLink } from './membership-links.listing.ts'
import { membershipEvents, membershipTypeEvents } from './memberships.events.ts'
import { membershipFact, membershipsOfContact } from './memberships.listing.ts'
import { getMembership } from './memberships.queries.ts'
import { memberships } from './memberships.routes.ts'
import { membershipUses } from './memberships.uses.ts'
import { membershipDays } from './nightly-run/nightly-run.job.ts'
import { membershipOverlaps } from './overlaps.service.ts'
import { membershipFollower, membershipInvoiceOwner } from './terms/invoices.service.ts'
import { listLevelUnits } from './types/level-prices.queries.ts'
import { presentLevel } from './types/membership-types.presenter.ts'
import { getLevelById, listUsedLevels, readType } from './types/membership-types.queries.ts'

/** Memberships and their types own the files in their custom fields. */
const membershipFiles: readonly FileOwner[] = [
  {
    kind: 'membership',
    remedy: 'The file belongs to a membership. Remove it there.',
    scope: 'memberships:read',
    rows: (tenantId) => Prisma.sql`SELECT m.id, c.display_name AS name FROM membership m
      JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id AND c.deleted_at IS NULL
      WHERE m.tenant_id = ${tenantId}::integer`,
  },
  {
    kind: 'membershiptype',
    remedy: 'The file belongs to a membership type. Remove it there.',
    scope: 'memberships:read',
    rows: (tenantId) => Prisma.sql`SELECT t.id, t.name FROM membership_type t WHERE t.tenant_id = ${tenantId}::integer`,
  },
]

export const membershipsArea: Area = {
  routes: [memberships],
  chapterScopes: ['memberships:read', 'memberships:write'],
  events: [
    ...kinds('memberships', {
      [membershipEvents.joined]: 'Membership joined',
      [membershipEvents.approved]: 'Membership approved',
      [membershipEvents.renewed]: 'Membership renewed',
      [membershipEvents.levelChanged]: 'Membership changed its level',
      [membershipEvents.suspended]: 'Membership suspended',
      [membershipEvents.resumed]: 'Membership resumed',
      [membershipEvents.cancelled]: 'Membership cancelled',
      [membershipEvents.dropped]: 'Membership dropped',
      [membershipEvents.reinstated]: 'Membership reinstated',
      [membershipEvents.paid]: 'Membership paid',
      [membershipEvents.paymentFailed]: 'Payment of a membership failed',
      [membershipEvents.updated]: 'Membership updated',
      [membershipEvents.begun]: 'Membership begun',
      [membershipEvents.graced]: 'Membership in grace',
      [membershipEvents.lapsed]: 'Membership lapsed',
    }),
    ...kinds('memberships', {
      [membershipTypeEvents.created]: 'Membership type created',
      [membershipTypeEvents.updated]: 'Membership type updated',
      [membershipTypeEvents.deleted]: 'Membership type deleted',
      [membershipTypeEvents.levelCreated]: 'Membership level created',
      [membershipTypeEvents.levelUpdated]: 'Membership level updated',
      [membershipTypeEvents.levelDeleted]: 'Membership level deleted',
    }),
  ],
  shapes: {
    membership: written('memberships:read', (scope, id) => getMembership(scope, id)),
    membershiptype: written('memberships:read', (scope, id) => readType(scope, id)),
    membershiplevel: presented('memberships:read', async (scope, id) => {
      const level = await getLevelById(scope, id)
      return presentLevel(scope, level, await listUsedLevels(scope, [level]))
    }),
  },
  uses: membershipUses,
  files: membershipFiles,
  failures: Object.values(membershipFailures),
  tasks: {
    [LEVEL_GRANTS]: grantToLevel,
  },
  days: [membershipDays],
  additions: [
    addTo(contactMoves, { kind: 'memberships', table: 'membership', column: 'contact_id', meaning: 'data' }),
    addTo(unitFinders, listLevelUnits),
    addTo(overlapMerges, membershipOverlaps),
    addTo(contactLists, membershipsOfContact),
    addTo(contactLinks, membershipTypeLink, membershipLevelLink),
    addTo(contactFacts, membershipFact),
    addTo(benefitGivers, listGivingMemberships),
    addTo(invoiceOwners, membershipInvoiceOwner),
    addTo(invoiceFollowers, membershipFollower),
  ],
}
