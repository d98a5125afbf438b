import type { CertificationEditInput } from '#contract/people/contacts-details'
import { badInput, conflict, notFound } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import { type Certification, Prisma } from '#prisma/client'
import { neededLine } from '../contact-parts.input.ts'
import { COMPLETION } from './certifications.model.ts'

const withCount = { include: { _count: { select: { contacts: true } } } } as const

export type CertificationWithCount = Prisma.CertificationGetPayload<typeof withCount>

/** The tenant's certifications, by name. */
export const listCertifications = ({ db }: Scope): Promise<CertificationWithCount[]> =>
  db.prisma.certification.findMany({
    where: { tenantId: db.tenantId },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    ...withCount,
  })

/** Creates a certification (id 0) or changes one; 409 where another has the name. */
export const saveCertification = (
  scope: Scope,
  id: number,
  input: CertificationEditInput,
): Promise<CertificationWithCount> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'certification')
    const current = id === 0 ? null : await tx.certification.findFirst({ where: { tenantId, id } })
    if (id !== 0 && !current) throw notFound('certification')
    const data = readInput(input, current ?? undefined)
    const same = { name: { equals: data.name, mode: 'insensitive' } as const, id: { not: id } }
    if (await tx.certification.findFirst({ where: { tenantId, ...same } })) {
      throw conflict('duplicate', `There is another certification called "${data.name}".`)
    }
    const saved = current
      ? await tx.certification.update({ where: { tenantId_id: { tenantId, id } }, data, ...withCount })
      : await tx.certification.create({ data: { ...data, tenantId }, ...withCount })
    const changes = { ...data, requiredAmount: data.requiredAmount.toNumber() }
    const change = { action: current ? 'updated' : 'created', changes } as const
    await recordChange(scope, tx, { entity: 'certification', entityId: saved.id, auditId: 0, ...change })
    return saved
  })

/** Deletes a certification that nobody has or works on; otherwise 409. */
export const deleteCertification = (scope: Scope, id: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await tx.$queryRaw`select 1 from certification where tenant_id = ${tenantId} and id = ${id} for update`
    const current = await tx.certification.findFirst({ where: { tenantId, id }, ...withCount })
    if (!current) throw notFound('certification')
    if (current._count.contacts > 0) throw conflict('in-use', `${current._count.contacts} contacts have it.`)
    await tx.certification.delete({ where: { tenantId_id: { tenantId, id } } })
    const changes = { name: current.name }
    await recordChange(scope, tx, { entity: 'certification', entityId: id, auditId: 0, action: 'deleted', changes })
  })

const kept = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value)

const readInput = (input: CertificationEditInput, current: Certification | undefined) => {
  const completionTypeId = input.CertificationCompletionType ?? current?.completionTypeId ?? COMPLETION.hours
  const isByReview = completionTypeId === COMPLETION.review
  const requiredAmount = new Prisma.Decimal(input.RequiredAmount ?? current?.requiredAmount ?? 0).toDecimalPlaces(2)
  if (!isByReview && requiredAmount.lte(0)) throw badInput('/RequiredAmount', 'must be above 0 by hours and by credits')
  return {
    name: neededLine(input.Name, current?.name, '/Name'),
    completionTypeId,
    requiredAmount,
    requireAdminReview: isByReview || (input.RequireAdminReview ?? current?.requireAdminReview ?? false),
    expiresInMonths: kept(input.ExpiresInMonths, current?.expiresInMonths ?? null),
    documentTemplateId: kept(input.DocumentGenerationTemplateId, current?.documentTemplateId ?? null),
    settingJson: input.SettingJson === undefined ? (current?.settingJson ?? null) : readSettings(input.SettingJson),
  }
}

const readSettings = (text: string | null): string | null => {
  if (!text) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text
  } catch {
    // falls through to the refusal: what is no JSON is no JSON object
  }
  throw badInput('/SettingJson', 'must be a JSON object, as text')
}
