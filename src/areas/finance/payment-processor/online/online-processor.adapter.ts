import Stripe from 'stripe'
import type { AuthorizationRequest, PaymentProcessor } from '../payment-processor.port.ts'
import { ask, on } from './online-calls.model.ts'
import { pagesOf } from './online-pages.adapter.ts'
import {
  mapAccount,
  mapBalance,
  mapBankAccount,
  mapCharge,
  mapCountry,
  mapDispute,
  mapMovement,
  mapPayout,
} from './online-states.model.ts'

export interface OnlineOptions {
  key: string
  /** `http://host:port`; empty for the address of the processor itself. */
  url: string
}

/** Milliseconds until a response must have arrived, and repeats of a request that got none. */
const TIMEOUT_MS = 15_000
const RETRIES = 2
const PAGE = 100

/**
 * Opens the processor over its official SDK. Charges are direct charges on the connected account of the gateway. The
 * SDK repeats a request that got no response with the same idempotency key.
 */
export const openOnlineProcessor = (options: OnlineOptions): PaymentProcessor => {
  const sdk = openSdk(options)
  return {
    isTestMode: !/^(sk|rk)_live_/.test(options.key),
    ...accountsOf(sdk),
    ...chargesOf(sdk),
    ...pagesOf(sdk),
    ...disputesOf(sdk),
    ...payoutsOf(sdk),
  }
}

const openSdk = ({ key, url }: OnlineOptions): Stripe => {
  const common = { timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES, telemetry: false }
  if (url === '') return new Stripe(key, common)
  const { protocol, hostname, port } = new URL(url)
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return new Stripe(key, { ...common, protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) })
}

type AccountCalls = Pick<
  PaymentProcessor,
  | 'getAccount'
  | 'listCountries'
  | 'listBankAccounts'
  | 'makeBankAccountDefault'
  | 'removeBankAccount'
  | 'uploadFile'
  | 'getBalance'
>

const accountsOf = (sdk: Stripe): AccountCalls => ({
  getAccount: (account) => ask(async () => mapAccount(await sdk.accounts.retrieve(account))),
  listCountries: () =>
    ask(async () => (await sdk.countrySpecs.list({ limit: PAGE }).autoPagingToArray({ limit: 1000 })).map(mapCountry)),
  listBankAccounts: (account) =>
    ask(async () => {
      const banks = await sdk.accounts.listExternalAccounts(account, { object: 'bank_account', limit: PAGE })
      const waiting = await sdk.payouts.list({ status: 'pending', limit: PAGE }, on(account))
      const moving = await sdk.payouts.list({ status: 'in_transit', limit: PAGE }, on(account))
      const targets = new Set([...waiting.data, ...moving.data].map(({ destination }) => idOf(destination)))
      return banks.data.flatMap((bank) =>
        bank.object === 'bank_account' ? [mapBankAccount(bank, targets.has(bank.id))] : [],
      )
    }),
  makeBankAccountDefault: (account, bank) =>
    ask(async () => {
      const changed = await sdk.accounts.updateExternalAccount(account, bank, { default_for_currency: true })
      if (changed.object !== 'bank_account')
        throw new TypeError('The processor returned another object than a bank account')
      return mapBankAccount(changed, false)
    }),
  removeBankAccount: (account, bank) =>
    ask(async () => {
      await sdk.accounts.deleteExternalAccount(account, bank)
    }),
  uploadFile: (account, { name, purpose, contentType, bytes, key }) =>
    ask(async () => {
      // The processor has one purpose for all documents of a person or a company.
      const own = purpose === 'dispute_evidence' ? 'dispute_evidence' : PURPOSES[purpose]
      const file = await sdk.files.create(
        { purpose: own, file: { data: bytes, name, type: contentType } },
        on(account, key),
      )
      return { uid: file.id, name: file.filename ?? name, size: file.size, createdAt: new Date(file.created * 1000) }
    }),
  getBalance: (account) => ask(async () => mapBalance(await sdk.balance.retrieve({}, on(account)))),
})

const PURPOSES = {
  identity_document: 'identity_document',
  additional_document: 'additional_verification',
  address_document: 'additional_verification',
} as const

const idOf = (value: { id: string } | string | null | undefined): string =>
  typeof value === 'string' ? value : (value?.id ?? '')

type ChargeCalls = Pick<PaymentProcessor, 'authorize' | 'capture' | 'cancel' | 'refund' | 'getCharge' | 'listCharges'>

const chargesOf = (sdk: Stripe): ChargeCalls => {
  const read = async (account: string, uid: string) => {
    const charge = await sdk.charges.retrieve(uid, { expand: ['balance_transaction'] }, on(account))
    if (charge.amount_refunded === 0 && !charge.refunded) return mapCharge(charge, [])
    const refunds = await sdk.refunds.list(
      { charge: uid, limit: PAGE, expand: ['data.balance_transaction', 'data.failure_balance_transaction'] },
      on(account),
    )
    return mapCharge(charge, refunds.data)
  }
  const chargeOf = (account: string, intent: Stripe.PaymentIntent) => read(account, idOf(intent.latest_charge))
  return {
    authorize: (account, request) => ask(async () => chargeOf(account, await authorize(sdk, account, request))),
    capture: (account, { authorization, cents, key }) =>
      ask(async () =>
        chargeOf(
          account,
          await sdk.paymentIntents.capture(authorization, { amount_to_capture: cents }, on(account, key)),
        ),
      ),
    cancel: (account, { authorization, key }) =>
      ask(async () => chargeOf(account, await sdk.paymentIntents.cancel(authorization, {}, on(account, key)))),
    refund: (account, { charge, cents, key }) =>
      ask(async () => {
        await sdk.refunds.create({ charge, amount: cents, metadata: { request: key } }, on(account, key))
        return read(account, charge)
      }),
    getCharge: (account, uid) => ask(() => read(account, uid)),
    listCharges: (account, { from, to, after, limit }) =>
      ask(async () => {
        const created = { gte: seconds(from), lt: seconds(to) }
        const next = after === null ? {} : { starting_after: after }
        const expand = ['data.balance_transaction']
        const page = await sdk.charges.list({ created, limit: Math.min(limit, PAGE), expand, ...next }, on(account))
        const last = page.data.at(-1)
        return {
          charges: page.data.map((charge) => mapCharge(charge, [])),
          after: page.has_more && last ? last.id : null,
        }
      }),
  }
}

const seconds = (time: Date): number => Math.ceil(time.getTime() / 1000)

/** A means of payment that a customer has saved: `cus_9s6XKzkNRiz8i3-pm_1NZjFx`. It is charged without the customer. */
const SAVED = /^(cus_\w+)-(\w+)$/

const meansOf = (token: string) => {
  const [, customer, saved] = SAVED.exec(token) ?? []
  if (customer && saved) return { customer, payment_method: saved, off_session: true }
  return token.startsWith('ctoken_') ? { confirmation_token: token } : { payment_method: token }
}

/**
 * Requests an authorization. A declined card is an error of the SDK, which contains the attempt: it is a result for us.
 */
const authorize = async (
  sdk: Stripe,
  account: string,
  { token, cents, currencyCode, description, capturesAtOnce, reference, key }: AuthorizationRequest,
): Promise<Stripe.PaymentIntent> => {
  const means = meansOf(token)
  try {
    return await sdk.paymentIntents.create(
      {
        amount: cents,
        currency: currencyCode.toLowerCase(),
        confirm: true,
        capture_method: capturesAtOnce ? 'automatic' : 'manual',
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        metadata: { request: reference },
        ...(description !== null && { description }),
        ...means,
      },
      on(account, key),
    )
  } catch (error) {
    const declined = error instanceof Stripe.errors.StripeCardError ? error.payment_intent : undefined
    if (!declined?.latest_charge) throw error
    return declined
  }
}

type DisputeCalls = Pick<PaymentProcessor, 'getDispute' | 'saveEvidence'>

const disputesOf = (sdk: Stripe): DisputeCalls => ({
  getDispute: (account, uid) => ask(async () => mapDispute(await sdk.disputes.retrieve(uid, {}, on(account)))),
  saveEvidence: (account, uid, { evidence, isSubmitted, key }) =>
    ask(async () => mapDispute(await sdk.disputes.update(uid, { evidence, submit: isSubmitted }, on(account, key)))),
})

const payoutsOf = (sdk: Stripe): Pick<PaymentProcessor, 'getPayout'> => ({
  getPayout: (account, uid) =>
    ask(async () => {
      const expand = ['balance_transaction', 'failure_balance_transaction', 'destination']
      const payout = await sdk.payouts.retrieve(uid, { expand }, on(account))
      // The processor lists the contents of the payouts that it makes by itself.
      const contents = payout.automatic
        ? await sdk.balanceTransactions
            .list({ payout: uid, limit: PAGE }, on(account))
            .autoPagingToArray({ limit: 10_000 })
        : []
      const own = new Set([idOf(payout.balance_transaction), idOf(payout.failure_balance_transaction)])
      return mapPayout(
        payout,
        contents.filter(({ id }) => !own.has(id)).map((movement) => mapMovement(movement)),
      )
    }),
})
