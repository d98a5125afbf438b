import type { Scope } from '#kernel/tenancy/scope'
import {
  type BankAccountState,
  type ChargeState,
  type FileToUpload,
  type PaymentProcessor,
  ProcessorFault,
} from '../payment-processor.port.ts'
import { endPage, openPage, pageStateOf } from './pages/sandbox-pages.service.ts'
import {
  COUNTRIES,
  requirementOf,
  type SandboxAccount,
  type SandboxBank,
  type SandboxCharge,
  type SandboxDispute,
  type SandboxMovement,
  type SandboxPage,
  type SandboxPayout,
} from './sandbox.model.ts'
import { authorize, cancel, capture, readChargeState, refund } from './sandbox-charges.service.ts'
import { readDisputeState, saveEvidence } from './sandbox-disputes.service.ts'
import { type AccountObjects, type Stored, withAccount } from './sandbox-objects.service.ts'
import { readPayoutState } from './sandbox-payouts.service.ts'

/**
 * Opens the embedded processor: the same interface on tables of the tenant, without any outside server. No money moves.
 */
export const openSandboxProcessor = (scope: Scope): PaymentProcessor => {
  const on = <T>(account: string, work: (objects: AccountObjects) => Promise<T>) => withAccount(scope, account, work)
  return {
    isTestMode: true,
    listCountries: async () => [...COUNTRIES],
    ...accountsOf(scope, on),
    ...chargesOf(on),
    openPage: (account, request) =>
      on(account, async (objects) => pageStateOf(objects, await openPage(objects, request))),
    getPage: (account, uid) =>
      on(account, async (objects) => pageStateOf(objects, await found<SandboxPage>(objects, 'page', uid))),
    expirePage: (account, uid) =>
      on(account, async (objects) => endPage(objects, await found<SandboxPage>(objects, 'page', uid))),
    getDispute: (account, uid) =>
      on(account, async (objects) => readDisputeState(objects, await found<SandboxDispute>(objects, 'dispute', uid))),
    saveEvidence: (account, uid, change) =>
      on(account, async (objects) =>
        saveEvidence(objects, await found<SandboxDispute>(objects, 'dispute', uid), change),
      ),
    getPayout: (account, uid) =>
      on(account, async (objects) => readPayoutState(objects, await found<SandboxPayout>(objects, 'payout', uid))),
  }
}

type OnAccount = <T>(account: string, work: (objects: AccountObjects) => Promise<T>) => Promise<T>

const found = async <T>(
  objects: AccountObjects,
  kind: 'charge' | 'page' | 'dispute' | 'payout' | 'bank',
  uid: string,
): Promise<Stored<T>> => {
  const object = await objects.find<T>(kind, uid)
  if (!object) throw new ProcessorFault('missing', `The sandbox has no ${kind} ${uid}.`)
  return object
}

type AccountCalls = Pick<
  PaymentProcessor,
  'getAccount' | 'listBankAccounts' | 'makeBankAccountDefault' | 'removeBankAccount' | 'uploadFile' | 'getBalance'
>

const accountsOf = (scope: Scope, on: OnAccount): AccountCalls => ({
  getAccount: (account) =>
    on(account, async (objects) => {
      const { data } = (await objects.find<SandboxAccount>('account', account)) as Stored<SandboxAccount>
      return { uid: account, currencyCode: scope.tenant.currencyCode, timeZone: null, ...data }
    }),
  listBankAccounts: (account) =>
    on(account, async (objects) => {
      const payouts = await objects.list<SandboxPayout>('payout')
      return (await objects.list<SandboxBank>('bank')).map((bank) => bankStateOf(bank, payouts))
    }),
  makeBankAccountDefault: (account, uid) =>
    on(account, async (objects) => {
      const chosen = await found<SandboxBank>(objects, 'bank', uid)
      for (const bank of await objects.list<SandboxBank>('bank'))
        if (bank.data.currencyCode === chosen.data.currencyCode)
          await objects.save(bank, { ...bank.data, isDefault: bank.uid === uid })
      const payouts = await objects.list<SandboxPayout>('payout')
      return bankStateOf({ ...chosen, data: { ...chosen.data, isDefault: true } }, payouts)
    }),
  removeBankAccount: (account, uid) =>
    on(account, async (objects) => objects.remove(await found<SandboxBank>(objects, 'bank', uid))),
  uploadFile: (account, file) => on(account, (objects) => upload(objects, file)),
  getBalance: (account) =>
    on(account, async (objects) => {
      const movements = await objects.list<SandboxMovement>('movement')
      const cents = movements.reduce((sum, { data }) => sum + data.cents - data.feeCents, 0)
      return [{ currencyCode: scope.tenant.currencyCode, cents }]
    }),
})

const bankStateOf = (
  { uid, data }: Stored<SandboxBank>,
  payouts: readonly Stored<SandboxPayout>[],
): BankAccountState => ({
  uid,
  ...data,
  hasPendingPayout: payouts.some((payout) => payout.data.bank === uid && payout.data.status === 'InTransit'),
})

const upload = async (objects: AccountObjects, { name, purpose, bytes, key }: FileToUpload) => {
  const known = await objects.findByKey<{ name: string; size: number }>('file', key)
  if (known) return { uid: known.uid, name: known.data.name, size: known.data.size, createdAt: known.createdAt }
  if (purpose !== 'dispute_evidence') await satisfyRequirement(objects, purpose)
  const size = bytes.length
  const file = await objects.add('file', { name, purpose, size }, { requestKey: key })
  return { uid: file.uid, name, size, createdAt: file.createdAt }
}

const satisfyRequirement = async (objects: AccountObjects, purpose: string): Promise<void> => {
  const account = (await objects.find<SandboxAccount>('account', objects.account)) as Stored<SandboxAccount>
  const { requirements } = account.data
  const wanted = requirementOf(purpose)
  if (![...requirements.currentlyDue, ...requirements.pastDue, ...requirements.futureDue].includes(wanted))
    throw new ProcessorFault('refused', `The account requires no ${purpose}.`)
  const without = (names: string[]) => names.filter((name) => name !== wanted)
  const currentlyDue = without(requirements.currentlyDue)
  const left = { ...requirements, currentlyDue, pastDue: without(requirements.pastDue) }
  const deadline = currentlyDue.length === 0 ? null : requirements.deadline
  const changed = { ...left, deadline, futureDue: without(requirements.futureDue) }
  await objects.save(account, { ...account.data, requirements: changed })
  await objects.emit('account', objects.account)
}

type ChargeCalls = Pick<PaymentProcessor, 'authorize' | 'capture' | 'cancel' | 'refund' | 'getCharge' | 'listCharges'>

const chargesOf = (on: OnAccount): ChargeCalls => ({
  authorize: (account, request) => on(account, (objects) => authorize(objects, request)),
  capture: (account, request) => on(account, (objects) => capture(objects, request)),
  cancel: (account, request) => on(account, (objects) => cancel(objects, request)),
  refund: (account, request) => on(account, (objects) => refund(objects, request)),
  getCharge: (account, uid) =>
    on(account, async (objects) => readChargeState(objects, await found<SandboxCharge>(objects, 'charge', uid))),
  listCharges: (account, { from, to, after, limit }) =>
    on(account, async (objects) => {
      const all = (await objects.list<SandboxCharge>('charge')).reverse()
      const begin = after === null ? 0 : all.findIndex(({ uid }) => uid === after) + 1
      const inSpan = all.slice(begin).filter(({ createdAt }) => createdAt >= from && createdAt < to)
      const page = inSpan.slice(0, limit)
      const charges: ChargeState[] = []
      for (const charge of page) charges.push(await readChargeState(objects, charge))
      return { charges, after: inSpan.length > limit ? (page.at(-1)?.uid ?? null) : null }
    }),
})
