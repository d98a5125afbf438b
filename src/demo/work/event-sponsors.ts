import { saveEventSponsor } from '#areas/events/event-sponsors/event-sponsors.service'
import { approveEventSponsor, declineEventSponsor } from '#areas/events/event-sponsors/sponsor-statuses.service'
import type { EventSponsorEditInput } from '#contract/events/event-sponsors'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { DemoEvents } from './events.ts'
import { idIn, NEW } from './saving.ts'

/**
 * Enters sponsors of the congress: an approved one that is matched with a contact, one whose name is misspelled and waits for
 * its match, and a declined one.
 */
export const loadEventSponsors = async (
  scope: Scope,
  { congress: { id: eventId, tierIds } }: DemoEvents,
): Promise<void> => {
  const [reception, breaks] = tierIds
  if (reception === undefined || breaks === undefined) return
  const organizations = await findOrganizations(scope)
  const add = async (sponsor: EventSponsorEditInput): Promise<number> =>
    idIn(await saveEventSponsor(scope, { eventId, id: 0 }, sponsor, NEW), 'EventSponsorId')
  const [first, second] = organizations
  const approved = await add({
    SponsorshipTierId: reception,
    SponsorName: first?.name ?? 'Harbour Bank',
    OrganizationContactId: first?.id ?? null,
    FirstName: 'Dana',
    LastName: 'Reyes',
    EmailAddress: 'dana.reyes@sponsors.example',
  })
  await approveEventSponsor(scope, { eventId, id: approved }, versionOf(1))
  await add({
    SponsorshipTierId: breaks,
    SponsorName: misspelled(second?.name ?? 'Northside Coffee Roasters'),
    FirstName: 'Noor',
    LastName: 'Haddad',
    EmailAddress: 'noor.haddad@sponsors.example',
  })
  const declined = await add({ SponsorshipTierId: breaks, SponsorName: 'Lucky Star Casino', LastName: 'Vance' })
  await declineEventSponsor(scope, { eventId, id: declined }, versionOf(1))
}

/** Drops a letter in the middle, as visitors mistype names. */
export const misspelled = (name: string): string => {
  const middle = Math.floor(name.length / 2)
  return name.slice(0, middle) + name.slice(middle + 1)
}

const findOrganizations = async ({
  db: { prisma, tenantId },
  tenant,
}: Scope): Promise<{ id: number; name: string }[]> => {
  const found = await prisma.contact.findMany({
    where: {
      tenantId,
      systemTypeId: 2,
      deletedAt: null,
      isUnmatched: false,
      id: { not: tenant.organizationContactId ?? 0 },
    },
    orderBy: { id: 'asc' },
    take: 2,
  })
  return found.map(({ id, displayName }) => ({ id, name: displayName }))
}
