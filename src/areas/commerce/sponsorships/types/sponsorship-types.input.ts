import type { SponsorshipTypeEditInput } from '#contract/commerce/sponsorships'
import { MAX_ID } from '#kernel/database/ids'
import { badInputs, type FieldFault } from '#kernel/errors/problem'
import { nameKeyOf, parseName, parseText } from '#kernel/records/names'
import type { SponsorshipType } from '#prisma/client'

const MAX_MONTHS = 120

export type SponsorshipTypeData = ReturnType<typeof parseSponsorshipType>

/** Parses a type. A field that is left out keeps its value. @throws 400 naming the fields, 422 name-needed. */
export const parseSponsorshipType = (input: SponsorshipTypeEditInput, current: SponsorshipType | null) => {
  const faults: FieldFault[] = []
  const feeItemId = input.SaleableItem?.SaleableItemId ?? current?.feeItemId
  if (feeItemId === undefined) faults.push({ pointer: '/SaleableItem', message: 'is required' })
  const lengthInMonths = numberIn(input.LengthInMonths, current?.lengthInMonths)
  if (lengthInMonths !== null && (lengthInMonths < 1 || lengthInMonths > MAX_MONTHS))
    faults.push({ pointer: '/LengthInMonths', message: `must be from 1 to ${MAX_MONTHS}, or null` })
  if (faults.length > 0 || feeItemId === undefined) throw badInputs(faults)
  const name = parseName(input.Name, current?.name)
  return {
    name,
    nameKey: nameKeyOf(name),
    description: parseText(input.Description, current?.description),
    feeItemId,
    benefitPackageId: idIn(input.SponsorBenefitId, current?.benefitPackageId),
    maxQuantity: input.MaxQuantity ?? current?.maxQuantity ?? 0,
    lengthInMonths,
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
}

const numberIn = (sent: string | null | undefined, current: number | null = null): number | null =>
  sent === undefined ? current : sent === null ? null : Number(sent)

/** The contract accepts more digits than ids have; no record has the id 0. */
const idIn = (sent: string | null | undefined, current: number | null | undefined): number | null => {
  const id = numberIn(sent, current)
  return id !== null && id > MAX_ID ? 0 : id
}
