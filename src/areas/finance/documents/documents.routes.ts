import type { FastifyPluginAsync } from 'fastify'
import { printouts } from './printouts/printouts.routes.ts'
import { documentTemplates } from './templates/templates.routes.ts'

/** Invoices, receipts, statements and certificates as documents. */
export const documents: FastifyPluginAsync = async (app) => {
  await app.register(documentTemplates)
  await app.register(printouts)
}
