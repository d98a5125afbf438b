import type { FastifyInstance, FastifyRequest } from 'fastify'
import { operations as cancellations, type PayerOrderResponse } from '#contract/events/cancellations'
import {
  operations as changes,
  type PayerOrderChangeInput,
  type PayerRenameInput,
} from '#contract/events/order-changes'
import {
  type DeclineInvitationResponse,
  type EventRegisterV2Input,
  operations,
  type RegistrationCart,
  type RegistrationCartResponse,
  type RegistrationCountry,
  type RegistrationEnvironmentResponse,
  type RegistrationFault,
  type RegistrationLinkResponse,
  type RegistrationSplits,
  type RegistrationSplitsResponse,
  type RegistrationSubmissionInput,
  type RegistrationSubmissionResponse,
  type RegistrationValidationResponse,
} from '#contract/events/public-registration'
import type { Operation, ResponseOf } from '#kernel/contract/schema'
import { notFound, tooManyRequests, unavailable } from '#kernel/errors/problem'
import { type OperationInput, requestOperation, type SentResponse } from '#services/calls/call-operation'
import type { MemberVisit } from '#services/identity/members/member-visits'

/** What an operation rejects because it breaks a bound of the contract, in the form of its other refusals. */
export interface RefusedInput {
  Status: 422
  StatusMessage: string
  Data: null
  Errors: Fault[]
}

/** The result of an operation whose refusals are problem documents, in the form of the others. */
export interface Outcome<Value> {
  Data: Value | null
  StatusMessage: string | null
  Errors: Fault[]
}

type Fault = Pick<RegistrationFault, 'Pointer' | 'Code' | 'Message'>
type Response<Documented> = Promise<Documented | RefusedInput>

/** The public operations for one event, as a browser would call them: as a signed-in member, or without a credential. */
export interface PublicOperations {
  readEnvironment(contact: string | undefined, cart?: string): Response<RegistrationEnvironmentResponse>
  /** Lists the countries of addresses. @throws 404. */
  listCountries(): Promise<RegistrationCountry[]>
  validate(form: EventRegisterV2Input): Response<RegistrationValidationResponse>
  calculate(form: EventRegisterV2Input): Response<RegistrationSplitsResponse>
  register(form: EventRegisterV2Input): Response<RegistrationCartResponse>
  submit(submission: RegistrationSubmissionInput): Response<RegistrationSubmissionResponse>
  mailLink(form: EventRegisterV2Input): Response<RegistrationLinkResponse>
  openLink(token: string): Response<RegistrationLinkResponse>
  decline(code: string): Response<DeclineInvitationResponse>
  openOrder(key: string, registrationIds: number[] | null): Response<PayerOrderResponse>
  cancelOrder(key: string, registrationIds: number[] | null, credit: number): Response<PayerOrderResponse>
  previewChange(change: PayerOrderChangeInput): Promise<Outcome<RegistrationSplits>>
  reserveChange(change: PayerOrderChangeInput): Promise<Outcome<RegistrationCart>>
  rename(name: PayerRenameInput): Promise<Outcome<object>>
}

export interface EventOfTenant {
  tenantKey: string
  eventId: number
}

/**
 * Calls the public operations in process, through their routes: validation, captcha and rate limits are the same as for every
 * other client, so the page can do nothing that a client cannot do.
 */
export const createPublicOperations = (
  app: FastifyInstance,
  request: FastifyRequest,
  { tenantKey, eventId: id }: EventOfTenant,
  member?: Pick<MemberVisit, 'lend'>,
): PublicOperations => {
  const send = <O extends Operation>(operation: O, input: OperationInput<O>): Promise<SentResponse> => {
    const named = { 'x-tenant-key': tenantKey }
    const sendWith = (headers: Record<string, string>) =>
      requestOperation(app, request, operation, input, { ...named, ...headers })
    return member ? member.lend((token) => sendWith({ authorization: `Bearer ${token}` })) : sendWith({})
  }
  const call = async <O extends Operation>(operation: O, input: OperationInput<O>): Response<ResponseOf<O>> => {
    const { status, headers, text } = await send(operation, input)
    if (status === 200) return JSON.parse(text) as ResponseOf<O>
    return refusedInput(status, JSON.parse(text), Number(headers['retry-after'] ?? 60))
  }
  const read = async <O extends Operation>(operation: O, input: OperationInput<O>): Promise<ResponseOf<O>> => {
    const { status, headers, text } = await send(operation, input)
    if (status !== 200) throw pageProblem(status, JSON.parse(text), Number(headers['retry-after'] ?? 60))
    return JSON.parse(text) as ResponseOf<O>
  }
  const attempt = async <O extends Operation>(
    operation: O,
    input: OperationInput<O>,
  ): Promise<Outcome<ResponseOf<O>>> => {
    const { status, headers, text } = await send(operation, input)
    if (status === 200) return { Data: JSON.parse(text) as ResponseOf<O>, StatusMessage: null, Errors: [] }
    const problem = JSON.parse(text) as Problem
    if (![400, 404, 409, 422].includes(status)) throw pageProblem(status, problem, Number(headers['retry-after'] ?? 60))
    const errors = (problem.errors ?? []).map(({ pointer, message }) => ({
      Pointer: pointer,
      Code: null,
      Message: message,
    }))
    return { Data: null, StatusMessage: problem.detail ?? null, Errors: errors }
  }
  return {
    previewChange: (body) => attempt(changes.previewPayerOrderChange, { params: { id }, body }),
    reserveChange: (body) => attempt(changes.changePayerOrder, { params: { id }, body }),
    rename: (body) => attempt(changes.renamePayerRegistration, { params: { id }, body }),
    listCountries: () => read(operations.listRegistrationCountries, { params: { id } }),
    readEnvironment: (contactid = 'null', regid) =>
      regid === undefined
        ? call(operations.getContactRegistrationEnvironment, { params: { id, contactid } })
        : call(operations.getRegistrationEnvironmentOfRegistration, { params: { id, contactid, regid } }),
    validate: (body) => call(operations.validateRegistration, { params: { id }, body }),
    calculate: (body) => call(operations.calculateRegistrationSplits, { params: { id }, body }),
    register: (body) => call(operations.registerAttendeesV2, { params: { id }, body }),
    submit: (body) => call(operations.submitRegistration, { params: { id }, body }),
    mailLink: (body) => call(operations.mailRegistrationLink, { params: { id }, body }),
    openLink: (Token) => call(operations.openRegistrationLink, { params: { id }, body: { Token } }),
    decline: (contactid) => call(operations.declineInvitation, { params: { id, contactid } }),
    openOrder: (OrderKey, RegistrationIds) =>
      call(cancellations.openPayerOrder, { params: { id }, body: { OrderKey, RegistrationIds } }),
    cancelOrder: (OrderKey, RegistrationIds, CreditAmount) =>
      call(cancellations.cancelPayerOrder, { params: { id }, body: { OrderKey, RegistrationIds, CreditAmount } }),
  }
}

/** The fields of a problem document that are read. */
interface Problem {
  detail?: string
  errors?: { pointer: string; message: string }[]
}

/** Returns the problem of a page whose operation cannot be called. */
const pageProblem = (status: number, { detail = '' }: Problem, retryAfter: number): Error => {
  if (status === 429) return tooManyRequests(retryAfter, detail)
  return status === 404 ? notFound('event') : unavailable(detail)
}

/** @throws 404, 429, 503: the page shows them. */
const refusedInput = (status: number, problem: Problem, retryAfter: number): RefusedInput => {
  if (status !== 400) throw pageProblem(status, problem, retryAfter)
  const { detail = '', errors = [] } = problem
  return {
    Status: 422,
    StatusMessage: detail,
    Data: null,
    Errors: errors.map(({ pointer, message }) => ({ Pointer: pointer, Code: 'format', Message: `This ${message}.` })),
  }
}
