import type { FastifyPluginAsync } from 'fastify'
import { sponsors } from './sponsors/sponsors.routes.ts'
import { sponsorshipTypes } from './types/sponsorship-types.routes.ts'

/** Sponsorships and advertising. */
export const sponsorships: FastifyPluginAsync = async (app) => {
  await app.register(sponsorshipTypes)
  await app.register(sponsors)
}
