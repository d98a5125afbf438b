import type { CertificationEditInput } from '#contract/people/contacts-details'
import { badInput } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { Scope } from '#kernel/tenancy/scope'
import { type Certification, Prisma } from '#prisma/client'
import { parseRequiredField, pickSent } from '../contact-parts.input.ts'
import { getForSave, lockUnversioned, recordUnversioned } from '../unversioned-records.service.ts'
import { COMPLETION } from './certifications.model.ts'
import { type CertificationWithCount, certificationKind, certificationWithCount } from './certifications.queries.ts'

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
