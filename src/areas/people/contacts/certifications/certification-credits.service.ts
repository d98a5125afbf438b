import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type Certification, Prisma } from '#prisma/client'
import { recordPart } from '../contact-changes.service.ts'
import { findContactHeads } from '../contact-parts.queries.ts'
import { nextStatus, STATUS } from './certifications.model.ts'
import type { WithCertification } from './certifications.queries.ts'
import { changesOfRow, today, updateRow } from './contact-certifications.service.ts'

/** Hours and credits that a contact has earned. */
export interface Earned {
  hours: Prisma.Decimal
  credits: Prisma.Decimal
}

/** The most that the contract permits. */
const MAX_AMOUNT = new Prisma.Decimal(99_999_999)

/**
 * Adds hours and credits to the certification of a contact, which is started if the contact does not have it. The caller
 * has locked the contact, which is not deleted.
 *
 * @returns the id of the contact's certification.
 */
export const creditCertification = async (
  scope: Scope,
  tx: Transaction,
  { contactId, certificationId }: { contactId: number; certificationId: number },
  earned: Earned,
): Promise<number> => {
  const { tenantId } = scope.db
  const key = { tenantId, contactId, certificationId }
  const include = { certification: true } as const
  const current = await tx.contactCertification.findFirst({ where: key, include })
  if (current) return (await change(scope, tx, current, earned)).id
  const rules = await tx.certification.findFirstOrThrow({ where: { tenantId, id: certificationId } })
  const progress = progressWith(scope, rules, null, earned)
  const data = { ...key, ...progress, startDate: today(scope) }
  const started = await tx.contactCertification.create({ data, include })
  await recordPart(scope, tx, contactId, 'certifications', changesOfRow(started))
  return started.id
}

/**
 * Takes hours and credits back from the certification of a contact, which the status of the certification follows. It
 * never becomes negative, because staff can have changed it.
 *
 * @param id that creditCertification has returned.
 */
export const takeCreditBack = async (scope: Scope, tx: Transaction, id: number, earned: Earned): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, id }
  const found = await tx.contactCertification.findFirst({ where, select: { contactId: true } })
  if (!found) return
  await lockContacts(tx, scope, [found.contactId])
  const current = await tx.contactCertification.findFirst({ where, include: { certification: true } })
  if (current) await change(scope, tx, current, { hours: earned.hours.neg(), credits: earned.credits.neg() })
}

/** The history of a deleted contact is that of its deletion. */
const change = async (scope: Scope, tx: Transaction, current: WithCertification, earned: Earned) => {
  const { contactId, certification } = current
  const saved = await updateRow(tx, current, progressWith(scope, certification, current, earned))
  const [contact] = await findContactHeads(tx, scope, [contactId])
  if (contact) await recordPart(scope, tx, contactId, 'certifications', changesOfRow(saved))
  return saved
}

const progressWith = (
  scope: Scope,
  rules: Certification,
  current: WithCertification | null,
  { hours, credits }: Earned,
) => {
  const progress = {
    status: current?.status ?? STATUS.inProgress,
    hoursEarned: sumOf(current?.hoursEarned, hours),
    creditsEarned: sumOf(current?.creditsEarned, credits),
  }
  const status = nextStatus(rules, progress, undefined)
  const completedDate = status === STATUS.completed ? (current?.completedDate ?? today(scope)) : null
  return { ...progress, status, completedDate }
}

const sumOf = (amount: Prisma.Decimal | undefined, more: Prisma.Decimal): Prisma.Decimal =>
  Prisma.Decimal.max(0, Prisma.Decimal.min(MAX_AMOUNT, more.add(amount ?? 0)))
