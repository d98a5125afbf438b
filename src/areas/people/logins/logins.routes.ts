import type { FastifyPluginAsync } from 'fastify'
import { me } from './me/me.routes.ts'
import { seats } from './seats/seats.routes.ts'

/** Serves the caller, and the logins of staff. */
export const logins: FastifyPluginAsync = async (app) => {
  await app.register(me)
  await app.register(seats)
}
