import { lockBillTo } from '#areas/finance/books/billing/billing.service'
import { getFeeItemPrice } from '#areas/finance/books/fee-items/fee-items.queries'
import type { SponsorEditInput } from '#contract/commerce/sponsorships'
import { Checks } from '#kernel/errors/checks'
import { ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { fromCents } from '#kernel/money/cents'
import { lockRecordIfPresent, lockRows } from '#kernel/records/lock'
import { unknownReference } from '#kernel/records/references'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { dateOf, dayOf, todayOf } from '#kernel/time/day'
import type { Sponsor, SponsorshipType } from '#prisma/client'
import { sponsorEvents } from '../sponsorships.events.ts'
import { sponsorshipTypeKind } from '../types/sponsorship-types.queries.ts'
import { performApproval, requirePosition, setBenefits, takeApprovalBack } from './approvals.service.ts'
import { lockNewContact, lockSponsor, recordSponsor, updateSponsor } from './sponsor-changes.service.ts'
import { parseSponsor, type SponsorData } from './sponsors.input.ts'
import { approvedTerm, exceeds, isApproved, isOver, type SponsorTerm, STATUS_IDS, statusOf } from './sponsors.model.ts'
import { readSponsorRow, sponsorKind } from './sponsors.queries.ts'

/**
 * Creates a sponsor (id 0) or changes one, and approves or declines it if the status says so. Locks the contact, the
 * sponsor, the contact that is billed and the type, in this order.
 *
 * @throws 400; 404; 409 stale-audit-id, sponsor-ended, sponsor-paid, merged; 412; 422 unknown-reference, sponsor-rule,
 * sponsors-full,   closed-period, books-rule.
 */
export const saveSponsor = (
  scope: Scope,
  id: number,
  input: SponsorEditInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const current = id === 0 ? null : await lockSponsor(scope, tx, id, expected)
    const data = parseSponsor(input, current)
    const checks = new Checks()
    if (!current) await checks.run(() => lockNewContact(scope, tx, data.contactId), undefined)
    if (data.transition === 'approve') await lockBillTo(scope, tx, data.contactId)
    const type = await checks.run(() => lockType(scope, tx, data, current), null)
    checks.finish()
    if (!type) throw unknownReference('/SponsorshipTypeId', 'sponsorship type')
    const save = { columns: await columnsOf(scope, tx, data, type), data, type }
    const saved = current ? await changeSponsor(scope, tx, current, save) : await createSponsor(scope, tx, save)
    return readSponsorRow(scope, saved.id, tx)
  })

/**
 * Deletes a sponsor, and takes back its invoice and its unused benefits. The row stays, because benefits and books refer
 * to it. A sponsor that has ended with an invoice stays.
 *
 * @throws 404; 409 stale-audit-id, sponsor-ended, sponsor-paid, merged; 412; 422 closed-period.
 */
export const deleteSponsor = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const sponsor = await lockSponsor(scope, tx, id, expected)
    await takeApprovalBack(scope, tx, sponsor)
    const deleted = await updateSponsor(scope, tx, id, { deletedAt: scope.clock.now(), benefitPackageId: null })
    await recordSponsor(scope, tx, deleted, 'deleted')
  })

type Columns = Pick<Sponsor, 'contactId' | 'typeId' | 'startsOn' | 'endsOn'> & { price: string }

interface Save {
  columns: Columns
  data: SponsorData
  type: SponsorshipType
}

/** What can need a position of the type locks it against other approvals. */
const lockType = async (
  scope: Scope,
  tx: Transaction,
  { typeId, transition, status }: SponsorData,
  current: Sponsor | null,
): Promise<SponsorshipType> => {
  const needsPosition = transition === 'approve' || isApproved(status)
  const strength = needsPosition ? 'no key update' : 'key share'
  const type = await lockRecordIfPresent(scope, tx, sponsorshipTypeKind, typeId, strength)
  if (!type) throw unknownReference('/SponsorshipTypeId', 'sponsorship type')
  if (type.isActive || typeId === current?.typeId) return type
  const fault = { pointer: '/SponsorshipTypeId', message: 'must be an active sponsorship type' }
  throw ruleRefused('sponsor-rule', 'The sponsorship type is not active.', [fault])
}

const columnsOf = async (
  scope: Scope,
  tx: Transaction,
  { contactId, typeId, cents, startsOn, endsOn }: SponsorData,
  { feeItemId }: SponsorshipType,
): Promise<Columns> => ({
  contactId,
  typeId,
  price: fromCents(cents ?? (await getFeeItemPrice(scope, tx, feeItemId))),
  startsOn: dateOrNull(startsOn),
  endsOn: dateOrNull(endsOn),
})

const dateOrNull = (day: Day | null): Date | null => (day === null ? null : dateOf(day))

/** An approval is the second change of a new sponsor: its event follows that of the creation. */
const createSponsor = async (scope: Scope, tx: Transaction, save: Save): Promise<Sponsor> => {
  const { columns, data } = save
  const isToApprove = data.transition === 'approve'
  const statusId = STATUS_IDS[isToApprove ? 'Pending' : data.status]
  const created = await tx.sponsor.create({ data: { ...columns, tenantId: scope.db.tenantId, statusId } })
  await recordSponsor(scope, tx, created, 'created')
  if (!isToApprove) return created
  await lockRows(scope, tx, sponsorKind, [created.id])
  return approve(scope, tx, created, save)
}

const changeSponsor = async (scope: Scope, tx: Transaction, current: Sponsor, save: Save): Promise<Sponsor> => {
  const { columns, data } = save
  if (data.transition === 'approve') return approve(scope, tx, current, save)
  if (data.transition === 'decline') await takeApprovalBack(scope, tx, current)
  else if (isApproved(data.status)) return changeTerm(scope, tx, current, save)
  const statusId = STATUS_IDS[data.status]
  const changed = await updateSponsor(scope, tx, current.id, { ...columns, statusId, benefitPackageId: null })
  const isDeclined = data.status === 'Declined' && statusId !== current.statusId
  await recordSponsor(scope, tx, changed, 'updated', isDeclined ? sponsorEvents.declined : undefined)
  return changed
}

const approve = async (
  scope: Scope,
  tx: Transaction,
  current: Sponsor,
  { columns, data, type }: Save,
): Promise<Sponsor> => {
  const term = approvedTerm(data, type.lengthInMonths, todayOf(scope))
  requireCanBegin(term, todayOf(scope))
  await requirePosition(scope, tx, type, term, current.id)
  const days = { startsOn: dateOf(term.startsOn), endsOn: dateOrNull(term.endsOn) }
  const saved = await updateSponsor(scope, tx, current.id, { ...columns, ...days, statusId: STATUS_IDS.Approved })
  const results = await performApproval(scope, tx, saved, type, term)
  const where = { tenantId_id: { tenantId: current.tenantId, id: current.id } }
  const approved = await tx.sponsor.update({ where, data: results })
  await recordSponsor(scope, tx, approved, 'updated', sponsorEvents.approved)
  return approved
}

/** @throws 422 sponsor-rule. */
const requireCanBegin = ({ startsOn, endsOn }: SponsorTerm, today: Day): void => {
  if (endsOn === null || (endsOn >= today && endsOn >= startsOn)) return
  const message = endsOn < today ? `must be ${today} or later, not ${endsOn}` : `must not be before ${startsOn}`
  throw ruleRefused('sponsor-rule', 'The sponsorship would already be over.', [{ pointer: '/EndDate', message }])
}

/** Changes the days of an approved sponsor. It has ended or not by its last day. */
const changeTerm = async (
  scope: Scope,
  tx: Transaction,
  current: Sponsor,
  { columns, type }: Save,
): Promise<Sponsor> => {
  const term = termOf(columns)
  const before = termOf(current)
  const hadEnded = statusOf(current.statusId) === 'Ended'
  if (hadEnded || exceeds(term, before)) await requirePosition(scope, tx, type, term, current.id)
  const hasEnded = isOver(term.endsOn, todayOf(scope))
  const statusId = STATUS_IDS[hasEnded ? 'Ended' : 'Approved']
  const changed = await updateSponsor(scope, tx, current.id, { ...columns, statusId })
  await setBenefits(scope, tx, changed, term)
  await recordSponsor(scope, tx, changed, 'updated', hasEnded && !hadEnded ? sponsorEvents.ended : undefined)
  return changed
}

/** Returns the term of an approved sponsor. */
const termOf = ({ startsOn, endsOn }: Pick<Sponsor, 'startsOn' | 'endsOn'>): SponsorTerm => {
  if (!startsOn) throw new Error('An approved sponsor has no first day')
  return { startsOn: dayOf(startsOn), endsOn: endsOn && dayOf(endsOn) }
}
