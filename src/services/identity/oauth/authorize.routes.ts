import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { intersectScopes } from '#kernel/contract/scopes'
import { TENANT_KEY } from '#kernel/tenancy/tenant-part'
import type { Tenant } from '#prisma/client'
import { sendPage } from '#services/pages/send-page'
import { consentPage, noSeatPage } from '../pages/consent.page.ts'
import { memberSessionOf, type PagesContext, sessionOf } from '../pages/context.ts'
import { memberPaths } from '../pages/member-paths.ts'
import { SET_UP_PATH } from '../second-factor/requirement.ts'
import { formToken, isOwnForm } from '../sign-in/forms.ts'
import { withNext } from '../sign-in/next-page.ts'
import type { Session } from '../sign-in/sessions.ts'
import {
  type AuthorizeRequest,
  errorRedirectUrl,
  isForMembers,
  parseReturnAddress,
  readAuthorizeRequest,
  redirectUrl,
} from './authorize-request.ts'
import { issueCode } from './codes.ts'
import { isConsented, recordConsent } from './consents.ts'
import { invalidRequest, OAuthError } from './oauth-error.ts'
import { Parameters } from './parameters.ts'
import { requireOwnResource } from './resource.ts'
import { findSeats, type Seat } from './seats.ts'

const PUBLIC = { config: { isPublic: true } } as const

/** An authorization request of a user who is signed in. */
interface Asked {
  wanted: AuthorizeRequest
  session: Session
  /** The page that ends the session. */
  signOut: string
  seats: Seat[]
  request: FastifyRequest
  reply: FastifyReply
}

/** Serves the authorization endpoint, where users consent (RFC 6749, section 4.1.1). */
export const authorizeRoutes = (app: FastifyInstance, context: PagesContext): void => {
  app.get('/oauth2/authorize', PUBLIC, (request, reply) =>
    withRequest(context, request, reply, async (asked) => {
      const [only] = asked.seats
      if (only?.isClosed && asked.seats.length === 1) return setUpFactor(asked)
      if (only && asked.seats.length === 1 && (await isConsented(context, decisionFor(asked, only)))) {
        return grant(context, asked, only)
      }
      return ask(asked)
    }),
  )

  app.post('/oauth2/authorize', PUBLIC, (request, reply) =>
    withRequest(context, request, reply, async (asked) => {
      const form = new Parameters(request.body)
      if (!isOwnForm(asked.session.token, form.get('form')))
        return ask(asked, 'The form has expired. Please decide again.', 403)
      if (form.get('decision') !== 'allow') throw new OAuthError('access_denied', 'The user did not allow it')
      const seat = asked.seats.find(({ tenantId }) => String(tenantId) === form.get('tenant'))
      if (!seat) return ask(asked, 'Choose the organization first.', 422)
      if (seat.isClosed) return setUpFactor(asked)
      await recordConsent(context, decisionFor(asked, seat))
      return grant(context, asked, seat)
    }),
  )
}

/** Parses the request and finds the user; sends errors of the client to its return address, once that is verified. */
const withRequest = async (
  context: PagesContext,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (asked: Asked) => Promise<FastifyReply>,
): Promise<FastifyReply> => {
  const query = new Parameters(request.query)
  const place = await parseReturnAddress(context, query)
  try {
    requireOwnResource(query, context.issuer(request))
    const wanted = readAuthorizeRequest(place, query)
    const { session, signIn, signOut } = await findUser(context, request, wanted)
    if (!session) return reply.redirect(`${signIn}?next=${encodeURIComponent(request.url)}`, 303)
    const asked = { scopes: wanted.scopes, issuedAt: context.clock.now(), withClosed: true }
    const seats = await findSeats(context.system, wanted.client, session.user, asked)
    return await work({ wanted, session, signOut, seats, request, reply })
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return reply.redirect(errorRedirectUrl(place, context.issuer(request), error), 303)
  }
}

/** Finds the session of the browser, of staff or of a member of the requested tenant, and the pages to change it. */
const findUser = async (context: PagesContext, request: FastifyRequest, wanted: AuthorizeRequest) => {
  if (!isForMembers(wanted))
    return { session: await sessionOf(context, request), signIn: '/sign-in', signOut: '/sign-out' }
  const tenant = await findTenant(context, wanted)
  return { session: await memberSessionOf(context, request, tenant.id), ...memberPaths(tenant.key) }
}

/** Finds the tenant of the client; for a client of every tenant the one that the request names. */
const findTenant = async ({ credentials }: PagesContext, { client, tenantKey }: AuthorizeRequest): Promise<Tenant> => {
  if (!client.isGlobal) {
    const own = await credentials.findTenant({ id: client.tenantId })
    if (own && (tenantKey === undefined || tenantKey === own.key)) return own
    throw invalidRequest('tenant_key is not the tenant of this client')
  }
  if (tenantKey === undefined) throw invalidRequest('tenant_key is missing: it names the tenant of the member')
  const named = TENANT_KEY.test(tenantKey) ? await credentials.findTenant({ key: tenantKey }) : undefined
  if (!named) throw invalidRequest('tenant_key does not match an existing tenant')
  return named
}

/** Leads to the set-up of the second factor that the organization requires, and from there back to the request. */
const setUpFactor = async ({ request, reply }: Asked): Promise<FastifyReply> =>
  reply.redirect(withNext(SET_UP_PATH, request.url), 303)

const decisionFor = ({ wanted, session }: Asked, seat: Seat) => ({
  client: wanted.client,
  redirectUri: wanted.redirectUri,
  user: session.user,
  tenantId: seat.tenantId,
  scopes: seat.scopes,
})

const grant = async (context: PagesContext, asked: Asked, seat: Seat): Promise<FastifyReply> => {
  const { wanted, session, request, reply } = asked
  const { codeChallenge } = wanted
  const code = await issueCode(context, { ...decisionFor(asked, seat), codeChallenge, sessionToken: session.token })
  return reply.redirect(redirectUrl(wanted, context.issuer(request), { code }), 303)
}

const ask = async (
  { wanted, session, signOut, seats, request, reply }: Asked,
  fault?: string,
  status = 200,
): Promise<FastifyReply> => {
  const { client, redirectUri } = wanted
  const view = {
    applicationName: client.applicationName,
    vendorName: client.vendorName,
    returnsTo: new URL(redirectUri).host,
    user: session.login,
    formToken: formToken(session.token),
    action: request.url,
    signOut,
  }
  const [only] = seats
  const text = only
    ? consentPage({
        ...view,
        scopes: seats.length === 1 ? only.scopes : [...intersectScopes(new Set(wanted.scopes), new Set(client.scopes))],
        tenants: seats.map(({ tenantId, tenantName }) => ({ id: tenantId, name: tenantName })),
        ...(fault !== undefined && { fault }),
      })
    : noSeatPage(view)
  return sendPage(reply, text, { status, leadsTo: redirectUri })
}
