import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Config } from '#kernel/config/settings'
import { staffPages } from '#services/identity/staff-pages'
import { sendPage } from '#services/pages/send-page'
import { booksPages } from './books/books.pages.ts'
import { credentialPages } from './credentials/credentials.pages.ts'
import { ConsolePages } from './frame/console-pages.ts'
import { CONSOLE_STYLE, CONSOLE_STYLE_PATH } from './frame/style/style.ts'
import { tenantsPage } from './frame/tenants.page.ts'
import { addressOf, tenantOf } from './frame/user.ts'
import { historyPages } from './history/history.pages.ts'
import { importPages } from './imports/imports.pages.ts'
import { jobPages } from './jobs/jobs.pages.ts'
import { ledgerPages } from './ledger/ledger.pages.ts'
import { limitPages } from './limits/limits.pages.ts'
import { logPages } from './log/log.pages.ts'
import { mailPages } from './mails/mails.pages.ts'
import { overviewPages } from './overview/overview.pages.ts'
import { peoplePages } from './people/people.pages.ts'
import { webhookPages } from './webhooks/webhooks.pages.ts'
import { workflowPages } from './workflows/workflows.pages.ts'

const PUBLIC = { config: { isPublic: true } } as const

/** The console at /console: pages for staff, on the public operations only. */
export const consolePages: FastifyPluginAsync<{ config: Pick<Config, 'publicUrl'> }> = async (app, { config }) => {
  await app.register(staffPages)
  app.get(CONSOLE_STYLE_PATH, { ...PUBLIC, logLevel: 'warn' }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/css; charset=utf-8')
    return CONSOLE_STYLE
  })
  app.get(
    '/console',
    PUBLIC,
    app.staffPage(async ({ request, reply, seats, formToken }) => {
      const [only, ...others] = seats
      const isChoice = others.length > 0 || 'choose' in (request.query as object)
      if (only && !isChoice) return reply.redirect(addressOf(only.tenantKey), 303)
      return sendPage(reply, tenantsPage(seats.map(tenantOf), formToken))
    }),
  )
  const isSecure = (request: FastifyRequest) => config.publicUrl.startsWith('https:') || request.protocol === 'https'
  const pages = new ConsolePages(app, isSecure)
  overviewPages(pages)
  peoplePages(pages)
  mailPages(pages)
  webhookPages(pages)
  workflowPages(pages)
  jobPages(pages)
  importPages(pages)
  booksPages(pages)
  ledgerPages(pages)
  credentialPages(pages)
  limitPages(pages)
  historyPages(pages)
  logPages(pages)
}
