import type { BenefitMassJob } from '#contract/commerce/benefit-ledger'
import type { BenefitMassOperation as Shown } from '#contract/commerce/benefits'
import type { MassProgress } from './mass.queries.ts'

export const presentMassJob = ({ id, contactCount }: MassProgress): BenefitMassJob => ({
  JobId: id,
  ContactCount: contactCount,
})

export const presentMassOperation = (operation: MassProgress): Shown => ({
  JobId: operation.id,
  BenefitItemId: operation.itemId,
  TransactionTypeId: operation.typeId as Shown['TransactionTypeId'],
  Quantity: operation.quantity,
  Description: operation.description,
  ForceSave: operation.isForced,
  Status: operation.status as Shown['Status'],
  Percent: percentOf(operation),
  ContactCount: operation.contactCount,
  SucceededCount: operation.succeededCount,
  FailedCount: operation.failedCount,
  StartedDate: operation.startedAt.toISOString(),
  FinishedDate: operation.finishedAt?.toISOString() ?? null,
})

const percentOf = ({ status, contactCount, succeededCount, failedCount }: MassProgress): number =>
  status === 'completed' ? 100 : Math.min(99, Math.floor((100 * (succeededCount + failedCount)) / contactCount))
