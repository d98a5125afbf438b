/** The public interface of the package. */
export type { FileBody } from './bodies.ts'
export { type Client, type ClientOptions, createClient, type Token } from './client.ts'
export { ifMatch, retryOnConflict } from './conflicts.ts'
export type { ProblemCode, WebhookRecords, WebhookType } from './generated/facts.ts'
export type { components, operations, paths } from './generated/schema.ts'
export type { ListPath, PageOf, Reply, RequestOf, RowOf, Schema } from './operations.ts'
export type { Rows } from './paging.ts'
export {
  ConflictError,
  type FieldError,
  isProblem,
  NetworkError,
  type Problem,
  ProblemError,
  ResponseError,
} from './problems.ts'
export type { RetryOptions } from './retries.ts'
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookData,
  type WebhookDelivery,
  type WebhookEvent,
  type WebhookEventOf,
  type WebhookFault,
  type WebhookHeaders,
  WebhookVerificationError,
} from './webhooks.ts'
