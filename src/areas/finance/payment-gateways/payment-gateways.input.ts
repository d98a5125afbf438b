import type { PaymentGatewayEditInput } from '#contract/finance/payment-gateways'
import { badInput, ruleRefused } from '#kernel/errors/problem'
import { foldedWords } from '#kernel/text/fold'
import { oneLine } from '#kernel/text/one-line'
import type { PaymentGateway } from '#prisma/client'

export type PaymentGatewayData = Pick<
  PaymentGateway,
  'name' | 'nameKey' | 'isDefault' | 'isActive' | 'depositAccountId' | 'transferAccountId'
>

/**
 * Parses a gateway. A field that is left out keeps its value. The first gateway of a tenant is its default.
 *
 * @throws 400, 422 default-needed.
 */
export const parsePaymentGateway = (
  input: PaymentGatewayEditInput,
  current: PaymentGateway | null,
  isFirst: boolean,
): PaymentGatewayData => {
  const name = input.Name === undefined ? current?.name : oneLine(input.Name ?? '')
  const nameKey = foldedWords(name ?? '').join(' ')
  if (!name || !nameKey) throw badInput('/Name', 'is required and must contain a letter or a digit')
  const isDefault = input.IsDefault || current?.isDefault || isFirst
  const isActive = input.IsActive ?? current?.isActive ?? true
  if (current?.isDefault && input.IsDefault === false) {
    throw ruleRefused('default-needed', 'A tenant needs a default gateway. Make another gateway the default instead.', [
      { pointer: '/IsDefault', message: 'must not be false for the default gateway' },
    ])
  }
  if (isDefault && !isActive) {
    throw ruleRefused('default-needed', 'The default gateway must be active.', [
      { pointer: '/IsActive', message: 'must not be false for the default gateway' },
    ])
  }
  const { DepositAccountId: deposit, TransferAccountId: transfer } = input
  const depositAccountId = deposit === undefined ? (current?.depositAccountId ?? null) : deposit
  const transferAccountId = transfer === undefined ? (current?.transferAccountId ?? null) : transfer
  return { name, nameKey, isDefault, isActive, depositAccountId, transferAccountId }
}
