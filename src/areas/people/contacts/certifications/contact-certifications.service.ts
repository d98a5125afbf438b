import type { CertificationReviewInput, ContactCertificationEditInput } from '#contract/people/contacts-details'
import { conflict, notFound } from '#kernel/errors/problem'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { type ExpectedVersion, partVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { todayOf } from '#kernel/time/day'
import { type Certification, Prisma } from '#prisma/client'
import { changeContact, type PartChange } from '../contact-changes.service.ts'
import { parseDay } from '../contact-parts.input.ts'
import type { Versioned } from '../contact-parts.queries.ts'
import { deriveNextStatus, deriveStatusOn, requireCompletionDate, STATUS } from './certifications.model.ts'
import type { WithCertification } from './certifications.queries.ts'

/**
 * Starts a certification of a contact (id 0) or saves its progress, from which the status follows.
 *
 * @throws 400, 404, 409 duplicate, stale-audit-id, 412, 422 unknown-reference, status-fixed.
 */
export const saveContactCertification = (
  scope: Scope,
  contactId: number,
  id: number,
  input: ContactCertificationEditInput,
  expected: ExpectedVersion,
): Promise<Versioned<WithCertification>> =>
  changeContact(scope, contactId, expected, 'certifications', async (tx) => {
    const { tenantId } = scope.db
    const current = id === 0 ? undefined : await findRow(scope, tx, contactId, id)
    if (current) requireVersion(current.auditId, partVersion(expected))
    const rules = current?.certification ?? (await findCertification(scope, tx, contactId, input))
    const data = parseProgress(scope, rules, input, current)
    const saved = current
      ? await updateRow(tx, current, data)
      : await tx.contactCertification.create({
          data: { ...data, tenantId, contactId, certificationId: rules.id },
          include: { certification: true },
        })
    return changeOfRow(saved, current)
  })

/**
 * Approves a certification that awaits review, or sets it back to in progress.
 *
 * @throws 400, 404, 409 not-awaiting-review, stale-audit-id, 412.
 */
export const reviewContactCertification = (
  scope: Scope,
  contactId: number,
  id: number,
  input: CertificationReviewInput,
  expected: ExpectedVersion,
): Promise<Versioned<WithCertification>> =>
  changeContact(scope, contactId, expected, 'certifications', async (tx) => {
    const current = await findRow(scope, tx, contactId, id)
    requireVersion(current.auditId, partVersion(expected))
    if (current.status !== STATUS.awaitingReview)
      throw conflict('not-awaiting-review', 'The certification does not await review.')
    const completedDate = parseDay(input.CompletedDate) ?? getToday(scope)
    requireCompletionDate(completedDate, current.startDate, getToday(scope))
    const data = input.IsApproved
      ? { status: STATUS.completed, completedDate }
      : { status: STATUS.inProgress, completedDate: null }
    return changeOfRow(await updateRow(tx, current, data), current)
  })

/** Removes a certification and its progress from a contact. @throws 404, 412. */
export const deleteContactCertification = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'certifications', async (tx) => {
    const before = await findRow(scope, tx, contactId, id)
    const { certificationId } = before
    await tx.contactCertification.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { result: null, changes: { id, certificationId, isDeleted: true }, before: describeRow(before) }
  })

/** Returns the current day of the tenant, as midnight in UTC. */
export const getToday = ({ tenant, clock }: Scope): Date => new Date(`${todayOf({ tenant, clock })}T00:00:00Z`)

const changeOfRow = (result: WithCertification, before?: WithCertification): PartChange<WithCertification> => ({
  result,
  changes: describeRow(result),
  before: before && describeRow(before),
})

/** Returns the state of a contact's certification, for the history. */
export const describeRow = ({ certification, hoursEarned, creditsEarned, ...row }: WithCertification) => {
  const amounts = { hoursEarned: hoursEarned.toNumber(), creditsEarned: creditsEarned.toNumber() }
  return { ...row, ...amounts, name: certification.name }
}

const parseProgress = (
  scope: Scope,
  rules: Certification,
  input: ContactCertificationEditInput,
  current: WithCertification | undefined,
) => {
  const startDate = parseDay(input.StartDate) ?? current?.startDate ?? getToday(scope)
  const progress = {
    status: current?.status ?? STATUS.inProgress,
    hoursEarned: new Prisma.Decimal(input.HoursEarned ?? current?.hoursEarned ?? 0).toDecimalPlaces(2),
    creditsEarned: new Prisma.Decimal(input.CreditsEarned ?? current?.creditsEarned ?? 0).toDecimalPlaces(2),
  }
  const status = deriveNextStatus(rules, progress, requestedStatus(scope, input, current))
  const completedDate = status === STATUS.completed ? (current?.completedDate ?? getToday(scope)) : null
  return { ...progress, status, startDate, completedDate }
}

// A status that equals the one that was read requests no change.
const requestedStatus = (
  scope: Scope,
  { Status }: ContactCertificationEditInput,
  current: WithCertification | undefined,
): number | undefined => {
  if (!current) return Status
  const day = todayOf(scope)
  return Status === deriveStatusOn(current.certification, current.status, current.completedDate, day)
    ? undefined
    : Status
}

/** Saves the progress of a contact's certification. */
export const updateRow = (
  tx: Transaction,
  { tenantId, id }: WithCertification,
  data: Prisma.ContactCertificationUpdateInput,
): Promise<WithCertification> =>
  tx.contactCertification.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...data, ...NEXT_VERSION },
    include: { certification: true },
  })

/** Returns the certification to start. @throws 409 duplicate if the contact has it, 422 unknown-reference. */
const findCertification = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  contactId: number,
  { CertificationId: id = 0 }: ContactCertificationEditInput,
): Promise<Certification> => {
  const found = await tx.certification.findFirst({ where: { tenantId, id } })
  if (!found) throw unknownReference('/CertificationId', 'certification')
  if (await tx.contactCertification.findFirst({ where: { tenantId, contactId, certificationId: id } })) {
    throw conflict('duplicate', `The contact already has the certification "${found.name}".`)
  }
  return found
}

const findRow = async ({ db }: Scope, tx: Transaction, contactId: number, id: number): Promise<WithCertification> => {
  const where = { tenantId: db.tenantId, contactId, id }
  const found = await tx.contactCertification.findFirst({ where, include: { certification: true } })
  if (!found) throw notFound('certification')
  return found
}
