import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { formPages, requireOwnForm } from '#services/pages/form-pages'
import { FormValues } from '#services/pages/form-values'
import { messagePage } from '#services/pages/message.page'
import { sendPage } from '#services/pages/send-page'
import { renderExpiredPage, renderPaymentPage, TEST_CARDS } from './sandbox-pages.presenter.ts'
import { findVisiblePage, type PageOutcome, payPage } from './sandbox-pages.service.ts'

const URL = '/sandbox/payments/:tenantKey/:token'
const PUBLIC = { config: { isPublic: true, hasSecretPath: true }, schema: { hide: true } } as const

type PageRequest = FastifyRequest<{ Params: { tenantKey: string; token: string } }>

/**
 * The payment pages of the sandbox. The token in the address is the only credential, and the browser adds none: a form of
 * another site could do nothing that its author could not do.
 */
export const sandboxPages: FastifyPluginAsync = async (app) => {
  await app.register(formPages)
  const openScope = (request: PageRequest) => app.visitorScope(request, { key: request.params.tenantKey })

  app.get(URL, PUBLIC, async (request: PageRequest, reply) => {
    const scope = await openScope(request)
    const page = scope && (await findVisiblePage(scope, request.params.token))
    if (!scope || !page) return sendPage(reply, UNKNOWN, { status: 404 })
    return respond(reply, scope.tenant.name, { page, decline: null })
  })

  app.post(URL, PUBLIC, async (request: PageRequest, reply) => {
    requireOwnForm(request)
    const scope = await openScope(request)
    const card = new FormValues(request.body).get('card') ?? ''
    const token = TEST_CARDS.has(card) ? card : 'tok_chargeDeclined'
    const outcome = scope && (await payPage(scope, request.params.token, token))
    if (!scope || !outcome) return sendPage(reply, UNKNOWN, { status: 404 })
    return respond(reply, scope.tenant.name, outcome, token)
  })
}

const UNKNOWN = messagePage('This link does not work', 'There is no payment at this address. Go back, and try again.')

const respond = (reply: FastifyReply, payee: string, { page, decline }: PageOutcome, chosen?: string) => {
  if (page.status === 'paid') return reply.header('cache-control', 'no-store').redirect(page.returnUrl, 303)
  if (page.status === 'expired') return sendPage(reply, renderExpiredPage({ payee, payment: page }), { status: 410 })
  const text = renderPaymentPage({ payee, payment: page, decline, chosen })
  return sendPage(reply, text, { status: decline === null ? 200 : 402, leadsTo: page.returnUrl })
}
