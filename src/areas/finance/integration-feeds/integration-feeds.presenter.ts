import type { NamedClass } from '#areas/finance/books/classes/classes.queries'
import type { SetupName } from '#areas/finance/books/setup-names.queries'
import { type TaxSetWithRates, totalRateOf } from '#areas/finance/books/tax-sets/tax-sets.queries'
import type { GatewayWithRequirements } from '#areas/finance/payment-gateways/payment-gateways.queries'
import type {
  FeedAccount,
  FeedDiscount,
  FeedFeeItem,
  FeedPaymentGateway,
  FeedPaymentType,
  FeedTaxSet,
  FeedTransactionClass,
} from '#contract/finance/integration-feeds'
import { dayOf } from '#kernel/time/day'
import type { Account, Discount, FeeItem, Prisma } from '#prisma/client'

export const presentAccount = (account: Account): FeedAccount => ({
  AccountId: account.id,
  Name: account.name,
  Description: account.description,
  AccountNumber: account.number,
  AccountType: account.type as FeedAccount['AccountType'],
  IsActive: account.isActive,
})

export const presentDiscount = (discount: Discount): FeedDiscount => ({
  DiscountId: discount.id,
  DiscountTypeId: discount.typeId as 1 | 2,
  DiscountTypeName: discount.percent ? 'Percent' : 'Amount',
  Name: discount.name,
  PromoCode: discount.promoCode,
  DiscountPercent: discount.percent && presentPercent(discount.percent),
  DiscountAmount: discount.amount?.toFixed(2) ?? null,
  StartDate: discount.startsOn && dayOf(discount.startsOn),
  EndDate: discount.endsOn && dayOf(discount.endsOn),
})

/** Writes a percentage with two decimals at least, and as many as it has. */
const presentPercent = (percent: Prisma.Decimal): string => percent.toFixed(Math.max(2, percent.decimalPlaces()))

export const presentFeeItem = (item: FeeItem): FeedFeeItem => ({
  SaleableItemId: String(item.id),
  Name: item.name,
  Price: item.price.toNumber(),
  Quantity: item.quantity.toNumber(),
  Description: item.description,
  IsActive: item.isActive,
})

export const presentPaymentGateway = ({ id, name, processorAccount }: GatewayWithRequirements): FeedPaymentGateway => ({
  PaymentGatewayId: id,
  Name: name,
  GatewayAccountId: processorAccount?.uid ?? null,
  IsVerified: processorAccount !== null && isVerified(processorAccount),
})

/**
 * Returns whether the processor has read the account, and neither disables it nor misses a document whose deadline has
 * passed.
 */
const isVerified = ({ checkedAt, requirements }: NonNullable<GatewayWithRequirements['processorAccount']>): boolean => {
  const { disabledReason = null, pastDue = [] } = requirements as { disabledReason?: string | null; pastDue?: string[] }
  return checkedAt !== null && disabledReason === null && pastDue.length === 0
}

export const presentPaymentType = ({ id, name }: SetupName): FeedPaymentType => ({
  PaymentTypeId: id as FeedPaymentType['PaymentTypeId'],
  Name: name,
})

export const presentTaxSet = (taxSet: TaxSetWithRates): FeedTaxSet => ({
  TaxSetId: taxSet.id,
  Name: taxSet.name,
  TaxRegionId: taxSet.regionId ?? 0,
  TaxRate: totalRateOf(taxSet.rates).toString(),
})

export const presentTransactionClass = (one: NamedClass): FeedTransactionClass => ({
  ClassId: one.id,
  Name: one.name,
  FullName: one.fullName,
  ParentClassId: one.parentId === null ? null : String(one.parentId),
  IsActive: one.isActive,
})
