import { notFound } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockRecordIfPresent } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { BenefitMassOperation } from '#prisma/client'
import { benefitItemKind } from '../items/items.queries.ts'
import { type MassRequest, requireComplete } from './mass.input.ts'

/** The job that performs a mass operation. */
export const MASS_BENEFITS = 'mass_benefits'

/** How long ended operations are kept. */
const KEPT_MS = 30 * 86_400_000

/** Starts a mass operation, which a job performs. @throws 404; 422 benefit-rule. */
export const startMassOperation = (scope: Scope, request: MassRequest): Promise<BenefitMassOperation> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const item = await lockRecordIfPresent(scope, tx, benefitItemKind, request.itemId, 'key share')
    if (!item) throw notFound('benefit')
    requireComplete(request)
    const now = scope.clock.now()
    const expired = { lt: new Date(now.getTime() - KEPT_MS) }
    await tx.benefitMassOperation.deleteMany({ where: { tenantId, finishedAt: expired } })
    const operation = await tx.benefitMassOperation.create({
      data: {
        tenantId,
        id: crypto.randomUUID(),
        ...request,
        contactCount: request.contactIds.length,
        actor: actorName(scope.actor),
        startedAt: now,
      },
    })
    const { id: operationId, number, itemId, typeId, quantity, contactCount } = operation
    await enqueueJobs(tx, [
      {
        name: MASS_BENEFITS,
        payload: { tenantId, operationId },
        key: `${MASS_BENEFITS}:${operationId}`,
        queue: `${MASS_BENEFITS}:${tenantId}`,
      },
    ])
    const changes = { operationId, itemId, typeId, quantity, contactCount }
    const kind = { entity: 'benefitmassoperation' }
    await recordChange(scope, tx, changeOf(kind, { id: number, auditId: 1 }, 'created', { changes }))
    return operation
  })
