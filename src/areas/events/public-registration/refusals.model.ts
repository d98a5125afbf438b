import type { RegistrationFault } from '#contract/events/public-registration'
import { Problem } from '#kernel/errors/problem'
import { fromCents } from '#kernel/money/cents'
import type { FailureKind } from '#services/tenant-log/failure-kinds'

/** The kinds of faults of a form that the contract names. */
type FaultCode =
  | 'required'
  | 'format'
  | 'unknown'
  | 'soldOut'
  | 'notEntitled'
  | 'tooMany'
  | 'closed'
  | 'captcha'
  | 'duplicate'
  | 'declined'

/** A fault of a form, with the JSON pointer to its place and a sentence for the registrant. */
export interface FormFault extends RegistrationFault {
  Pointer: string
  Code: FaultCode
  Message: string
}

export const fault = (Pointer: string, Code: FaultCode, Message: string): FormFault => ({ Pointer, Code, Message })

/** A refusal that the public operations for events return as Status, StatusMessage and Errors, with HTTP status 200. */
export class RegistrationRefusal extends Error {
  override readonly name = 'RegistrationRefusal'
  readonly status: 402 | 404 | 409 | 422
  readonly faults: readonly FormFault[]

  constructor(status: 402 | 404 | 409 | 422, message: string, faults: readonly FormFault[] = []) {
    super(message)
    this.status = status
    this.faults = faults
  }
}

/** Refuses a request without X-Tenant-Key: no tenant has the event, or several may have one with this id. */
export const unnamedTenant = (): RegistrationRefusal =>
  new RegistrationRefusal(404, 'No tenant was found for the event. Send the key of its tenant in X-Tenant-Key.')

export const noEvent = (): RegistrationRefusal => new RegistrationRefusal(404, 'The event does not exist.')

export const noCart = (): RegistrationRefusal =>
  new RegistrationRefusal(404, 'The cart does not exist, or its time has run out. Start again.')

/** Refuses the offer of a seat whose registration was cancelled. */
export const cancelledOffer = (): RegistrationRefusal =>
  new RegistrationRefusal(409, 'The registration was cancelled, so that its seat is not reserved any more.')

/** Refuses a payment because the amount due is not what the payer agreed to, or what was authorized. */
export const totalChanged = (dueCents: number): RegistrationRefusal =>
  new RegistrationRefusal(409, `The amount due is ${fromCents(dueCents)} now. Show it to the payer, and submit again.`)

/** Refuses an order because a benefit that reduced the price was used elsewhere before the order was placed. */
export const benefitUsedUp = (): RegistrationRefusal =>
  new RegistrationRefusal(
    409,
    'A benefit that reduced the amount due is used up. Calculate it again, show it to the payer, and submit again.',
  )

/** Returns what a registrant reads above the faults of a form. */
export const summaryOfFaults = ({ length }: readonly FormFault[]): string =>
  length === 1 ? 'One field needs attention.' : `${length} fields need attention.`

/** Refuses a form with faults: with 409 if the only ones are that something is sold out. */
export const formRefused = (faults: readonly FormFault[]): RegistrationRefusal =>
  new RegistrationRefusal(
    faults.every(({ Code }) => Code === 'soldOut') ? 409 : 422,
    faults.length === 1 && faults[0] ? faults[0].Message : summaryOfFaults(faults),
    faults,
  )

/** A paid cart cannot be submitted. */
export const paidCartRejected: FailureKind = {
  name: 'paidCartRejected',
  level: 'Error',
  logType: 'Payment',
  entityType: 'eventorder',
  meaning: 'A registration was paid on a page of the processor but cannot be submitted. Its authorization is released.',
  remedy: 'Contact the payer: nothing was collected, and no seat is registered.',
}

/** Returns whether an attempt to pay cannot be continued: without a response of the processor, the request can be repeated. */
export const isFinal = (error: unknown): error is RegistrationRefusal | Problem =>
  error instanceof RegistrationRefusal ||
  (error instanceof Problem && error.status !== 503 && error.code !== 'idempotency-key-reused')
