import { type DuesPreview, previewDues } from '#areas/finance/books/invoices/dues.service'
import { notFound } from '#kernel/errors/problem'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays } from '#kernel/time/calendar'
import type { MembershipLevel } from '#prisma/client'
import type { LockedMembership } from '../locked-membership.model.ts'
import { type ChangeContext, createContext } from '../membership-change.service.ts'
import { membershipKind } from '../memberships.queries.ts'
import { planRenewal } from './renewals.service.ts'
import { getTermPlans } from './terms.queries.ts'
import { findNextLevel, findPrice, type TermRequest } from './terms.service.ts'

/** A renewal that is not carried out. */
export interface RenewalPreview {
  membership: LockedMembership
  level: MembershipLevel | null
  term: TermRequest
  /** The price of the term. */
  cents: number
  /** The invoice; null for a term without a price, which takes effect at once. */
  dues: DuesPreview | null
}

/**
 * Returns what `renewMembership` would do today, by the same rules, in a transaction that only reads.
 *
 * @throws what `renewMembership` throws.
 */
export const previewRenewal = (
  scope: Scope,
  id: number,
  planId: number | null | undefined,
  expected: ExpectedVersion,
): Promise<RenewalPreview> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const membership = await membershipKind.find(tx, { tenantId, id }, scope)
    const where = { tenantId, id: membership?.contactId ?? 0, deletedAt: null }
    if (!membership || !(await tx.contact.findFirst({ where, select: { id: true } }))) throw notFound('membership')
    requireVersion(membership.auditId, { ...expected, isRequired: false })
    const context = createContext(scope, tx, membership)
    const term = await planRenewal(context, planId)
    const cents = await findPrice(context, term.levelId, term.offer.paidMonths)
    const level = await findNextLevel(context)
    return {
      membership,
      level,
      term,
      cents,
      dues: cents === 0 ? null : await previewInvoice(context, term, level, cents),
    }
  })

const previewInvoice = async (
  { scope, tx, membership, today }: ChangeContext,
  { planId, offer }: TermRequest,
  level: MembershipLevel | null,
  cents: number,
): Promise<DuesPreview> =>
  previewDues(scope, tx, {
    contactId: membership.contactId,
    feeItemId: level?.feeItemId ?? null,
    description: '',
    cents,
    issuedOn: today,
    dueOn: addDays(today, membership.type.dueDays),
    shares: planId == null ? [] : await getTermPlans().listShares(scope, tx, planId, offer.startsOn),
  })
