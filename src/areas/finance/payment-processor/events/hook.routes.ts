import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { badInput } from '#kernel/errors/problem'
import { openConnection } from '../connections.queries.ts'
import { receiveEvents } from './events.service.ts'

const MAX_EVENT_BYTES = 512 * 1024

type HookRequest = FastifyRequest<{ Params: { tenantKey: string }; Body: Buffer }>

/**
 * The address for events of the online processor: public, verified by signature. It stores the event and responds; a job
 * handles it.
 */
export const processorHook: FastifyPluginAsync = async (app) => {
  app.removeAllContentTypeParsers()
  // The signature covers the bytes as they were sent.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.route({
    method: 'POST',
    url: '/hooks/payment-processor/:tenantKey',
    bodyLimit: MAX_EVENT_BYTES,
    config: { isPublic: true },
    schema: { hide: true },
    handler: async (request: HookRequest) => {
      const scope = await app.visitorScope(request, { key: request.params.tenantKey })
      const connection = scope && (await openConnection(scope, app.sealer))
      // The same response for an unknown tenant, for one without a connection and for a forged event.
      if (!scope || !connection) throw forged()
      const event = await verified(request, connection.eventSecret, scope.clock.now())
      if (event) await scope.db.transaction((tx) => receiveEvents(scope, tx, [event]))
      return {}
    },
  })
}

const verified = async (request: HookRequest, secret: string, now: Date) => {
  // The SDK is large: only processes that receive events load it.
  const { ForgedEvent, MalformedEvent, readEvent, SIGNATURE_HEADER } = await import('../online/online-events.model.ts')
  try {
    const { [SIGNATURE_HEADER]: signature } = request.headers
    return readEvent(Buffer.from(request.body ?? ''), [signature].flat()[0], secret, now)
  } catch (error) {
    if (error instanceof ForgedEvent) throw forged()
    if (error instanceof MalformedEvent)
      throw badInput('', 'must be an event of the payment processor with an id and a type')
    throw error
  }
}

const forged = () => badInput('', 'has no valid signature for this address', 'invalid-signature')
