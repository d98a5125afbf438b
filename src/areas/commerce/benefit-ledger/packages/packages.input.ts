import type { BenefitPackageInput } from '#contract/commerce/benefits'
import { badInputs } from '#kernel/errors/problem'
import { nameKeyOf, parseName, parseText } from '#kernel/records/names'
import type { BenefitPackage } from '#prisma/client'

/** A benefit of a package and its pieces per term. */
export interface PackageLine {
  itemId: number
  quantity: number
}

/** Parses a package. A field that is left out keeps its value. @throws 400 naming the fields, 422 name-needed. */
export const parseBenefitPackage = (input: BenefitPackageInput, current: BenefitPackage | null) => {
  const name = parseName(input.Name, current?.name)
  return {
    name,
    nameKey: nameKeyOf(name),
    description: parseText(input.Description, current?.description),
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
}

/** Parses the benefits of a package; undefined if the request contains no list. @throws 400 for a repeated benefit. */
export const parsePackageItems = ({ Items }: BenefitPackageInput): PackageLine[] | undefined => {
  if (Items === undefined) return undefined
  const lines = (Items ?? []).map(({ BenefitItemId, Quantity }) => ({ itemId: BenefitItemId, quantity: Quantity }))
  const repeated = lines.flatMap(({ itemId }, at) =>
    lines.findIndex((line) => line.itemId === itemId) < at
      ? [{ pointer: `/Items/${at}/BenefitItemId`, message: 'must not repeat a benefit of the package' }]
      : [],
  )
  if (repeated.length > 0) throw badInputs(repeated)
  return lines
}
