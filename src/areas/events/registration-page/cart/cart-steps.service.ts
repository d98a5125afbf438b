import type { FastifyReply } from 'fastify'
import type { RegistrationSubmissionInput } from '#contract/events/public-registration'
import { notFound } from '#kernel/errors/problem'
import { FormValues } from '#services/pages/form-values'
import { html } from '#services/pages/html'
import { page } from '#services/pages/layout'
import { sendPage } from '#services/pages/send-page'
import type { PageFault } from '../page-faults.model.ts'
import { FIELD } from '../page-fields.model.ts'
import { type PageVisit, readForm, sendMessage } from '../page-visit.service.ts'
import {
  type Cart,
  type CartView,
  type Confirmation,
  renderCartPage,
  renderConfirmationPage,
} from './cart-page.model.ts'

type Kind = RegistrationSubmissionInput['PaymentKind']
const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['Hosted', 'Hosted'],
  ['Invoice', 'Invoice'],
  ['Free', 'Free'],
])

interface CartSubmission {
  cartKey: string
  /** The solution of a captcha, or the token of a followed link. */
  proof: string | undefined
}

/** Submits a cart as the visitor has chosen to pay. Leads to the payment page, or to the confirmation. */
export const submitOnPage = async (
  visit: PageVisit,
  values: FormValues,
  { cartKey, proof }: CartSubmission,
): Promise<FastifyReply> => {
  const { Data, StatusMessage } = await visit.operations.submit({
    CartKey: cartKey,
    CaptchaResponse: proof ?? null,
    ...returnPaths(visit, cartKey),
    PaymentKind: KINDS.get(values.get(FIELD.payment) ?? '') ?? 'Free',
    PurchaseOrderNumber: values.get(FIELD.orderNumber) ?? null,
    ExpectedTotal: Number(values.get(FIELD.total) ?? 0),
  })
  if (Data) return proceed(visit, Data, returnPaths(visit, cartKey).ReturnUrl)
  return showCart(visit, cartKey, values, [{ field: null, message: StatusMessage ?? 'Please try again.' }])
}

/** Returns where a payer returns to: after the payment, and without one. */
const returnPaths = ({ path }: PageVisit, cartKey: string) => {
  const CancelUrl = `${path}/carts/${encodeURIComponent(cartKey)}`
  return { CancelUrl, ReturnUrl: `${CancelUrl}/done` }
}

/** Leads to a cart, or to its confirmation. */
export const leadToCart = ({ reply, path }: PageVisit, cartKey: string): FastifyReply =>
  leave(reply, `${path}/carts/${encodeURIComponent(cartKey)}`)

/**
 * Leads to the payment page or to the confirmation. Browsers check where a form leads by the policy of its page, which does not
 * know the payment service: a page of its own leads there.
 */
const proceed = (visit: PageVisit, { PaymentStatus, NextActionUrl }: Confirmation, path: string): FastifyReply => {
  const { reply, origin, organization } = visit
  if (PaymentStatus !== 'ActionRequired' || NextActionUrl === null) return leave(reply, path)
  const next = new URL(NextActionUrl)
  if (next.origin === origin) return leave(reply, `${next.pathname}${next.search}`)
  const content = html`<h1>Continue to the payment</h1><p class="soft">You are sent to the page of the payment service.</p>
<p><a class="main-link" href="${NextActionUrl}">Continue to the payment</a></p>`
  return sendPage(
    reply,
    page('Continue to the payment', content, { isForm: true, brand: organization, leadsOn: NextActionUrl }),
  )
}

const leave = (reply: FastifyReply, to: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(to, 303)

/** Shows a cart with its total and the ways to pay; its confirmation if it is submitted. Changes nothing. */
export const showCart = async (
  visit: PageVisit,
  cartKey: string,
  values = new FormValues({}),
  faults: readonly PageFault[] = [],
): Promise<FastifyReply> => {
  const cart = await readCart(visit, cartKey)
  // What is no cart can only be an order.
  return cart ? sendCart(visit, cart, { values, faults, nextUrl: null }) : finishCart(visit, cartKey)
}

/**
 * Shows the confirmation of a cart. Its payer comes here from a finished payment: a payment that is under way needs no captcha,
 * so that the cart is submitted by this request, once. What costs nothing has no payment: a link of another site must not submit
 * it for the member that is signed in.
 */
export const finishCart = async (visit: PageVisit, cartKey: string): Promise<FastifyReply> => {
  const { operations, reply, organization } = visit
  const cart = await readCart(visit, cartKey)
  if (cart && (cart.Splits?.AmountDue ?? 0) === 0)
    return sendCart(visit, cart, { values: new FormValues({}), faults: [], nextUrl: null })
  const { Data, Status, StatusMessage, Errors } = await operations.submit({
    CartKey: cartKey,
    PaymentKind: 'Hosted',
    ...returnPaths(visit, cartKey),
    ExpectedTotal: cart?.Splits?.AmountDue ?? 0,
  })
  if (Data?.PaymentStatus === 'ActionRequired' && cart)
    return sendCart(visit, cart, { values: new FormValues({}), faults: [], nextUrl: Data.NextActionUrl })
  if (Data) {
    const { Event: event } = await readForm(visit, undefined)
    const calendarPath = `${returnPaths(visit, cartKey).CancelUrl}/event.ics`
    return sendPage(reply, renderConfirmationPage({ organization, event, confirmed: Data, calendarPath }))
  }
  if (!cart && Status === CONFLICT)
    return sendMessage(visit, { title: 'This seat is not reserved any more', text: StatusMessage ?? '', status: 410 })
  if (!cart) return sendMessage(visit, { ...EXPIRED, status: Status === NOT_FOUND ? NOT_FOUND : 422 })
  const isNews = !Errors?.some(({ Code }) => Code === 'captcha')
  const faults = isNews ? [{ field: null, message: StatusMessage ?? '' }] : []
  return sendCart(visit, cart, { values: new FormValues({}), faults, nextUrl: null })
}

/** Sends the event of a submitted cart as a file for calendar programs. @throws 404 for any other cart, and without a seat. */
export const sendCalendarFile = async (visit: PageVisit, cartKey: string): Promise<FastifyReply> => {
  const { operations, reply } = visit
  const isOpen = (await readCart(visit, cartKey)) !== null
  const { Data } = isOpen ? { Data: null } : await operations.submit(readSubmitted(visit, cartKey))
  if (!Data?.CalendarFile) throw notFound('calendar file')
  return reply
    .headers({ 'cache-control': 'no-store', 'content-disposition': 'attachment; filename="event.ics"' })
    .type('text/calendar; charset=utf-8')
    .send(Data.CalendarFile)
}

/** A repeat of a submission returns its confirmation, and pays nothing. */
const readSubmitted = (visit: PageVisit, CartKey: string) =>
  ({ CartKey, PaymentKind: 'Hosted', ...returnPaths(visit, CartKey), ExpectedTotal: 0 }) as const

const NOT_FOUND = 404
const CONFLICT = 409

const readCart = async ({ operations }: PageVisit, cartKey: string): Promise<Cart | null> =>
  (await operations.readEnvironment(undefined, cartKey)).Data?.Cart ?? null

const sendCart = async (
  visit: PageVisit,
  cart: Cart,
  view: Pick<CartView, 'values' | 'faults' | 'nextUrl'>,
): Promise<FastifyReply> => {
  const { organization, now, reply, path, signIn } = visit
  const environment = await readForm(visit, undefined)
  const action = `${path}/carts/${encodeURIComponent(cart.CartKey ?? '')}`
  const text = renderCartPage({ organization, environment, cart, now, action, signIn, ...view })
  return sendPage(reply, text, { status: view.faults.length > 0 ? 422 : 200, hasScript: true })
}

const EXPIRED = {
  title: 'These seats are no longer reserved',
  text: 'Their time has run out, or the link is not complete. Nothing was paid.',
}
