import formbody from '@fastify/formbody'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { forbidden } from '#kernel/errors/problem'
import { toProblem } from '#kernel/errors/problem-handler'
import { problemErrorPage } from './error.page.ts'
import { sendPage } from './send-page.ts'

const BODY_LIMIT = 262_144

/** Prepares a plugin for pages: the only bodies are forms, and errors are pages. */
export const formPages = fp(async (app) => {
  app.removeAllContentTypeParsers()
  await app.register(formbody, { bodyLimit: BODY_LIMIT })
  app.setErrorHandler(sendErrorPage)
})

const sendErrorPage = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { status, headers, message } = toProblem(error)
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  reply.headers(headers)
  return sendPage(reply, problemErrorPage({ status, message }, request), { status })
}

/**
 * Rejects a form that another site has sent, for pages without a session: the browser states where a form is from. Browsers
 * that do not state it are accepted, because such a form has only the rights that its own fields give.
 *
 * @throws 403.
 */
export const requireOwnForm = ({ headers }: FastifyRequest): void => {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') throw forbidden('The form is from another site.')
}
