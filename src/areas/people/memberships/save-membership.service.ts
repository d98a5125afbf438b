import type { MembershipSaveInput } from '#contract/people/memberships'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { changeMembership } from './membership-change.service.ts'
import { planMembershipValues, writeMembershipValues } from './membership-values.service.ts'
import { membershipEvents } from './memberships.events.ts'
import type { MembershipText } from './memberships.queries.ts'
import { assertGoesOn } from './terms/renewals.service.ts'

/**
 * Changes what staff enter of a membership, whatever its status: custom fields, and while it goes on whether it renews
 * by itself. What is left out stays; a save that changes nothing makes no version.
 *
 * @throws 400, 404, 409 stale-audit-id, membership-ended or not-approved, 412, 422 unknown-reference or required-field.
 */
export const saveMembership = (
  scope: Scope,
  id: number,
  { AutoRenew, CustomFields }: MembershipSaveInput,
  expected: ExpectedVersion,
): Promise<MembershipText> =>
  changeMembership(scope, id, expected, async (context) => {
    const { tx, held } = context
    const values = await planMembershipValues(scope, tx, held, CustomFields)
    const fields = Object.keys(values.changes)
    const renewal = AutoRenew !== undefined && AutoRenew !== held.autoRenew ? { autoRenew: AutoRenew } : null
    if (renewal) {
      assertGoesOn(context)
      fields.unshift('AutoRenew')
      await tx.membership.updateMany({ where: { tenantId: scope.db.tenantId, id }, data: renewal })
    }
    if (fields.length === 0) return context.leave()
    await writeMembershipValues(scope, tx, id, values)
    context.tell(membershipEvents.updated, { fields, ...renewal }, values.changes)
  })
