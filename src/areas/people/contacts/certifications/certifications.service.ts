import type { CertificationEditInput } from '#contract/people/contacts-details'
import { badInput } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type Certification, Prisma } from '#prisma/client'
import { getForSave, lockUnversioned, recordPart, recordUnversioned } from '../contact-changes.service.ts'
import { parseRequiredField, pickSent } from '../contact-parts.input.ts'
import { findContactHeads } from '../contact-parts.queries.ts'
import { lockContacts } from '../records/records.queries.ts'
import { COMPLETION, deriveNextStatus, STATUS } from './certifications.model.ts'
import {
  type CertificationWithCount,
  certificationKind,
  certificationWithCount,
  type WithCertification,
} from './certifications.queries.ts'
import { describeRow, getToday, updateRow } from './contact-certifications.service.ts'

/** Creates a certification (id 0) or changes one. Names are unique, case-insensitive. @throws 400, 404, 409 duplicate. */
export const saveCertification = (
  scope: Scope,
  id: number,
  input: CertificationEditInput,
): Promise<CertificationWithCount> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'certification')
    const current = await getForSave(scope, tx, certificationKind, id)
    const data = parseCertification(input, current)
    const same = { tenantId, name: { equals: data.name, mode: 'insensitive' } as const, id: { not: id } }
    requireUniqueName(certificationKind, data.name, await tx.certification.findFirst({ where: same }))
    const saved = current
      ? await tx.certification.update({ where: { tenantId_id: { tenantId, id } }, data, ...certificationWithCount })
      : await tx.certification.create({ data: { ...data, tenantId }, ...certificationWithCount })
    const changes = { ...data, requiredAmount: data.requiredAmount.toNumber() }
    await recordUnversioned(scope, tx, certificationKind, saved.id, current ? 'updated' : 'created', changes)
    return saved
  })

/** Deletes a certification that no contact has. @throws 404, 409 in-use. */
export const deleteCertification = (scope: Scope, id: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const current = await lockUnversioned(scope, tx, certificationKind, id)
    await requireUnused(scope, tx, certificationKind, current)
    await tx.certification.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    await recordUnversioned(scope, tx, certificationKind, id, 'deleted', { name: current.name })
  })

const parseCertification = (input: CertificationEditInput, current: Certification | null) => {
  const completionTypeId = input.CertificationCompletionType ?? current?.completionTypeId ?? COMPLETION.hours
  const isByReview = completionTypeId === COMPLETION.review
  const requiredAmount = new Prisma.Decimal(input.RequiredAmount ?? current?.requiredAmount ?? 0).toDecimalPlaces(2)
  if (!isByReview && requiredAmount.lte(0))
    throw badInput('/RequiredAmount', 'must be greater than 0 for completion by hours or credits')
  return {
    name: parseRequiredField(input.Name, current?.name, '/Name'),
    completionTypeId,
    requiredAmount,
    requireAdminReview: isByReview || (input.RequireAdminReview ?? current?.requireAdminReview ?? false),
    expiresInMonths: pickSent(input.ExpiresInMonths, current?.expiresInMonths ?? null),
    documentTemplateId: pickSent(input.DocumentGenerationTemplateId, current?.documentTemplateId ?? null),
    settingJson: input.SettingJson === undefined ? (current?.settingJson ?? null) : parseSettings(input.SettingJson),
  }
}

const parseSettings = (text: string | null): string | null => {
  if (!text || isJsonObject(text)) return text || null
  throw badInput('/SettingJson', 'must be a JSON object, as text')
}

const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

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
  const data = { ...key, ...progress, startDate: getToday(scope) }
  const started = await tx.contactCertification.create({ data, include })
  await recordPart(scope, tx, contactId, 'certifications', describeRow(started))
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

// The history of a deleted contact is that of its deletion.
const change = async (scope: Scope, tx: Transaction, current: WithCertification, earned: Earned) => {
  const { contactId, certification } = current
  const saved = await updateRow(tx, current, progressWith(scope, certification, current, earned))
  const [contact] = await findContactHeads(tx, scope, [contactId])
  if (contact) await recordPart(scope, tx, contactId, 'certifications', describeRow(saved))
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
  const status = deriveNextStatus(rules, progress, undefined)
  const completedDate = status === STATUS.completed ? (current?.completedDate ?? getToday(scope)) : null
  return { ...progress, status, completedDate }
}

const sumOf = (amount: Prisma.Decimal | undefined, more: Prisma.Decimal): Prisma.Decimal =>
  Prisma.Decimal.max(0, Prisma.Decimal.min(MAX_AMOUNT, more.add(amount ?? 0)))
