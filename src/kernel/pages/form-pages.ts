import formbody from '@fastify/formbody'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { forbidden } from '#kernel/errors/problem'
import { toProblem } from '#kernel/errors/problem-handler'
import { messagePage } from './message.page.ts'
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
  const [title, text] = wordsOf(status, message)
  const details = status >= 500 ? [`Request ${request.id}`] : []
  return sendPage(reply, messagePage(title, text, ...details), { status })
}

const wordsOf = (status: number, message: string): [title: string, text: string] => {
  if (status === 403) return ['That is not allowed', message]
  if (status === 413) return ['That is too large', message]
  if (status === 404) return ['There is nothing at this address', 'Check the address, or follow the link again.']
  if (status === 429) return ['Too many requests', 'Wait a minute, then try again.']
  if (status === 503) return ['Unavailable for a moment', 'The server is not available right now. Try again shortly.']
  if (status < 500) return ['That did not work', 'The request could not be read. Go back and try again.']
  return [
    'Something went wrong',
    'The server failed unexpectedly. Try again, and report the request number if the problem remains.',
  ]
}

/**
 * Rejects a form that another site has sent, for pages without a session: the browser states where a form is from. Browsers
 * that do not state it are accepted, because such a form has only the rights that its own fields give.
 *
 * @throws 403.
 */
export const assertOwnForm = ({ headers }: FastifyRequest): void => {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') throw forbidden('The form is from another site.')
}
