import type { Scope } from '#kernel/tenancy/scope'
import { addDays } from '#kernel/time/calendar'
import type { PayoutState } from '../payment-processor.port.ts'
import {
  REJECTING_BANK,
  type SandboxAccount,
  type SandboxBank,
  type SandboxCharge,
  type SandboxDispute,
  type SandboxMovement,
  type SandboxPayout,
  type SandboxRefund,
  SCRIPTS,
} from './sandbox.model.ts'
import { failRefund, settle } from './sandbox-charges.service.ts'
import { reviewDispute } from './sandbox-disputes.service.ts'
import {
  type AccountObjects,
  listMovements,
  move,
  movementStateOf,
  type Stored,
  withAccount,
} from './sandbox-objects.service.ts'

/** What happened on a banking day. */
export interface BankingDay {
  /** The new transfer; null if the balance was not positive. */
  payout: string | null
  cents: number
}

/**
 * Runs a banking day of a sandbox account: transfers that are under way arrive or come back, bank debits and refunds are
 * settled, disputes are decided, and the balance is paid out.
 */
export const runBankingDay = (scope: Scope, account: string): Promise<BankingDay> =>
  withAccount(scope, account, async (objects) => {
    for (const payout of await objects.list<SandboxPayout>('payout')) await arrive(objects, payout)
    for (const charge of await objects.list<SandboxCharge>('charge')) await settleDebit(objects, charge)
    for (const refund of await objects.list<SandboxRefund>('refund'))
      if (refund.data.status === 'pending') await failRefund(objects, refund)
    for (const dispute of await objects.list<SandboxDispute>('dispute')) await reviewDispute(objects, dispute)
    return payOut(objects)
  })

const arrive = async (objects: AccountObjects, payout: Stored<SandboxPayout>): Promise<void> => {
  const { data } = payout
  if (data.status !== 'InTransit') return
  const isRejected = data.bankAccount.endsWith(REJECTING_BANK)
  await objects.save(payout, { ...data, status: isRejected ? 'Failed' : 'Paid' })
  if (isRejected) {
    const { cents, currencyCode } = data
    const description = 'The bank rejected the transfer'
    await move(objects, payout.uid, { type: 'TransferReversal', cents, feeCents: 0, currencyCode, description })
  }
  await objects.emit('payout', payout.uid)
}

const settleDebit = async (objects: AccountObjects, charge: Stored<SandboxCharge>): Promise<void> => {
  const { data } = charge
  if (data.status !== 'pending') return
  if (SCRIPTS.get(data.token)?.debit === 'succeeds') {
    await settle(objects, charge, data.cents, `${charge.uid} settled`)
    return
  }
  const failureMessage = 'The bank account has insufficient funds.'
  await objects.save(charge, { ...data, status: 'failed', failureCode: 'insufficient_funds', failureMessage })
  await objects.emit('charge', charge.uid)
}

const payOut = async (objects: AccountObjects): Promise<BankingDay> => {
  const account = await objects.find<SandboxAccount>('account', objects.account)
  const bank = (await objects.list<SandboxBank>('bank')).find(({ data }) => data.isDefault)
  const movements = (await objects.list<SandboxMovement>('movement')).filter(
    ({ data }) => data.payout === null && data.type !== 'Transfer',
  )
  const cents = movements.reduce((sum, { data }) => sum + data.cents - data.feeCents, 0)
  if (cents <= 0 || !bank || !account?.data.payoutsEnabled) return { payout: null, cents: 0 }
  const { currencyCode, bankName, lastFour } = bank.data
  const data: SandboxPayout = {
    ...({ cents, currencyCode, status: 'InTransit', bank: bank.uid } as const),
    bankAccount: `${bankName} ****${lastFour}`,
    arrivalOn: addDays(objects.now.toISOString().slice(0, 10), 2),
  }
  const { uid } = await objects.add('payout', data)
  for (const movement of movements) await objects.save(movement, { ...movement.data, payout: uid })
  const description = 'Transfer to the bank account'
  await move(objects, uid, { type: 'Transfer', cents: -cents, feeCents: 0, currencyCode, description })
  await objects.emit('payout', uid)
  return { payout: uid, cents }
}

export const readPayoutState = async (
  objects: AccountObjects,
  { uid, createdAt, data }: Stored<SandboxPayout>,
): Promise<PayoutState> => {
  const { bank: _bank, ...payout } = data
  const contents = (await objects.list<SandboxMovement>('movement')).filter((movement) => movement.data.payout === uid)
  return {
    uid,
    ...payout,
    startedAt: createdAt,
    movements: await listMovements(objects, uid),
    contents: contents.map(movementStateOf),
  }
}
