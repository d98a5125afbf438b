import type { CertificationReviewInput, ContactCertificationEditInput } from '#contract/people/contacts-details'
import { conflict, notFound } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dayIn } from '#kernel/time/day'
import { type Certification, Prisma } from '#prisma/client'
import { assertPartVersion, changeContact } from '../contact-changes.service.ts'
import { readDay, refuseReference } from '../contact-parts.input.ts'
import type { Versioned } from '../contact-parts.ts'
import { STATUS, statusOn } from './certifications.model.ts'
import type { WithCertification } from './contact-certifications.queries.ts'
import { assertCompletedOn, nextStatus } from './next-status.ts'

/** Starts a certification of a contact (id 0) or records progress; completion follows from the progress. */
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
    if (current) assertPartVersion(current.auditId, expected)
    const rules = current?.certification ?? (await findCertification(scope, tx, contactId, input))
    const data = readProgress(scope, rules, input, current)
    const saved = current
      ? await updateRow(tx, current, data)
      : await tx.contactCertification.create({
          data: { ...data, tenantId, contactId, certificationId: rules.id },
          include: { certification: true },
        })
    return answerOf(saved)
  })

/** Approves a certification that awaits review, or puts it back to in progress. */
export const reviewContactCertification = (
  scope: Scope,
  contactId: number,
  id: number,
  input: CertificationReviewInput,
  expected: ExpectedVersion,
): Promise<Versioned<WithCertification>> =>
  changeContact(scope, contactId, expected, 'certifications', async (tx) => {
    const current = await findRow(scope, tx, contactId, id)
    assertPartVersion(current.auditId, expected)
    if (current.status !== STATUS.awaitingReview) throw conflict('not-awaiting-review', 'It does not await review.')
    const completedDate = readDay(input.CompletedDate) ?? today(scope)
    assertCompletedOn(completedDate, current.startDate, today(scope))
    const data = input.IsApproved
      ? { status: STATUS.completed, completedDate }
      : { status: STATUS.inProgress, completedDate: null }
    return answerOf(await updateRow(tx, current, data))
  })

/** Removes a certification from a contact, with its progress. */
export const deleteContactCertification = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'certifications', async (tx) => {
    const { certificationId } = await findRow(scope, tx, contactId, id)
    await tx.contactCertification.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { answer: null, changes: { id, certificationId, isDeleted: true } }
  })

const today = ({ tenant, clock }: Scope): Date => new Date(`${dayIn(tenant.timeZone, clock.now())}T00:00:00Z`)

/** The row, and what of it goes into the history. */
const answerOf = (answer: WithCertification) => {
  const { certification, hoursEarned, creditsEarned, ...row } = answer
  const amounts = { hoursEarned: hoursEarned.toNumber(), creditsEarned: creditsEarned.toNumber() }
  return { answer, changes: { ...row, ...amounts, name: certification.name } }
}

const readProgress = (
  scope: Scope,
  rules: Certification,
  input: ContactCertificationEditInput,
  current: WithCertification | undefined,
) => {
  const startDate = readDay(input.StartDate) ?? current?.startDate ?? today(scope)
  const progress = {
    status: current?.status ?? STATUS.inProgress,
    hoursEarned: new Prisma.Decimal(input.HoursEarned ?? current?.hoursEarned ?? 0).toDecimalPlaces(2),
    creditsEarned: new Prisma.Decimal(input.CreditsEarned ?? current?.creditsEarned ?? 0).toDecimalPlaces(2),
  }
  const status = nextStatus(rules, progress, wantedStatus(scope, input, current))
  const completedDate = status === STATUS.completed ? (current?.completedDate ?? today(scope)) : null
  return { ...progress, status, startDate, completedDate }
}

/** A status sent back as it was read asks for nothing. */
const wantedStatus = (
  scope: Scope,
  { Status }: ContactCertificationEditInput,
  current: WithCertification | undefined,
): number | undefined => {
  if (!current) return Status
  const day = dayIn(scope.tenant.timeZone, scope.clock.now())
  return Status === statusOn(current.certification, current.status, current.completedDate, day) ? undefined : Status
}

const updateRow = (
  tx: Transaction,
  { tenantId, id }: WithCertification,
  data: Prisma.ContactCertificationUpdateInput,
): Promise<WithCertification> =>
  tx.contactCertification.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...data, auditId: { increment: 1 } },
    include: { certification: true },
  })

/** The certification to start: it must exist, and the contact must not have it. */
const findCertification = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  contactId: number,
  { CertificationId: id = 0 }: ContactCertificationEditInput,
): Promise<Certification> => {
  const found = await tx.certification.findFirst({ where: { tenantId, id } })
  if (!found) return refuseReference('/CertificationId', 'names no certification')
  if (await tx.contactCertification.findFirst({ where: { tenantId, contactId, certificationId: id } })) {
    throw conflict('duplicate', `The contact has the certification "${found.name}" already.`)
  }
  return found
}

const findRow = async ({ db }: Scope, tx: Transaction, contactId: number, id: number): Promise<WithCertification> => {
  const where = { tenantId: db.tenantId, contactId, id }
  const found = await tx.contactCertification.findFirst({ where, include: { certification: true } })
  if (!found) throw notFound('certification')
  return found
}
