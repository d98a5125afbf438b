import { findCountryId } from '#areas/finance/books/documents/line-catalog.queries'
import type { StoreAddressInput, StoreCartSaveInput } from '#contract/commerce/store-buying'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { badInput, type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { unknownReference } from '#kernel/records/references'
import { oneLine } from '#kernel/text/one-line'
import type { Prisma, StoreCart, StoreCartLine } from '#prisma/client'

export interface DraftLine {
  itemId: number
  subItemId: number | null
  quantity: number
  /** The benefit that reduces the price of some pieces. */
  benefit: { itemId: number; quantity: number } | null
}

/** A postal address, as the contract describes it. */
export type CartAddress = {
  CompanyName: string | null
  ContactName: string | null
  Line1: string | null
  Line2: string | null
  City: string | null
  StateProvince: string | null
  PostalCode: string | null
  CountryCode: string | null
}

/** What a cart contains, before its prices. */
export interface CartDraft {
  lines: DraftLine[]
  promoCode: string | null
  voucherCodes: string[]
  shippingMethodId: number | null
  shippingAddress: CartAddress | null
  billingAddress: CartAddress | null
}

export type CartWithLines = StoreCart & { lines: StoreCartLine[] }

/** Parses a cart. @throws 400; 422 store-rule, unknown-reference. */
export const parseCart = async (
  runner: SqlRunner,
  input: StoreCartSaveInput,
  current: CartWithLines | null,
): Promise<CartDraft> => ({
  lines: parseLines(input, current),
  promoCode: input.PromoCode === undefined ? (current?.promoCode ?? null) : oneLine(input.PromoCode ?? '') || null,
  voucherCodes: parseCodes(input, current),
  shippingMethodId: input.ShippingMethodId === undefined ? (current?.shippingMethodId ?? null) : input.ShippingMethodId,
  shippingAddress: await parsePlace(runner, input.ShippingAddress, current?.shippingAddress, '/ShippingAddress'),
  billingAddress: await parsePlace(runner, input.BillingAddress, current?.billingAddress, '/BillingAddress'),
})

const parseLines = ({ Lines }: StoreCartSaveInput, current: CartWithLines | null): DraftLine[] => {
  if (!Lines) {
    if (current) return current.lines.map(draftLineOf)
    throw incomplete('/Lines', 'is required for a new cart')
  }
  if (Lines.length === 0) throw incomplete('/Lines', 'must contain at least one line')
  const lines = Lines.map((line) => ({
    itemId: line.StoreItemId,
    subItemId: line.StoreSubItemId ?? null,
    quantity: line.Quantity,
    benefit:
      line.BenefitItemId == null
        ? null
        : { itemId: line.BenefitItemId, quantity: line.BenefitQuantity ?? line.Quantity },
  }))
  const faults = lines.flatMap((line, at): FieldFault[] =>
    lines.slice(0, at).some((other) => other.itemId === line.itemId && other.subItemId === line.subItemId)
      ? [{ pointer: `/Lines/${at}/StoreItemId`, message: 'must not be in the cart twice' }]
      : [],
  )
  if (faults.length > 0) throw ruleRefused('store-rule', 'The cart contains an item twice.', faults)
  requireBenefits(Lines)
  return lines
}

const requireBenefits = (lines: NonNullable<StoreCartSaveInput['Lines']>): void => {
  for (const [at, { BenefitItemId, BenefitQuantity, Quantity }] of lines.entries()) {
    const pointer = `/Lines/${at}/BenefitQuantity`
    if (BenefitQuantity == null) continue
    if (BenefitItemId == null) throw incomplete(pointer, 'must be absent without a BenefitItemId')
    if (BenefitQuantity > Quantity) throw incomplete(pointer, `must be at most ${Quantity}, the pieces of the line`)
  }
}

const draftLineOf = ({ itemId, subItemId, quantity, benefitItemId, benefitQuantity }: StoreCartLine): DraftLine => ({
  itemId,
  subItemId,
  quantity,
  benefit: benefitItemId === null ? null : { itemId: benefitItemId, quantity: benefitQuantity },
})

export const incomplete = (pointer: string, message: string) =>
  ruleRefused('store-rule', 'The cart is not complete.', [{ pointer, message }])

/** Codes are compared in capital letters and without spaces. */
export const codeOf = (sent: string): string => sent.replaceAll(/\s/g, '').toUpperCase()

const parseCodes = ({ VoucherCodes }: StoreCartSaveInput, current: CartWithLines | null): string[] => {
  if (VoucherCodes === undefined) return current?.voucherCodes ?? []
  const codes = (VoucherCodes ?? []).map(codeOf)
  const at = codes.findIndex((code, index) => codes.indexOf(code) < index)
  if (at >= 0) throw badInput(`/VoucherCodes/${at}`, 'must not be in the list twice')
  return codes
}

const parsePlace = async (
  runner: SqlRunner,
  sent: StoreAddressInput | null | undefined,
  current: Prisma.JsonValue | undefined,
  pointer: string,
): Promise<CartAddress | null> => {
  if (sent === undefined) return addressOf(current)
  if (sent === null) return null
  const countryCode = sent.CountryCode?.toUpperCase() ?? null
  if (countryCode !== null && (await findCountryId(runner, countryCode)) === null)
    throw unknownReference(`${pointer}/CountryCode`, 'country of ISO 3166-1')
  const text = (value: string | null | undefined) => oneLine(value ?? '') || null
  return {
    CompanyName: text(sent.CompanyName),
    ContactName: text(sent.ContactName),
    Line1: text(sent.Line1),
    Line2: text(sent.Line2),
    City: text(sent.City),
    StateProvince: text(sent.StateProvince),
    PostalCode: text(sent.PostalCode),
    CountryCode: countryCode,
  }
}

/** Returns a stored address. */
export const addressOf = (json: Prisma.JsonValue | undefined): CartAddress | null => {
  if (!json) return null
  const stored = new Map(Object.entries(json as Prisma.JsonObject))
  const text = (name: string) => (stored.get(name) == null ? null : String(stored.get(name)))
  return {
    CompanyName: text('CompanyName'),
    ContactName: text('ContactName'),
    Line1: text('Line1'),
    Line2: text('Line2'),
    City: text('City'),
    StateProvince: text('StateProvince'),
    PostalCode: text('PostalCode'),
    CountryCode: text('CountryCode'),
  }
}

/** Returns what a stored cart contains. */
export const draftOf = (cart: CartWithLines): CartDraft => ({
  lines: cart.lines.map(draftLineOf),
  promoCode: cart.promoCode,
  voucherCodes: cart.voucherCodes,
  shippingMethodId: cart.shippingMethodId,
  shippingAddress: addressOf(cart.shippingAddress),
  billingAddress: addressOf(cart.billingAddress),
})
