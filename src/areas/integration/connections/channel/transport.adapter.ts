import { Problem, unavailable } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { OutboundFault } from '#services/outbound/outbound-fault'
import { type ChannelTools, type Message, type MessageData, signHeaders, type TenantAddress } from './channel.model.ts'
import { receiveMessage } from './inbox.service.ts'

/** Milliseconds for a message that a request waits for, and for one of a job. */
export const LOOKUP_MS = 5000
export const DELIVERY_MS = 30_000
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024

export interface Outgoing {
  to: TenantAddress
  type: string
  data: MessageData
  connectionUid?: string
  sequence?: number
  /** The tenant that the message is about, if it is for none: the proxy of several installations needs it. */
  about?: string
  /** The key of the two tenants; absent: that of the two installations. */
  key?: string
  timeout: number
}

/** The receiver refused a message: sending it again does not help. */
export class RefusedMessage extends Error {
  override readonly name = 'RefusedMessage'
}

/**
 * Sends a message and returns the response. Between tenants of this installation the receiver is called in this process,
 * in its own transactions; never call it inside a transaction.
 *
 * @throws RefusedMessage; 503 if the receiver is unavailable.
 */
export const sendMessage = async (scope: Scope, tools: ChannelTools, outgoing: Outgoing): Promise<MessageData> => {
  const { to } = outgoing
  const message: Message = {
    From: { Installation: to.installation === '' ? '' : tools.origin, TenantKey: scope.tenant.key },
    To: to.key,
    Type: outgoing.type,
    ConnectionUid: outgoing.connectionUid ?? null,
    Sequence: outgoing.sequence ?? 0,
    Data: outgoing.data,
  }
  return to.installation === '' ? deliverHere(tools, message) : post(scope, tools, outgoing, message)
}

const deliverHere = async (tools: ChannelTools, message: Message): Promise<MessageData> => {
  const receiver = await tools.scopeOf(message.To)
  if (!receiver) throw new RefusedMessage('The tenant does not exist.')
  try {
    // As JSON, so that a receiver in this process gets what one elsewhere would.
    const received = JSON.parse(JSON.stringify(message)) as Message
    return JSON.parse(JSON.stringify(await receiveMessage(receiver, tools, received))) as MessageData
  } catch (error) {
    if (error instanceof Problem && error.status < 500) throw new RefusedMessage(error.message)
    throw error
  }
}

const post = async (
  { clock }: Scope,
  tools: ChannelTools,
  { to, about, key, timeout }: Outgoing,
  message: Message,
): Promise<MessageData> => {
  // Also with a key of the two tenants: the operator decides which installations get anything.
  const peer = await tools.peers.find(to.installation)
  if (!peer) throw new RefusedMessage('The operator no longer lists the installation of the tenant.')
  const signing = key ?? peer.key
  const body = JSON.stringify(message)
  const headers = signHeaders(`msg_${crypto.randomUUID()}`, clock.now(), body, signing)
  try {
    const response = await tools.outbound.send({
      url: `${to.installation}/api/exchange/inbox`,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...tenantHeader(to.key || about), ...headers },
      body,
      timeout,
      maxBytes: MAX_RESPONSE_BYTES,
    })
    return parseResponse(response.status, response.body)
  } catch (error) {
    if (error instanceof OutboundFault) throw unavailable(`The installation ${to.installation} is unavailable.`, error)
    throw error
  }
}

/**
 * Returns the header for a proxy, which cannot read the body: it routes a message to the installation of its tenant.
 */
const tenantHeader = (key: string | undefined): Record<string, string> => (key ? { 'x-tenant-key': key } : {})

const parseResponse = (status: number, body: Buffer): MessageData => {
  if (status >= 500 || status === 429) throw unavailable('The other installation cannot handle the message now.')
  if (status !== 200) throw new RefusedMessage(`The other installation responded with the status ${status}.`)
  try {
    const { Data } = JSON.parse(body.toString('utf8')) as { Data?: MessageData }
    if (typeof Data === 'object' && Data !== null) return Data
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw unavailable('The other installation sent a response that cannot be read.')
}
