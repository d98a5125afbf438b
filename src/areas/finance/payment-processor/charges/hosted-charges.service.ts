import { unavailable } from '#kernel/errors/problem'
import { toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { ProcessorCharge } from '#prisma/client'
import { type GatewayAccount, getAccountById } from '../accounts/accounts.queries.ts'
import { type PageState, ProcessorFault } from '../payment-processor.port.ts'
import { openProcessor, type ProcessorTools, problemOf } from '../processors.service.ts'
import { refreshCharge } from './charge-changes.service.ts'
import { referenceOf } from './charges.model.ts'
import { findChargeByPage, type GatewayCharge, getStoredCharge } from './charges.queries.ts'
import {
  completeCharge,
  endRequested,
  type NewCharge,
  requireChargeableAccount,
  startCharge,
} from './charges.service.ts'

/** How long a payer can pay on a page. Online processors require at least 30 minutes, also from a repeat of the request. */
export const PAGE_MS = 35 * 60_000

/** A payment on a page of the processor: it is authorized there, and captured later. */
export interface NewHostedCharge extends Omit<NewCharge, 'token' | 'capturesAtOnce' | 'description'> {
  /** The payer reads it on the page. */
  description: string
  /** The addresses to which the payer returns, or paths of this server: after the payment, and without one. */
  returnUrl: string
  cancelUrl: string
  /** The origin of this server: addresses that are paths are below it. */
  origin: string
}

/** A charge with the address of its page; the address is null if the charge can no longer be paid there. */
export interface HostedCharge {
  charge: GatewayCharge
  url: string | null
}

/**
 * Opens a page of the processor on which a payer authorizes a payment. The charge is stored before the page is opened. A
 * repeat with the same key returns the same page; if the payer has paid, an authorized charge.
 *
 * @returns the charge: requested with an address, authorized, failed if the processor rejects the page, or canceled if the page
 * has expired.
 * @throws as authorizeCharge.
 */
export const openHostedCharge = async (
  scope: Scope,
  tools: ProcessorTools,
  request: NewHostedCharge,
): Promise<HostedCharge> => {
  const { origin, returnUrl, cancelUrl, ...charge } = request
  const account = await requireChargeableAccount(scope, request.gatewayId)
  const page = {
    returnUrl: new URL(returnUrl, origin).href,
    cancelUrl: new URL(cancelUrl, origin).href,
    pageExpiresAt: new Date(scope.clock.now().getTime() + PAGE_MS),
  }
  const { id } = await startCharge(scope, account, { ...charge, token: null, capturesAtOnce: false, page })
  const completed = await completeHostedCharge(scope, tools, id)
  const { status, pageUrl } = completed
  return { charge: completed, url: status === 'requested' && pageUrl !== null ? new URL(pageUrl, origin).href : null }
}

/**
 * Reads the page of a charge, and stores what its payer has done: the charge is authorized, or still requested, or canceled if
 * the page has expired. Opens the page if the processor has not responded before. Has no effect on other charges.
 *
 * @throws 404; 503 if the processor does not respond.
 */
export const completeHostedCharge = async (scope: Scope, tools: ProcessorTools, id: number): Promise<GatewayCharge> => {
  const charge = await getStoredCharge(scope, id)
  if (charge.status !== 'requested' || charge.pageExpiresAt === null) return charge
  const account = await getAccountById(scope, charge.accountId)
  try {
    return await readPage(scope, tools, account, charge)
  } catch (error) {
    throw problemOf(error, 'payment page')
  }
}

/** Stores what the payer of a page has done, after an event of the processor. @throws ProcessorFault. */
export const refreshPage = async (
  scope: Scope,
  tools: ProcessorTools,
  account: GatewayAccount,
  uid: string,
): Promise<void> => {
  const charge = await findChargeByPage(scope, uid)
  if (charge?.status === 'requested') await readPage(scope, tools, account, charge)
}

/**
 * Completes a charge that the processor has not responded to. A page is ended, so that it is not paid later; if it was paid
 * before, the charge is authorized.
 *
 * @throws 503 if the processor does not respond.
 */
export const settleRequested = async (
  scope: Scope,
  tools: ProcessorTools,
  charge: ProcessorCharge,
): Promise<GatewayCharge> => {
  const account = await getAccountById(scope, charge.accountId)
  if (charge.pageExpiresAt === null) return completeCharge(scope, tools, account, charge)
  try {
    const uid = charge.pageUid ?? (await openPage(scope, tools, account, charge))?.uid
    if (uid === undefined) return await getStoredCharge(scope, charge.id)
    const processor = await openProcessor(scope, tools, account)
    return await storePage(scope, tools, account, charge, await processor.expirePage(account.uid, uid))
  } catch (error) {
    throw problemOf(error, 'payment page')
  }
}

const readPage = async (
  scope: Scope,
  tools: ProcessorTools,
  account: GatewayAccount,
  charge: ProcessorCharge,
): Promise<GatewayCharge> => {
  const processor = await openProcessor(scope, tools, account)
  const page =
    charge.pageUid === null
      ? await openPage(scope, tools, account, charge)
      : await processor.getPage(account.uid, charge.pageUid)
  return page ? storePage(scope, tools, account, charge, page) : getStoredCharge(scope, charge.id)
}

/** Opens the page of a charge. Returns undefined if the processor rejects it: then the charge has failed. */
const openPage = async (
  scope: Scope,
  tools: ProcessorTools,
  account: GatewayAccount,
  charge: ProcessorCharge,
): Promise<PageState | undefined> => {
  const reference = referenceOf(scope.db.tenantId, charge.id)
  const processor = await openProcessor(scope, tools, account)
  try {
    const page = await processor.openPage(account.uid, {
      reference,
      key: `page-${reference}`,
      cents: toCents(charge.amount),
      currencyCode: charge.currencyCode,
      description: charge.description ?? '',
      returnUrl: charge.returnUrl ?? '',
      cancelUrl: charge.cancelUrl ?? '',
      expiresAt: charge.pageExpiresAt ?? scope.clock.now(),
    })
    await storeAddress(scope, charge.id, page)
    return page
  } catch (error) {
    if (!(error instanceof ProcessorFault) || error.kind === 'unavailable') throw error
    await endRequested(scope, charge.id, 'failed', error.message)
    return undefined
  }
}

const storeAddress = async (scope: Scope, id: number, { uid, url }: PageState): Promise<void> => {
  const { tenantId, prisma } = scope.db
  // A repeated request returns the page that was opened first.
  await prisma.processorCharge.updateMany({
    where: { tenantId, id, pageUid: null },
    data: { pageUid: uid, pageUrl: url },
  })
}

const storePage = async (
  scope: Scope,
  tools: ProcessorTools,
  account: GatewayAccount,
  { id }: ProcessorCharge,
  page: PageState,
): Promise<GatewayCharge> => {
  if (page.status === 'expired') return endRequested(scope, id, 'canceled', 'The payment page has expired.')
  if (page.status === 'open') return getStoredCharge(scope, id)
  // A paid page without its charge would leave an authorization that is never captured or canceled.
  if (page.charge === null)
    throw unavailable('The payment processor has not finished the payment. Try again in a moment.')
  return refreshCharge(scope, tools, account, page.charge)
}
