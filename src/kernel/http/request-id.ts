import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const GOOD_ID = /^[\w.:-]{1,128}$/

/** Fastify options: a caller's X-Request-Id is used if it is safe in logs; otherwise a new id is made. */
export const requestIds = {
  requestIdHeader: false,
  genReqId: (request: IncomingMessage): string => {
    const given = request.headers['x-request-id']
    return typeof given === 'string' && GOOD_ID.test(given) ? given : randomUUID()
  },
} as const
