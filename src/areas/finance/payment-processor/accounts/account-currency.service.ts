import { ruleRefused } from '#kernel/errors/problem'
import { isTenantCurrency } from '#kernel/money/currencies'
import type { Scope } from '#kernel/tenancy/scope'
import type { ProcessorAccount } from '#prisma/client'

type Currencies = [tenant: Pick<Scope['tenant'], 'currencyCode'>, account: Pick<ProcessorAccount, 'currencyCode'>]

/**
 * Whether an account can be charged: in the currency of the tenant, in which the books are, and in hundredths, in which amounts
 * are sent to the processor.
 */
export const hasFittingCurrency = (...[tenant, account]: Currencies): boolean =>
  isTenantCurrency(tenant.currencyCode) && account.currencyCode === tenant.currencyCode

/** @param pointer the field that names the account or its gateway. @throws 422 wrong-currency. */
export const requireFittingCurrency = (pointer: string, ...[tenant, account]: Currencies): void => {
  if (hasFittingCurrency(tenant, account)) return
  const own = tenant.currencyCode
  const detail = isTenantCurrency(own)
    ? `The account of the payment gateway has the currency ${account.currencyCode}, and the tenant has ${own}.`
    : `The tenant has the currency ${own}, which does not have two decimals, so nothing can be charged in it.`
  throw ruleRefused('wrong-currency', detail, [
    { pointer, message: isTenantCurrency(own) ? `must have an account in ${own}` : 'cannot be charged by this tenant' },
  ])
}
