import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fp from 'fastify-plugin'
import type { Config } from '#kernel/config/settings'
import { publicOrigin } from '#kernel/http/public-origin'
import { sendPage } from '#services/pages/send-page'
import { wantsPage } from '#services/pages/wants-page'
import { packageRoot } from '../installation/migrations/package-root.ts'
import { renderGuide } from './guide.ts'
import { guidePage, HOME, homePage } from './home.page.ts'

const GUIDES = { integrators: 'Guide for integrators', operators: 'Guide for operators' } as const

const PUBLIC = { config: { isPublic: true } } as const

/** The first page of the server at `/`, and the guides of docs/ at `/guides`. Browsers get pages, programs JSON. */
export const home = fp<{ config: Config }>(async (app, { config }) => {
  app.get('/', PUBLIC, async (request, reply) => {
    reply.header('vary', 'accept')
    return wantsPage(request) ? sendPage(reply, homePage(publicOrigin(request, config.publicUrl))) : HOME
  })
  for (const [name, title] of Object.entries(GUIDES)) {
    let rendered: string | undefined
    app.get(`/guides/${name}`, PUBLIC, async (_request, reply) => {
      rendered ??= guidePage(title, renderGuide(await readFile(join(packageRoot(), 'docs', `${name}.md`), 'utf8')))
      return sendPage(reply, rendered)
    })
  }
})
