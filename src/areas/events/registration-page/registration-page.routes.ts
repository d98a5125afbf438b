import type { FastifyPluginAsync } from 'fastify'
import { formPages, requireOwnForm } from '#services/pages/form-pages'
import { FormValues } from '#services/pages/form-values'
import { cancelPages } from './cancel.routes.ts'
import { CAPTCHA_SCRIPT, CAPTCHA_SCRIPT_PATH } from './captcha-script.model.ts'
import { finishCart, sendCalendarFile, showCart, submitOnPage } from './cart/cart-steps.service.ts'
import { changePages } from './change/change.routes.ts'
import { declinePages } from './decline.routes.ts'
import { confirmForm, reviewForm, showForm } from './form/form-steps.service.ts'
import { changeAttendees, pageValuesOf, pickPayerValues } from './form/page-values.model.ts'
import { FIELD } from './page-fields.model.ts'
import {
  isFormOfOtherVisit,
  OTHER_VISIT,
  type PageRequest,
  type PageVisit,
  readForm,
  sendMessage,
  visitOwnPage,
} from './page-visit.service.ts'

const URL = '/events/:tenantKey/:eventId(^[1-9]\\d{0,8}$)'
const PUBLIC = { config: { isPublic: true }, schema: { hide: true } } as const
const SECRET = { config: { isPublic: true, hasSecretPath: true }, schema: { hide: true } } as const

/**
 * Serves the registration page of an event. It is built on the public operations, works without scripts, and stores nothing:
 * what a visitor has entered is in the form. It knows the member that is signed in by the cookie of the pages of members; forms
 * contain a token of that session, and a form without it is shown again before anything happens.
 */
export const registrationPage: FastifyPluginAsync = async (app) => {
  await app.register(formPages)
  await app.register(declinePages, { url: URL })
  await app.register(cancelPages, { url: URL })
  await app.register(changePages, { url: URL })

  app.get(CAPTCHA_SCRIPT_PATH, { ...PUBLIC, logLevel: 'warn' }, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/javascript; charset=utf-8')
      .send(CAPTCHA_SCRIPT),
  )

  app.get(URL, PUBLIC, async (request: PageRequest, reply) => {
    const visit = await visitOwnPage(app, request, reply)
    const query = new FormValues(request.query)
    const cart = query.get('cart')
    if (cart !== undefined) return reply.redirect(`${visit.path}/carts/${encodeURIComponent(cart)}`, 303)
    const code = query.get('contact')
    const attendees = query.get('attendees')
    const preset = {
      [FIELD.isPayer]: '1',
      ...(code && { [FIELD.code]: code }),
      ...(attendees && { [FIELD.count]: attendees }),
    }
    const environment = await readForm(visit, code)
    return showForm(visit, new FormValues({ ...pickPayerValues(environment), ...preset }), [], environment)
  })

  app.post(URL, PUBLIC, async (request: PageRequest, reply) => {
    requireOwnForm(request)
    return takeStep(await visitOwnPage(app, request, reply), new FormValues(request.body))
  })

  app.get(`${URL}/links/:secret`, SECRET, async (request: PageRequest, reply) => {
    const visit = await visitOwnPage(app, request, reply)
    const { secret: token = '' } = request.params
    const { Data: link } = await visit.operations.openLink(token)
    if (!link?.Form) return sendMessage(visit, USED_LINK)
    return reviewForm(visit, pageValuesOf(JSON.parse(link.Form), { [FIELD.link]: token }))
  })

  app.post(`${URL}/links/:secret`, SECRET, async (request: PageRequest, reply) => {
    requireOwnForm(request)
    return takeStep(await visitOwnPage(app, request, reply), new FormValues(request.body))
  })

  app.get(`${URL}/carts/:secret`, SECRET, async (request: PageRequest, reply) =>
    showCart(await visitOwnPage(app, request, reply), request.params.secret ?? ''),
  )

  app.get(`${URL}/carts/:secret/done`, SECRET, async (request: PageRequest, reply) =>
    finishCart(await visitOwnPage(app, request, reply), request.params.secret ?? ''),
  )

  app.get(`${URL}/carts/:secret/event.ics`, SECRET, async (request: PageRequest, reply) =>
    sendCalendarFile(await visitOwnPage(app, request, reply), request.params.secret ?? ''),
  )

  app.post(`${URL}/carts/:secret`, SECRET, async (request: PageRequest, reply) => {
    requireOwnForm(request)
    const visit = await visitOwnPage(app, request, reply)
    const values = new FormValues(request.body)
    const cartKey = request.params.secret ?? ''
    if (isFormOfOtherVisit(visit, values)) return showCart(visit, cartKey, values, [OTHER_VISIT])
    const proof = values.get(FIELD.link) ?? values.get(FIELD.captcha)
    return submitOnPage(visit, values, { cartKey, proof })
  })
}

const USED_LINK = {
  title: 'This link does not work',
  text: 'It was used, or its time has run out.',
  status: 404,
}

const takeStep = (visit: PageVisit, values: FormValues) => {
  if (isFormOfOtherVisit(visit, values)) return showForm(visit, values, [OTHER_VISIT])
  const action = values.get(FIELD.action) ?? 'review'
  if (action === 'confirm') return confirmForm(visit, values)
  if (action === 'review') return reviewForm(visit, values)
  return showForm(visit, changeAttendees(values, action))
}
