import { Problem } from '#kernel/errors/problem'
import { RegistrationRefusal } from '../refusals.model.ts'

/** Whether an attempt to pay cannot be continued: without a response of the processor, the request can be repeated. */
export const isFinal = (error: unknown): error is RegistrationRefusal | Problem =>
  error instanceof RegistrationRefusal ||
  (error instanceof Problem && error.status !== 503 && error.code !== 'idempotency-key-reused')
