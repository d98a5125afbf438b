import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const GOOD_ID = /^[\w.:-]{1,128}$/

/** Fastify options: a caller's X-Request-Id is kept when it is harmless in logs; otherwise one is made. */
export const requestIds = {
  requestIdHeader: false,
  genReqId: (request: IncomingMessage): string => {
    const given = request.headers['x-request-id']
    return typeof given === 'string' && GOOD_ID.test(given) ? given : randomUUID()
  },
} as const
