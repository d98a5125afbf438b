import type { Scope } from '#kernel/tenancy/scope'

/**
 * Returns the key of a request to the processor: made of the caller's Idempotency-Key, so that the processor recognizes
 * a repeat, even after a crash of the server.
 */
export const makeRequestKey = ({ idempotency }: Pick<Scope, 'idempotency'>, kind: string): string =>
  idempotency
    ? `${kind}:${idempotency.credential}:${idempotency.key}`.slice(0, MAX_KEY)
    : `${kind}:${crypto.randomUUID()}`

/** The longest key that processors accept. */
const MAX_KEY = 255
