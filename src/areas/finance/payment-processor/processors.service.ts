import type { Sealer } from '#kernel/crypto/seal'
import { notFound, ruleRefused, unavailable } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { GatewayAccount } from './accounts/accounts.queries.ts'
import { openConnection } from './connections.queries.ts'
import { type PaymentProcessor, ProcessorFault } from './payment-processor.port.ts'
import { openSandboxProcessor } from './sandbox/sandbox.adapter.ts'

/** What the online processor needs. */
export interface ProcessorTools {
  sealer: Sealer
  /** The address of the processor; empty for its own. */
  processorUrl: string
}

/** The processors of tenants, by the connection that they use: each keeps its network connections open. */
const opened = new Map<string, PaymentProcessor>()
const MAX_OPENED = 500

/** Returns the processor of an account. @throws 503 if the tenant is not connected with the online processor. */
export const openProcessor = async (
  scope: Scope,
  tools: ProcessorTools,
  account: Pick<GatewayAccount, 'gateway'>,
): Promise<PaymentProcessor> => {
  if (account.gateway.kind === 'Sandbox') return openSandboxProcessor(scope)
  const connection = await openConnection(scope, tools.sealer)
  if (!connection) {
    throw unavailable('This tenant is not connected with the payment processor. Ask the operator to connect it.')
  }
  const name = `${tools.processorUrl} ${connection.key}`
  const known = opened.get(name)
  if (known) return known
  if (opened.size >= MAX_OPENED) opened.clear()
  // The SDK is large: only processes that use it load it.
  const { openOnlineProcessor } = await import('./online/online-processor.adapter.ts')
  const processor = openOnlineProcessor({ key: connection.key, url: tools.processorUrl })
  opened.set(name, processor)
  return processor
}

/**
 * Calls the processor of an account; its faults become problems.
 *
 * @param missing what does not exist if the processor does not have it.
 * @throws 404, 422 processor-refused, 503.
 */
export const callProcessor = async <T>(
  scope: Scope,
  tools: ProcessorTools,
  account: Pick<GatewayAccount, 'gateway'>,
  missing: string,
  call: (processor: PaymentProcessor) => Promise<T>,
): Promise<T> => {
  const processor = await openProcessor(scope, tools, account)
  try {
    return await call(processor)
  } catch (error) {
    throw problemOf(error, missing)
  }
}

/** Returns the problem that a fault of the processor means. Other errors stay what they are. */
export const problemOf = (error: unknown, missing: string): unknown => {
  if (!(error instanceof ProcessorFault)) return error
  if (error.kind === 'missing') return notFound(missing)
  if (error.kind === 'unavailable') return unavailable(error.message, error)
  return ruleRefused('processor-refused', `The payment processor rejected the request: ${error.message}`)
}
