import type { PaymentGatewayEditInput } from '#contract/finance/payment-gateways'
import { badInput, conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { foldedWords } from '#kernel/text/fold'
import { oneLine } from '#kernel/text/one-line'
import type { PaymentGateway } from '#prisma/client'
import { paymentGatewayEvents } from './payment-gateways.events.ts'

/**
 * Creates a gateway (id 0) or changes one; 409 where another has the name, whatever its case and accents. As soon as a
 * tenant has gateways, exactly one is the default.
 */
export const savePaymentGateway = (
  scope: Scope,
  id: number,
  input: PaymentGatewayEditInput,
  expected: ExpectedVersion,
): Promise<PaymentGateway> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'payment_gateway')
    const gateways = await tx.paymentGateway.findMany({ where: { tenantId } })
    const current = gateways.find((gateway) => gateway.id === id)
    if (!current && id !== 0) throw notFound('payment gateway')
    if (current) assertVersion(current.auditId, expected)
    const data = readInput(input, current, gateways.length === 0)
    if (gateways.some((other) => other.nameKey === data.nameKey && other.id !== id)) {
      throw conflict('duplicate', `There is another payment gateway called "${data.name}".`)
    }
    if (data.isDefault) await dethrone(scope, tx, id)
    const saved = current
      ? await tx.paymentGateway.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, auditId: { increment: 1 } },
        })
      : await tx.paymentGateway.create({ data: { ...data, tenantId } })
    await note(scope, tx, saved, current ? 'updated' : 'created')
    return saved
  })

/** Where another gateway is the default, it ceases to be. */
const dethrone = async (scope: Scope, tx: Transaction, id: number): Promise<void> => {
  const { tenantId } = scope.db
  const former = await tx.paymentGateway.findFirst({ where: { tenantId, isDefault: true, id: { not: id } } })
  if (!former) return
  const where = { tenantId_id: { tenantId, id: former.id } }
  const changed = await tx.paymentGateway.update({ where, data: { isDefault: false, auditId: { increment: 1 } } })
  await note(scope, tx, changed, 'updated')
}

const note = async (
  scope: Scope,
  tx: Transaction,
  { id, auditId, name, isDefault, isActive }: PaymentGateway,
  action: 'created' | 'updated',
): Promise<void> => {
  const event = { kind: paymentGatewayEvents[action], payload: { name } }
  const change = { entity: 'paymentgateway', entityId: id, auditId, action, changes: { name, isDefault, isActive } }
  await recordChange(scope, tx, { ...change, event })
}

const readInput = (input: PaymentGatewayEditInput, current: PaymentGateway | undefined, isFirst: boolean) => {
  const name = input.Name === undefined ? current?.name : oneLine(input.Name ?? '')
  const nameKey = foldedWords(name ?? '').join(' ')
  if (!name || !nameKey) throw badInput('/Name', 'is needed and must hold a letter or a digit')
  const isDefault = input.IsDefault || current?.isDefault || isFirst
  const isActive = input.IsActive ?? current?.isActive ?? true
  if (current?.isDefault && input.IsDefault === false) {
    throw ruleRefused('default-needed', 'Make another gateway the default instead.', [
      { pointer: '/IsDefault', message: 'cannot be false for the default' },
    ])
  }
  if (isDefault && !isActive) {
    throw ruleRefused('default-needed', 'The default gateway must be active.', [
      { pointer: '/IsActive', message: 'cannot be false for the default' },
    ])
  }
  return { name, nameKey, isDefault, isActive }
}
