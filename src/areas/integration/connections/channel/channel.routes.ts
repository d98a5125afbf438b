import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { operations } from '#contract/integration/connections'
import { badInput, conflict } from '#kernel/errors/problem'
import { parseJson } from '#kernel/http/json-body'
import { serve } from '#kernel/http/serve'
import type { Scope } from '#kernel/tenancy/scope'
import { type ChannelTools, isSigned, MESSAGE_TYPES, type Message, originOf, type Signature } from './channel.model.ts'
import { receiveMessage } from './inbox.service.ts'
import { findSigningKey } from './senders.queries.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of a message as it was sent, which its signature covers. */
    sentMessage: string
  }
}

const MAX_MESSAGE_BYTES = 8 * 1024 * 1024

/** Serves the inbox of messages of other installations: public, verified by signature. */
export const inbox: FastifyPluginAsync = async (app) => {
  app.decorateRequest('sentMessage', '')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    try {
      request.sentMessage = String(body)
      done(null, parseJson(request.sentMessage))
    } catch (error) {
      done(error as Error)
    }
  })

  serve(
    app,
    operations.receiveExchangeMessage,
    async (request) => {
      const message = withDefaults(request.body)
      const tools = toolsOf(app, request)
      const scope = message.To === '' ? null : await app.visitorScope(request, { key: message.To })
      await verify(request, scope, tools, message)
      if (message.Type === MESSAGE_TYPES.search) return { Data: await findTenants(tools, message) }
      if (!scope) throw forged()
      return { Data: await receiveMessage(scope, tools, message) }
    },
    { bodyLimit: MAX_MESSAGE_BYTES },
  )
}

type Sent = Omit<Message, 'ConnectionUid' | 'Sequence'> & Partial<Pick<Message, 'ConnectionUid' | 'Sequence'>>

const withDefaults = (sent: Sent): Message => ({
  ...sent,
  ConnectionUid: sent.ConnectionUid ?? null,
  Sequence: sent.Sequence ?? 0,
})

const verify = async (
  request: FastifyRequest,
  scope: Scope | null,
  tools: ReturnType<typeof toolsOf>,
  message: Message,
): Promise<void> => {
  const key = await findSigningKey(scope, tools, message)
  const signature = signatureOf(request)
  const now = scope?.clock.now() ?? new Date()
  if (key === null || !isSigned(signature, now, request.sentMessage, key)) throw forged()
  // Messages with a sequence are handled once anyway.
  if (scope && message.Sequence === 0) await refuseRepeated(scope, signature.id)
}

const signatureOf = ({ headers }: FastifyRequest): Signature => {
  const text = (name: string) => [headers[name]].flat()[0] ?? ''
  return { id: text('webhook-id'), timestamp: text('webhook-timestamp'), signatures: text('webhook-signature') }
}

/** Returns the same response for an unknown tenant or installation, and for a forged or outdated message. */
const forged = () => badInput('', 'has no valid signature for this address', 'invalid-signature')

const refuseRepeated = async ({ db, clock }: Scope, messageId: string): Promise<void> => {
  const row = { tenantId: db.tenantId, messageId: messageId.slice(0, 100), receivedAt: clock.now() }
  const { count } = await db.prisma.exchangeReceipt.createMany({ data: [row], skipDuplicates: true })
  if (count === 0) throw conflict('message-repeated', 'A message with this id was already received.')
}

const findTenants = async ({ peers }: ReturnType<typeof toolsOf>, { Data }: Message) => {
  const { Text, IsExact } = Data as { Text?: unknown; IsExact?: unknown }
  if (typeof Text !== 'string' || Text.length < 1 || Text.length > 100)
    throw badInput('/Data/Text', 'must have 1 to 100 characters')
  const found = await peers.findOpenTenants(Text, IsExact === true)
  return { Tenants: found.map(({ key, name, hubKey }) => ({ Key: key, Name: name, HubKey: hubKey })) }
}

export const toolsOf = (app: FastifyInstance, request: FastifyRequest): ChannelTools => ({
  sealer: app.sealer,
  outbound: app.outbound,
  peers: app.peers,
  origin: originOf(app.connectorConfig),
  scopeOf: (key) => app.visitorScope(request, { key }),
})
