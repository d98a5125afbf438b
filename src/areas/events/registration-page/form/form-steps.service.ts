import type { FastifyReply } from 'fastify'
import type { FormValues } from '#services/pages/form-values'
import { sendPage } from '#services/pages/send-page'
import { leadToCart, submitOnPage } from '../cart/cart-steps.service.ts'
import { findSentCart, rememberSentCart } from '../cart/sent-carts.service.ts'
import { findPageFaults, type PageFault } from '../page-faults.model.ts'
import { FIELD } from '../page-fields.model.ts'
import { type PageVisit, readForm, sendMessage } from '../page-visit.service.ts'
import { renderReviewPage } from '../review/review-page.model.ts'
import { renderFormPage } from './form-page.model.ts'
import { type Environment, type PageForm, parsePageForm } from './page-form.input.ts'

export const showForm = async (
  visit: PageVisit,
  values: FormValues,
  faults: readonly PageFault[] = [],
  environment?: Environment,
): Promise<FastifyReply> => {
  const shown = environment ?? (await readForm(visit, values.get(FIELD.code)))
  const { organization, reply, signIn, path } = visit
  const countries = shown.Event.IsRegistrationOpen ? await visit.operations.listCountries() : []
  const code = values.get(FIELD.code)
  const returnTo = code === undefined ? path : `${path}?${new URLSearchParams({ contact: code })}`
  const text = renderFormPage({ organization, environment: shown, countries, values, faults, signIn, returnTo })
  return sendPage(reply, text, { status: faults.length > 0 ? 422 : 200, isKept: true })
}

/** Checks the form and shows it for review, or with its faults. */
export const reviewForm = async (
  visit: PageVisit,
  values: FormValues,
  faults: readonly PageFault[] = [],
): Promise<FastifyReply> => {
  const { operations, organization, reply, signIn } = visit
  const environment = await readForm(visit, values.get(FIELD.code))
  const form = parsePageForm(values, environment)
  const { Errors } = await operations.validate(form.body)
  if ((Errors ?? []).length > 0) return showForm(visit, values, findPageFaults(Errors, form), environment)
  const { Data: splits, StatusMessage, Errors: priceFaults } = await operations.calculate(form.body)
  if (!splits) {
    const shown = findPageFaults(priceFaults, form)
    const general = [{ field: null, message: StatusMessage ?? 'The prices cannot be calculated.' }]
    return showForm(visit, values, shown.length > 0 ? shown : general, environment)
  }
  // Two requests need a captcha each: to reserve the seats, and to submit the cart.
  const second = (await operations.readEnvironment(undefined)).Data?.Captcha ?? null
  const countries = await operations.listCountries()
  const text = renderReviewPage({ organization, environment, second, countries, values, form, splits, faults, signIn })
  return sendPage(reply, text, { status: faults.length > 0 ? 422 : 200, hasScript: true, isKept: true })
}

/**
 * Reserves the seats and submits the cart. Without the solution of a captcha, and without a followed link, the visitor gets a
 * link by mail.
 */
export const confirmForm = async (visit: PageVisit, values: FormValues): Promise<FastifyReply> => {
  const environment = await readForm(visit, values.get(FIELD.code))
  const form = parsePageForm(values, environment)
  const proof = values.get(FIELD.link) ?? values.get(FIELD.captcha)
  if (proof === undefined) return mailLink(visit, values, form)
  const {
    Data: cart,
    Errors,
    StatusMessage,
  } = await visit.operations.register({ ...form.body, CaptchaResponse: proof })
  if (!cart?.CartKey) {
    const sentBefore = isCaptchaFault(Errors) ? findSentCart(visit, form.body) : undefined
    if (sentBefore !== undefined) return leadToCart(visit, sentBefore)
    return refuse(visit, values, form, { Errors, StatusMessage })
  }
  rememberSentCart(visit, cart.CartKey, form.body)
  return submitOnPage(visit, values, {
    cartKey: cart.CartKey,
    proof: values.get(FIELD.link) ?? values.get(FIELD.secondCaptcha),
  })
}

const isCaptchaFault = (errors: Refusal['Errors']): boolean => errors?.some(({ Code }) => Code === 'captcha') ?? false

type Refusal = Pick<Awaited<ReturnType<PageVisit['operations']['register']>>, 'Errors' | 'StatusMessage'>

const refuse = (visit: PageVisit, values: FormValues, form: PageForm, { Errors, StatusMessage }: Refusal) => {
  if (isCaptchaFault(Errors)) {
    const message = 'This page was open for too long, or was sent twice. Please confirm again.'
    return reviewForm(visit, withoutLink(values), [{ field: null, message }])
  }
  const faults = findPageFaults(Errors, form)
  return showForm(visit, values, faults.length > 0 ? faults : [{ field: null, message: StatusMessage ?? '' }])
}

/** A link that cannot be used again is replaced by a captcha, or by a new link. */
const withoutLink = (values: FormValues): FormValues => values.without(FIELD.link)

const mailLink = async (visit: PageVisit, values: FormValues, form: PageForm): Promise<FastifyReply> => {
  const { Data: link, Errors, StatusMessage } = await visit.operations.mailLink(form.body)
  if (!link) return refuse(visit, values, form, { Errors, StatusMessage })
  return sendMessage(visit, {
    title: 'Check your mail',
    text: `We have sent a link to ${link.EmailAddress}. Follow it within 2 hours to continue. Nothing is reserved before.`,
    link: null,
  })
}
