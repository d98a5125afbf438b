import type { FastifyReply } from 'fastify'
import type { RegistrationSubmissionInput } from '#contract/events/public-registration'
import { FormValues } from '#kernel/pages/form-values'
import { html } from '#kernel/pages/html'
import { page } from '#kernel/pages/layout'
import { sendPage } from '#kernel/pages/send-page'
import type { PageFault } from '../page-faults.model.ts'
import { FIELD } from '../page-fields.model.ts'
import { type PageVisit, readForm, sendMessage } from '../page-visit.service.ts'
import { cartPage } from './cart-page.presenter.ts'
import { type Confirmation, confirmationPage } from './confirmation-page.presenter.ts'

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
  const path = pathOfCart(visit, cartKey)
  const { Data, StatusMessage } = await visit.operations.submit({
    ...{ CartKey: cartKey, CaptchaResponse: proof ?? null, ReturnUrl: path, CancelUrl: path },
    PaymentKind: KINDS.get(values.get(FIELD.payment) ?? '') ?? 'Free',
    PurchaseOrderNumber: values.get(FIELD.orderNumber) ?? null,
    ExpectedTotal: Number(values.get(FIELD.total) ?? 0),
  })
  if (Data) return proceed(visit, Data, path)
  return showCart(visit, cartKey, values, [{ field: null, message: StatusMessage ?? 'Please try again.' }])
}

const pathOfCart = ({ path }: PageVisit, cartKey: string): string => `${path}/carts/${encodeURIComponent(cartKey)}`

/**
 * Leads to the payment page or to the confirmation. Browsers check where a form leads by the policy of its page, which does not
 * know the payment service: a page of its own leads there.
 */
const proceed = (visit: PageVisit, { PaymentStatus, NextActionUrl }: Confirmation, path: string): FastifyReply => {
  const { reply, request, organization } = visit
  if (PaymentStatus !== 'ActionRequired' || NextActionUrl === null) return leave(reply, path)
  const next = new URL(NextActionUrl)
  if (next.host === request.host) return leave(reply, `${next.pathname}${next.search}`)
  const content = html`<h1>Continue to the payment</h1><p class="soft">You are sent to the page of the payment service.</p>
<p><a class="main-link" href="${NextActionUrl}">Continue to the payment</a></p>`
  return sendPage(
    reply,
    page('Continue to the payment', content, { isForm: true, brand: organization, leadsOn: NextActionUrl }),
  )
}

const leave = (reply: FastifyReply, to: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(to, 303)

/**
 * Shows a cart: its confirmation if it is submitted or its payer comes back from a finished payment, else its total and the ways
 * to pay. A payment that is under way needs no captcha, so that the cart is submitted by reading the page.
 */
export const showCart = async (
  visit: PageVisit,
  cartKey: string,
  values = new FormValues({}),
  faults: readonly PageFault[] = [],
): Promise<FastifyReply> => {
  const { operations, reply, organization, now } = visit
  const [environment, named] = [await readForm(visit, undefined), await operations.readEnvironment(undefined, cartKey)]
  const cart = named.Data?.Cart ?? null
  const path = pathOfCart(visit, cartKey)
  const state = await operations.submit({
    ...{ CartKey: cartKey, PaymentKind: 'Hosted', ReturnUrl: path, CancelUrl: path },
    ExpectedTotal: cart?.Splits?.AmountDue ?? 0,
  })
  const isOpen = state.Data === null || state.Data.PaymentStatus === 'ActionRequired'
  if (state.Data && !isOpen) return sendPage(reply, confirmationPage(organization, environment.Event, state.Data))
  if (!cart) return sendMessage(visit, { ...EXPIRED, status: 404 })
  const nextUrl = state.Data?.NextActionUrl ?? null
  const text = cartPage({
    organization,
    environment,
    cart,
    values,
    faults: [...faults, ...declined(state)],
    nextUrl,
    now,
  })
  return sendPage(reply, text, { status: faults.length > 0 ? 422 : 200, hasScript: true })
}

const EXPIRED = {
  title: 'These seats are no longer reserved',
  text: 'Their time has run out, or the link is not complete. Nothing was paid.',
}

/** A refusal that is news for the payer: not that a captcha is needed. */
const declined = ({
  Status,
  StatusMessage,
  Errors,
}: Awaited<ReturnType<PageVisit['operations']['submit']>>): PageFault[] =>
  Status === 0 || Errors?.some(({ Code }) => Code === 'captcha' || Code === 'unknown')
    ? []
    : [{ field: null, message: StatusMessage ?? '' }]
