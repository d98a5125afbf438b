import { operations } from '#contract/work/mail'
import type { ConsolePages } from '../frame/console-pages.ts'
import { pathId } from '../frame/path-ids.ts'
import { allOf, quoted } from '../parts/filters.ts'
import { AFTER, nextCursor, PAGE_SIZE } from '../parts/pages.ts'
import { mailListView, mailView } from './mails.page.ts'

const SECTION = '/mails'

/** A whole address is found by an index; a part is searched for in the address and the name. */
const recipientFilter = (text: string): string =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
    ? `ToAddress eq ${quoted(text)}`
    : `(contains(ToAddress, ${quoted(text)}) or contains(ToName, ${quoted(text)}))`

/** Mails with their status: why one failed, and sending it again. */
export const mailPages = (pages: ConsolePages): void => {
  pages.page({ path: SECTION, section: SECTION }, async (user, { query }) => {
    const status = query.get('status')
    const to = query.get('to')
    // Keys have hyphens: "Membership expiring" finds membership-expiring.
    const template = query.get('template')?.toLowerCase().replaceAll(' ', '-')
    const filter = allOf([
      status !== undefined && `Status eq ${quoted(status)}`,
      to !== undefined && recipientFilter(to),
      template !== undefined && `contains(TemplateKey, ${quoted(template)})`,
    ])
    const after = query.get(AFTER)
    const { body, header } = await user.call(operations.listMailMessages, {
      query: {
        $top: PAGE_SIZE,
        ...(filter !== undefined && { $filter: filter }),
        ...(after !== undefined && { $skiptoken: after }),
      },
    })
    return mailListView(user, query, body, nextCursor(header('link')))
  })

  pages.page({ path: '/mails/:id', section: SECTION }, async (user, { params }) => {
    const { body } = await user.call(operations.getMailMessage, { params: { messageId: pathId(params.id) } })
    return mailView(user, body)
  })

  pages.action({ path: '/mails/:id/send', back: ({ id }) => `/mails/${id}` }, async (user, _form, { id }) => {
    const { body } = await user.call(operations.resendMailMessage, { params: { messageId: pathId(id) } })
    return { path: `/mails/${id}`, notice: `The mail to ${body.ToAddress} is queued again.` }
  })
}
