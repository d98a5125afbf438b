import { contactKind } from '#areas/people/contacts/contacts.queries'
import type { ApplicationSaveInput } from '#contract/finance/invoices'
import { ruleRefused } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { fromCents, toCents } from '#kernel/money/cents'
import { lockRecord, lockRows, lockSubject } from '#kernel/records/lock'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ProcessorCharge } from '#prisma/client'
import { findAccountOfGateway, type GatewayAccount, listAccounts } from '../accounts/accounts.queries.ts'
import { requireFittingCurrency } from '../accounts/accounts.service.ts'
import { ProcessorFault } from '../payment-processor.port.ts'
import { type ProcessorTools, problemOf } from '../processors.service.ts'
import { parseWanted } from './assignments.service.ts'
import { changeCharge } from './charge-changes.service.ts'
import { recordCharge } from './charge-states.service.ts'
import { referenceOf } from './charges.model.ts'
import { chargeKind, type GatewayCharge, getStoredCharge, WITH_GATEWAY } from './charges.queries.ts'

/** The job that asks the processor again for what it has not responded to. */
export const SETTLE_CHARGE = 'settle_charge'
const SETTLE_AFTER_MS = 60_000

export interface NewCharge {
  /** Null for the default gateway. */
  gatewayId: number | null
  contactId: number | null
  cents: number
  /** The means of payment at the processor; never a card number. */
  token: string
  description: string | null
  capturesAtOnce: boolean
  /** Invoices of the contact that its payment is applied to. */
  applications: readonly ApplicationSaveInput[]
  /** The same for a repeat of the request: it never charges twice. */
  requestKey: string
}

/**
 * Authorizes a payment on a gateway, or charges it at once. A decline is a charge with the status failed, not an error.
 *
 * @throws 409 invoice-void, invoice-paid; 422 idempotency-key-reused if the key belongs to another charge, unknown-reference,
 * overpaid, not-available, named-twice, no-account, wrong-currency; 503 if the processor
 * does not respond: a repeat with the same key, or a job, completes the charge.
 */
export const authorizeCharge = async (
  scope: Scope,
  tools: ProcessorTools,
  request: NewCharge,
): Promise<GatewayCharge> => {
  await scope.db.transaction((tx) => requireContact(scope, tx, request.contactId))
  const account = await requireChargeableAccount(scope, request.gatewayId)
  const charge = await startCharge(scope, account, { ...request, page: null })
  if (charge.status !== 'requested') return getStoredCharge(scope, charge.id)
  return completeCharge(scope, tools, account, charge)
}

/** Locks the contact that pays, so that it is not merged or deleted before the transaction ends. */
const requireContact = async (scope: Scope, tx: Transaction, id: number | null): Promise<void> => {
  if (id === null || (await lockRows(scope, tx, contactKind, [id], 'key share')).length > 0) return
  throw unknownReference('/ContactId', 'contact')
}

/**
 * Returns the account of an active gateway; null means the default gateway. Every way to charge passes here.
 *
 * @throws 422 no-account, unknown-reference, wrong-currency.
 */
export const requireChargeableAccount = async (scope: Scope, gatewayId: number | null): Promise<GatewayAccount> => {
  const account =
    gatewayId === null
      ? (await listAccounts(scope)).find(({ gateway }) => gateway.isDefault)
      : await findAccountOfGateway(scope, gatewayId)
  if (account?.gateway.isActive) {
    requireFittingCurrency('/PaymentGatewayId', scope.tenant, account)
    return account
  }
  if (gatewayId !== null && !account) {
    const { prisma, tenantId } = scope.db
    const gateway = await prisma.paymentGateway.findFirst({ where: { tenantId, id: gatewayId }, select: { id: true } })
    if (!gateway) throw unknownReference('/PaymentGatewayId', 'payment gateway')
  }
  throw ruleRefused('no-account', 'The payment gateway is inactive, or has no account that can be charged.', [
    { pointer: '/PaymentGatewayId', message: 'must be an active gateway of the kind Processor or Sandbox' },
  ])
}

/** A page of the processor on which a charge is paid. */
export interface WantedPage {
  returnUrl: string
  cancelUrl: string
  pageExpiresAt: Date
}

/** A charge is paid by a token, or on a page. */
export interface StartedCharge extends Omit<NewCharge, 'token'> {
  token: string | null
  page: WantedPage | null
}

/** Adds the charge before the processor is asked, so that no payment can get lost. */
export const startCharge = (scope: Scope, account: GatewayAccount, request: StartedCharge): Promise<ProcessorCharge> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const { requestKey, contactId, cents, token, description, capturesAtOnce } = request
    await lockSubject(scope, tx, `charge request ${requestKey}`)
    const known = await tx.processorCharge.findFirst({ where: { tenantId, requestKey } })
    if (known) return requireSame(known, account, request)
    await requireContact(scope, tx, contactId)
    const applications = await parseWanted(scope, tx, request)
    const charge = await tx.processorCharge.create({
      data: {
        tenantId,
        accountId: account.id,
        requestKey,
        contactId,
        token,
        description,
        capturesAtOnce,
        amount: fromCents(cents),
        currencyCode: account.currencyCode,
        status: 'requested',
        ...request.page,
        createdAt: scope.clock.now(),
        applications,
      },
    })
    // The Idempotency-Key of the request is not settled before the processor has responded: a repeat completes the charge.
    const { idempotency: _unsettled, ...recorder } = scope
    await recordCharge(recorder, tx, charge, 'created')
    await enqueueSettling(scope, tx, charge.id, request.page?.pageExpiresAt)
    return charge
  })

const requireSame = (known: ProcessorCharge, account: GatewayAccount, request: StartedCharge): ProcessorCharge => {
  const { cents, contactId, description, capturesAtOnce, token } = request
  const isSame =
    known.accountId === account.id &&
    toCents(known.amount) === cents &&
    known.contactId === contactId &&
    known.description === description &&
    known.capturesAtOnce === capturesAtOnce &&
    (known.pageExpiresAt === null) === (request.page === null) &&
    // Deleted as soon as the processor has responded.
    (known.token === null || known.token === token)
  if (isSame) return known
  throw keyReused('charge')
}

/**
 * Returns the problem 422: the request is not the one that the key belongs to. A charge or refund remembers its key
 * longer than the response of its request is stored, and also if the processor did not respond.
 */
export const keyReused = (what: 'charge' | 'refund') =>
  ruleRefused(
    'idempotency-key-reused',
    `This Idempotency-Key was already used for another ${what}. Repeat that request, or use a new key for this one.`,
  )

/**
 * Adds the job that completes a charge, or its refunds, if the processor does not respond now; with a page, if its payer does
 * not return.
 */
export const enqueueSettling = (
  { db: { tenantId }, clock }: Scope,
  tx: Transaction,
  chargeId: number,
  after = clock.now(),
): Promise<void> =>
  enqueueJobs(tx, [
    {
      name: SETTLE_CHARGE,
      payload: { tenantId, chargeId },
      key: `${SETTLE_CHARGE}:${tenantId}:${chargeId}`,
      runAt: new Date(after.getTime() + SETTLE_AFTER_MS),
    },
  ])

/** Asks the processor for a charge that it has not responded to. The same key makes it charge once. */
export const completeCharge = async (
  scope: Scope,
  tools: ProcessorTools,
  account: GatewayAccount,
  charge: ProcessorCharge,
): Promise<GatewayCharge> => {
  const reference = referenceOf(scope.db.tenantId, charge.id)
  const { description, capturesAtOnce, currencyCode } = charge
  const request = {
    token: charge.token ?? '',
    cents: toCents(charge.amount),
    currencyCode,
    description,
    capturesAtOnce,
  }
  try {
    return await changeCharge(scope, tools, account, (processor) =>
      processor.authorize(account.uid, { ...request, reference, key: `authorize-${reference}` }),
    )
  } catch (error) {
    if (!(error instanceof ProcessorFault)) throw error
    if (error.kind === 'unavailable') throw problemOf(error, 'charge')
    return endRequested(scope, charge.id, 'failed', error.message)
  }
}

/** Ends a charge that the processor has not made. A charge with another status stays as it is. */
export const endRequested = (
  scope: Scope,
  id: number,
  status: 'failed' | 'canceled',
  message: string,
): Promise<GatewayCharge> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const current = await lockRecord(scope, tx, chargeKind, id)
    if (current.status !== 'requested') return current
    const data = { status, failureMessage: message.slice(0, 1000), token: null, ...NEXT_VERSION }
    await tx.processorCharge.updateMany({ where: { tenantId, id }, data })
    const saved = await tx.processorCharge.findFirstOrThrow({ where: { tenantId, id }, include: WITH_GATEWAY })
    await recordCharge(scope, tx, saved, 'updated')
    return saved
  })
