import type { BenefitMassAdjustmentInput, BenefitMassUsageInput } from '#contract/commerce/benefit-ledger'
import { MAX_ID } from '#kernel/database/ids'
import { notFound, ruleRefused } from '#kernel/errors/problem'
import { parseDescription } from '../adjustments/adjustments.service.ts'
import { ADJUSTED_DOWN, ADJUSTED_UP, USED } from '../postings/account.model.ts'

/** A mass operation as requested. */
export interface MassRequest {
  itemId: number
  typeId: typeof USED | typeof ADJUSTED_UP | typeof ADJUSTED_DOWN
  /** Per contact; above 0: added, below 0: taken. */
  quantity: number
  description: string | null
  isForced: boolean
  /** Each once, in the order of the request. */
  contactIds: number[]
}

export const parseMassUsage = (input: BenefitMassUsageInput): MassRequest => ({
  itemId: input.BenefitItemId,
  typeId: USED,
  quantity: -input.UsageQuantity,
  description: input.Description?.trim() || null,
  isForced: input.ForceSave ?? false,
  contactIds: [...new Set(input.SelectedIds)],
})

/** @throws 404 if the digits are not the id of a benefit. */
export const parseMassAdjustment = (input: BenefitMassAdjustmentInput): MassRequest => {
  const itemId = Number(input.BenefitItemId)
  if (itemId > MAX_ID) throw notFound('benefit')
  const isUp = input.AdjustmentDirection === 'Up'
  return {
    itemId,
    typeId: isUp ? ADJUSTED_UP : ADJUSTED_DOWN,
    quantity: isUp ? input.AdjustmentQuantity : -input.AdjustmentQuantity,
    description: input.AdjustmentDescription?.trim() || null,
    isForced: input.ForceSave ?? false,
    contactIds: [...new Set(input.SelectedIds)],
  }
}

/** Rejects an operation that cannot be saved. @throws 422 benefit-rule. */
export const requireComplete = ({ typeId, description, contactIds }: MassRequest): void => {
  if (contactIds.length === 0)
    throw ruleRefused('benefit-rule', 'No contact is selected.', [
      { pointer: '/SelectedIds', message: 'must contain the id of a contact' },
    ])
  if (typeId !== USED) parseDescription(description)
}
