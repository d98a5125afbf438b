import type { PageRequest, PageState } from '#areas/finance/payment-processor/payment-processor.port'
import type { Scope } from '#kernel/tenancy/scope'
import type { SandboxPage } from '../sandbox.model.ts'
import { authorize } from '../sandbox-charges.service.ts'
import { type AccountObjects, type Stored, withAccount } from '../sandbox-objects.service.ts'

/** A page of the sandbox as its payer sees it. */
export interface VisiblePage extends SandboxPage {
  status: PageState['status']
}

export const openPage = async (objects: AccountObjects, request: PageRequest): Promise<Stored<SandboxPage>> => {
  const { key, expiresAt, ...wanted } = request
  const known = await objects.findByKey<SandboxPage>('page', key)
  if (known) return known
  const state = { expiresAt: expiresAt.toISOString(), isEnded: false, charge: null, attempts: 0 }
  return objects.add<SandboxPage>('page', { ...wanted, ...state }, { requestKey: key })
}

/** Ends a page that is not paid, and returns its state. */
export const endPage = async (objects: AccountObjects, page: Stored<SandboxPage>): Promise<PageState> => {
  if (statusOf(page.data, objects.now) !== 'open') return pageStateOf(objects, page)
  const data = { ...page.data, isEnded: true }
  await objects.save(page, data)
  await objects.emit('page', page.uid)
  return pageStateOf(objects, { ...page, data })
}

const statusOf = ({ charge, isEnded, expiresAt }: SandboxPage, now: Date): PageState['status'] => {
  if (charge !== null) return 'paid'
  return isEnded || now.getTime() >= Date.parse(expiresAt) ? 'expired' : 'open'
}

export const pageStateOf = ({ scope, now }: AccountObjects, { uid, data }: Stored<SandboxPage>): PageState => {
  const status = statusOf(data, now)
  const url = status === 'open' ? `/sandbox/payments/${scope.tenant.key}/${uid}` : null
  return { uid, url, status, charge: data.charge }
}

/** Returns the page with a token; null if there is none. */
export const findVisiblePage = async (scope: Scope, uid: string): Promise<VisiblePage | null> => {
  const account = await findAccountOfPage(scope, uid)
  return account === null ? null : withAccount(scope, account, (objects) => readVisible(objects, uid))
}

const findAccountOfPage = async ({ db: { tenantId, prisma } }: Scope, uid: string): Promise<string | null> => {
  const where = { tenantId, kind: 'page', uid }
  return (await prisma.sandboxObject.findFirst({ where, select: { accountUid: true } }))?.accountUid ?? null
}

const readVisible = async (objects: AccountObjects, uid: string): Promise<VisiblePage | null> => {
  const page = await objects.find<SandboxPage>('page', uid)
  return page && { ...page.data, status: statusOf(page.data, objects.now) }
}

/** What the payment of a page has led to. */
export interface PageOutcome {
  page: VisiblePage
  /** Why the means of payment was declined; null if it was not, or if the page was not open. */
  decline: string | null
}

/** Pays a page with a means of payment of the sandbox. A page that is not open stays as it is. Returns null for an unknown page. */
export const payPage = async (scope: Scope, uid: string, token: string): Promise<PageOutcome | null> => {
  const account = await findAccountOfPage(scope, uid)
  return account === null ? null : withAccount(scope, account, (objects) => pay(objects, uid, token))
}

const pay = async (objects: AccountObjects, uid: string, token: string): Promise<PageOutcome | null> => {
  const page = await objects.find<SandboxPage>('page', uid)
  if (!page) return null
  const status = statusOf(page.data, objects.now)
  if (status !== 'open') return { page: { ...page.data, status }, decline: null }
  const { cents, currencyCode, description, reference, attempts } = page.data
  const key = `${uid}-${attempts + 1}`
  const request = { token, cents, currencyCode, description, reference, key, capturesAtOnce: false }
  const charge = await authorize(objects, request)
  const isPaid = charge.status === 'authorized'
  const data = { ...page.data, attempts: attempts + 1, charge: isPaid ? charge.uid : null }
  await objects.save(page, data)
  if (isPaid) await objects.emit('page', uid)
  return { page: { ...data, status: isPaid ? 'paid' : 'open' }, decline: isPaid ? null : charge.failureMessage }
}
