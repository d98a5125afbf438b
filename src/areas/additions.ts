import { sponsorsEventSql } from '#areas/events/event-sponsors/coming-sponsors.listing'
import { sponsorFollower } from '#areas/events/event-sponsors/matching/followed-people.service'
import { takesPartSql } from '#areas/events/registrations/coming-registrations.listing'
import { balanceFact } from '#areas/finance/books/receivables/receivables.listing'
import { requireNoOpenDocuments } from '#areas/finance/books/receivables/receivables.queries'
import { nationalNumbers } from '#areas/integration/association-sync/restores.service'
import { isKnownTenant } from '#areas/integration/connections/exchanges/exchanges.queries'
import { chapterLink } from '#areas/people/chapters/chapter-links.listing'
import { chaptersOfContact } from '#areas/people/chapters/chapters.listing'
import { enterNewContact } from '#areas/people/chapters/members/moves.service'
import { tenantFinders } from '#areas/people/chapters/references.queries'
import { contactFacts, contactLists, deletionBars } from '#areas/people/contacts/contact-facts.listing'
import { chapterEntries, deletionChecks, numberKeepers } from '#areas/people/contacts/contact-followers.service'
import { contactLinks } from '#areas/people/contacts/contact-links.listing'
import { loginMerges, overlapMerges, personFollowers } from '#areas/people/contacts/merges/merge-followers.service'
import { enqueueContactsChanged } from '#areas/people/contacts/records/changed-contacts.service'
import { unitFinders } from '#areas/people/custom-fields/locations/locations.queries'
import { deletedValuesFollowers } from '#areas/people/custom-fields/values/values.service'
import { groupLink } from '#areas/people/groups/groups.listing'
import { deleteLoginOfLoser } from '#areas/people/member-logins/member-logins.service'
import { membershipLevelLink, membershipTypeLink } from '#areas/people/memberships/membership-links.listing'
import { membershipFact, membershipsOfContact } from '#areas/people/memberships/memberships.listing'
import { membershipOverlaps } from '#areas/people/memberships/overlaps/overlaps.service'
import { listLevelUnits } from '#areas/people/memberships/types/level-prices.queries'
import { projectsOfContact } from '#areas/work/tasks/projects/contact-projects.listing'
import { openTaskFact } from '#areas/work/tasks/tasks.listing'
import { type Addition, addTo } from '#kernel/registers/register'

/** What areas add to the registers of areas further up the order. The entries of a register keep the order of this list. */
export const additions: readonly Addition[] = [
  // contacts
  addTo(deletedValuesFollowers, enqueueContactsChanged),
  // books
  addTo(contactFacts, balanceFact),
  addTo(deletionChecks, requireNoOpenDocuments),
  // groups
  addTo(contactLinks, groupLink),
  // member-logins
  addTo(loginMerges, deleteLoginOfLoser),
  // tasks
  addTo(contactFacts, openTaskFact),
  addTo(contactLists, projectsOfContact),
  // association-sync
  addTo(numberKeepers, nationalNumbers),
  // chapters
  addTo(chapterEntries, enterNewContact),
  addTo(contactLinks, chapterLink),
  addTo(contactLists, chaptersOfContact),
  // memberships
  addTo(contactFacts, membershipFact),
  addTo(contactLinks, membershipTypeLink, membershipLevelLink),
  addTo(contactLists, membershipsOfContact),
  addTo(overlapMerges, membershipOverlaps),
  addTo(unitFinders, listLevelUnits),
  // registrations
  addTo(deletionBars, takesPartSql),
  // connections
  addTo(tenantFinders, isKnownTenant),
  // event-sponsors
  addTo(deletionBars, sponsorsEventSql),
  addTo(personFollowers, sponsorFollower),
]
