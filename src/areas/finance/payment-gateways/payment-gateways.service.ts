import { findAccountFaults } from '#areas/finance/books/accounts/accounts.queries'
import {
  addAccount,
  deleteAccount,
  lockAccount,
  readNewAccount,
  requireFittingCurrency,
} from '#areas/finance/payment-processor/accounts/accounts.service'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import type { PaymentGatewayEditInput } from '#contract/finance/payment-gateways'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { lockForSave, lockRecord, lockRows, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { PaymentGateway } from '#prisma/client'
import { type PaymentGatewayData, parsePaymentGateway } from './payment-gateways.input.ts'
import { type GatewayWithAccount, paymentGatewayKind, WITH_ACCOUNT } from './payment-gateways.queries.ts'

/**
 * Creates a gateway (id 0) with its account, or changes one. Names are unique, without regard to case and accents. As soon
 * as a tenant has gateways, exactly one is the default.
 *
 * @throws 400, 404, 409 duplicate or stale-audit-id, 412, 422 default-needed, account-needed, unknown-reference,
 * books-rule, wrong-currency, 503.
 */
export const savePaymentGateway = async (
  scope: Scope,
  tools: ProcessorTools,
  id: number,
  input: PaymentGatewayEditInput,
  expected: ExpectedVersion,
): Promise<GatewayWithAccount> => {
  const kind = input.Kind ?? 'Sandbox'
  const isOnline = id === 0 && kind === 'Processor'
  const account = isOnline ? await readNewAccount(scope, tools, input.GatewayAccountId ?? '') : null
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, paymentGatewayKind.table)
    const current = await lockForSave(scope, tx, paymentGatewayKind, id, expected)
    const others = await tx.paymentGateway.findMany({ where: { tenantId, id: { not: id } } })
    const data = parsePaymentGateway(input, current, !current && others.length === 0)
    const namesake = others.find(({ nameKey }) => nameKey === data.nameKey)
    requireUniqueName(paymentGatewayKind, data.name, namesake)
    await requireAccounts(scope, tx, data, current)
    // An inactive gateway is not charged, so that one of another currency can be made inactive.
    if (current?.processorAccount && data.isActive)
      requireFittingCurrency('/IsActive', scope.tenant, current.processorAccount)
    if (data.isDefault) await clearDefault(scope, tx, id)
    const saved = current
      ? await tx.paymentGateway.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.paymentGateway.create({ data: { ...data, kind, tenantId } })
    if (!current && kind !== 'Other') await addAccount(scope, tx, saved.id, account)
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return tx.paymentGateway.findFirstOrThrow({ where: { tenantId, id: saved.id }, include: WITH_ACCOUNT })
  })
}

/**
 * Deletes a gateway that nothing uses, with its account. The default can be deleted only if it is the only gateway.
 *
 * @throws 404; 409 in-use; 412; 422 default-needed.
 */
export const deletePaymentGateway = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, paymentGatewayKind.table)
    const gateway = await lockRecord(scope, tx, paymentGatewayKind, id, expected)
    // New charges wait for the account.
    await lockAccount(scope, tx, id)
    await requireUnused(scope, tx, paymentGatewayKind, gateway)
    if (gateway.isDefault && (await tx.paymentGateway.count({ where: { tenantId } })) > 1)
      throw ruleRefused(
        'default-needed',
        'The default gateway cannot be deleted. Make another gateway the default first.',
      )
    await deleteAccount(scope, tx, id)
    await tx.paymentGateway.delete({ where: { tenantId_id: { tenantId, id } } })
    await record(scope, tx, nextVersionOf(gateway), 'deleted')
  })

const requireAccounts = async (
  scope: Scope,
  tx: Transaction,
  { depositAccountId: deposit, transferAccountId: transfer }: PaymentGatewayData,
  current: PaymentGateway | null,
): Promise<void> => {
  const faults: FieldFault[] = []
  if (deposit !== null && deposit !== current?.depositAccountId)
    faults.push(...(await findAccountFaults(scope, tx, '/DepositAccountId', deposit, ['Bank', 'Asset'])))
  if (transfer !== null && transfer !== current?.transferAccountId)
    faults.push(...(await findAccountFaults(scope, tx, '/TransferAccountId', transfer, ['Bank', 'Asset'])))
  if (transfer !== null && transfer === deposit)
    faults.push({ pointer: '/TransferAccountId', message: 'must differ from DepositAccountId' })
  if (faults.length > 0) throw ruleRefused('books-rule', 'An account of the gateway does not fit.', faults)
}

/** Clears the previous default gateway. */
const clearDefault = async (scope: Scope, tx: Transaction, id: number): Promise<void> => {
  const { tenantId } = scope.db
  const former = await tx.paymentGateway.findFirst({ where: { tenantId, isDefault: true, id: { not: id } } })
  if (!former) return
  await lockRows(scope, tx, paymentGatewayKind, [former.id])
  const where = { tenantId_id: { tenantId, id: former.id } }
  await record(
    scope,
    tx,
    await tx.paymentGateway.update({ where, data: { isDefault: false, ...NEXT_VERSION } }),
    'updated',
  )
}

const record = (scope: Scope, tx: Transaction, gateway: PaymentGateway, action: ChangeAction): Promise<void> => {
  const payload = { name: gateway.name }
  return recordChange(scope, tx, changeOf(paymentGatewayKind, gateway, action, { payload }))
}
