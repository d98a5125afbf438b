import type { IncomingMessage } from 'node:http'
import fp from 'fastify-plugin'
import { sendExpectationProblem } from '../errors/connection-problem.ts'
import { Problem } from '../errors/problem.ts'

/** Rejects what Node would reject without a problem document, or accept: no Host or two (RFC 9110, 7.2), other Expect. */
export const hostHeader = fp(async (app) => {
  app.server.on('checkExpectation', sendExpectationProblem.bind(app))
  app.addHook('onRequest', (request, _reply, done) => {
    const hosts = countHosts(request.raw)
    if (hosts === 1 || (hosts === 0 && request.raw.httpVersion === '1.0')) done()
    else done(new Problem(400, 'malformed-request', `The request has ${hosts} Host headers. Send one.`))
  })
})

/** Counts the headers Host: Node drops the second one from `headers`. */
const countHosts = ({ rawHeaders }: IncomingMessage): number => {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}
