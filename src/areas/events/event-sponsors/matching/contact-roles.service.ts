import { addRole } from '#areas/people/contacts/roles/roles.service'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { Scope } from '#kernel/tenancy/scope'
import { dateOf, dayIn } from '#kernel/time/day'
import { readEventSponsorRow } from '../event-sponsors.queries.ts'
import { changeSponsor, lockSponsor, matchedId, requireAllowed, sponsorState } from '../sponsor-changes.service.ts'
import { requireContactsWrite } from './match-sides.service.ts'
import { currentRoleSql } from './matching.sql.ts'

/**
 * Gives the matched contact person a role at the matched organization from today.
 *
 * @throws 403 insufficient-scope; 404; 409 sponsor-state, merged; 422 too-many.
 */
export const createSponsorContactRole = (scope: Scope, id: number): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    requireContactsWrite(scope)
    const locked = await lockSponsor(scope, tx, { id })
    requireAllowed('edit', locked.sponsor)
    const organizationId = matchedId(locked, 'contactId')
    const personId = matchedId(locked, 'personId')
    if (organizationId === null || personId === null)
      throw sponsorState('Match the organization and the contact person of the sponsor first.')
    const today = dayIn(scope.tenant.timeZone, scope.clock.now())
    const [role] = await tx.rows(currentRoleSql(scope.db.tenantId, personId, organizationId, today))
    if (role) throw sponsorState('The contact person has a role at the organization already.')
    const sides = { contactId: personId, organizationId, startDate: dateOf(today) }
    const contactRoleId = await addRole(scope, tx, sides, { eventSponsorId: id, eventId: locked.sponsor.eventId })
    await changeSponsor(scope, tx, locked.sponsor, {}, undefined, { contactRoleId })
    return readEventSponsorRow(scope, id, tx)
  })
