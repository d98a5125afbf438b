import fp from 'fastify-plugin'
import type { Operation } from '../contract/schema.ts'
import { Problem } from '../errors/problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Method and path of the operation that the route serves; absent for other routes. */
    operationKey?: string
  }
}

/** The header with the operation that a call in process is meant for. A client that sends it can only refuse its own request. */
export const NAMED_OPERATION = 'guildhall-operation'

/** Returns what identifies an operation: its method and path. */
export const operationKey = ({ method, url }: Pick<Operation, 'method' | 'url'>): string => `${method} ${url}`

/** Refuses a call in process that has reached another route than that of its operation, before anything else looks at it. */
export const namedOperations = fp(async (app) => {
  app.addHook('onRequest', (request, _reply, done) => {
    const named = request.headers['guildhall-operation']
    if (named === undefined || named === request.routeOptions.config.operationKey) return done()
    done(
      new Problem(
        400,
        'invalid-input',
        'A parameter of the path leads to another operation than the one that is called.',
      ),
    )
  })
})
