import type { FastifyPluginAsync } from 'fastify'
import { requireOwnForm } from '#services/pages/form-pages'
import { FormValues } from '#services/pages/form-values'
import { html } from '#services/pages/html'
import { hidden, page } from '#services/pages/layout'
import { sendPage } from '#services/pages/send-page'
import { renderEventLine } from './event-header.presenter.ts'
import { FIELD } from './page-fields.model.ts'
import { type PageRequest, readForm, sendMessage, visitPage } from './page-visit.service.ts'

const PUBLIC = { config: { isPublic: true }, schema: { hide: true } } as const

/** Serves the page that declines an invitation by its code. Reading it changes nothing, because programs follow links. */
export const declinePages: FastifyPluginAsync<{ url: string }> = async (app, { url }) => {
  app.get(`${url}/decline`, PUBLIC, async (request: PageRequest, reply) => {
    const visit = await visitPage(app, request, reply)
    const { Event: event } = await readForm(visit, undefined)
    const code = new FormValues(request.query).get('contact') ?? ''
    const content = html`<h1>Decline the invitation</h1>${renderEventLine(event)}
<form method="post" action="">${hidden(FIELD.code, code)}<button class="main-button" type="submit">I cannot come</button></form>
<p><a class="back-link" href="${visit.path}?${new URLSearchParams({ contact: code }).toString()}">Register instead</a></p>`
    return sendPage(reply, page('Decline the invitation', content, { isForm: true, brand: visit.organization }))
  })

  app.post(`${url}/decline`, PUBLIC, async (request: PageRequest, reply) => {
    requireOwnForm(request)
    const visit = await visitPage(app, request, reply)
    const code = new FormValues(request.body).get(FIELD.code)
    const declined = code === undefined ? null : await visit.operations.decline(code)
    const link = 'Go to the event'
    if (declined?.Data === true)
      return sendMessage(visit, { title: 'Thank you', text: 'The organizer knows that you cannot come.', link })
    const text = declined?.StatusMessage ?? 'The invitation was not found. Use the link in the newest mail.'
    return sendMessage(visit, { title: 'That did not work', text, status: 422, link })
  })
}
