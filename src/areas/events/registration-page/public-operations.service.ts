import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PayerOrderResponse } from '#contract/events/cancellations'
import type {
  DeclineInvitationResponse,
  EventRegisterV2Input,
  RegistrationCartResponse,
  RegistrationEnvironmentResponse,
  RegistrationFault,
  RegistrationLinkResponse,
  RegistrationSplitsResponse,
  RegistrationSubmissionInput,
  RegistrationSubmissionResponse,
  RegistrationValidationResponse,
} from '#contract/events/public-registration'
import { notFound, tooManyRequests, unavailable } from '#kernel/errors/problem'

/** What an operation rejects because it breaks a bound of the contract, in the form of its other refusals. */
export interface RefusedInput {
  Status: 422
  StatusMessage: string
  Data: null
  Errors: Fault[]
}

type Fault = Pick<RegistrationFault, 'Pointer' | 'Code' | 'Message'>
type Response<Documented> = Promise<Documented | RefusedInput>

/** The public operations for one event, as a browser would call them: without a credential. */
export interface PublicOperations {
  readEnvironment(contact: string | undefined, cart?: string): Response<RegistrationEnvironmentResponse>
  validate(form: EventRegisterV2Input): Response<RegistrationValidationResponse>
  calculate(form: EventRegisterV2Input): Response<RegistrationSplitsResponse>
  register(form: EventRegisterV2Input): Response<RegistrationCartResponse>
  submit(submission: RegistrationSubmissionInput): Response<RegistrationSubmissionResponse>
  mailLink(form: EventRegisterV2Input): Response<RegistrationLinkResponse>
  openLink(token: string): Response<RegistrationLinkResponse>
  decline(code: string): Response<DeclineInvitationResponse>
  openOrder(key: string, registrationIds: readonly number[] | null): Response<PayerOrderResponse>
  cancelOrder(key: string, registrationIds: readonly number[] | null, credit: number): Response<PayerOrderResponse>
}

export interface EventOfTenant {
  tenantKey: string
  eventId: number
}

/** The headers by which a proxy passes on the address, the host and the protocol of the visitor. */
const PASSED_ON = ['host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const

/**
 * Calls the public operations in process, through their routes: validation, captcha and rate limits are the same as for every
 * other client, so the page can do nothing that a client cannot do.
 */
export const publicOperations = (
  app: FastifyInstance,
  request: FastifyRequest,
  { tenantKey, eventId }: EventOfTenant,
): PublicOperations => {
  const headers = {
    'x-tenant-key': tenantKey,
    ...Object.fromEntries(PASSED_ON.flatMap((name) => headerOf(request, name))),
  }
  const remoteAddress = request.raw.socket.remoteAddress ?? request.ip
  const call = async <Documented>(method: 'GET' | 'POST', path: string, payload?: object): Response<Documented> => {
    const url = `/api/public/events/${path}`
    const response = await app.inject({ method, url, headers, remoteAddress, ...(payload && { payload }) })
    if (response.statusCode === 200) return response.json<Documented>()
    return refusedInput(response.statusCode, response.json<Problem>(), Number(response.headers['retry-after'] ?? 60))
  }
  return {
    readEnvironment: (contact = 'null', cart) =>
      call(
        'GET',
        ['getenv', eventId, contact, ...(cart === undefined ? [] : [cart])].map(encodeURIComponent).join('/'),
      ),
    validate: (form) => call('POST', `validate/${eventId}`, form),
    calculate: (form) => call('POST', `splits/${eventId}`, form),
    register: (form) => call('POST', `register_v2/${eventId}`, form),
    submit: (submission) => call('POST', `submit/${eventId}`, submission),
    mailLink: (form) => call('POST', `link/${eventId}`, form),
    openLink: (Token) => call('POST', `openlink/${eventId}`, { Token }),
    decline: (code) => call('POST', `decline/invitation/${eventId}/${encodeURIComponent(code)}`),
    openOrder: (OrderKey, RegistrationIds) => call('POST', `openorder/${eventId}`, { OrderKey, RegistrationIds }),
    cancelOrder: (OrderKey, RegistrationIds, CreditAmount) =>
      call('POST', `cancelorder/${eventId}`, { OrderKey, RegistrationIds, CreditAmount }),
  }
}

const headerOf = ({ headers }: FastifyRequest, name: string): [string, string][] => {
  const value = headers[name]
  return typeof value === 'string' ? [[name, value]] : []
}

/** The fields of a problem document that are read. */
interface Problem {
  detail?: string
  errors?: { pointer: string; message: string }[]
}

/** @throws 404, 429, 503: the page shows them. */
const refusedInput = (status: number, { detail = '', errors = [] }: Problem, retryAfter: number): RefusedInput => {
  if (status === 429) throw tooManyRequests(retryAfter, detail)
  if (status === 404) throw notFound('event')
  if (status !== 400) throw unavailable(detail)
  return {
    Status: 422,
    StatusMessage: detail,
    Data: null,
    Errors: errors.map(({ pointer, message }) => ({ Pointer: pointer, Code: 'format', Message: `This ${message}.` })),
  }
}
