import { html } from '#services/pages/html'
import { page } from '#services/pages/layout'
import type { Notice } from '#services/pages/notice'
import { done } from '../account/account-layout.ts'
import { type SessionListView, sessionList } from '../account/session-list.ts'
import type { MemberPaths } from './member-paths.ts'

export interface MemberSessionsView extends SessionListView {
  tenantName: string
  email: string
  paths: MemberPaths
  notice: Notice | undefined
}

/** Lists the sessions of a member, each with a button that ends it. */
export const memberSessionsPage = ({ tenantName, email, notice, ...view }: MemberSessionsView): string =>
  page(
    'Where you are signed in',
    html`<h1>Where you are signed in</h1>
<p class="soft wrap">For <strong>${email}</strong> at <strong>${tenantName}</strong>.</p>
<p class="soft">End a session that you do not recognize, and <a href="${view.paths.password}">set a new password</a>.</p>
${done(notice)}
${sessionList(view)}
<p class="soft small">Times are in the time zone ${view.timeZone}.</p>
<p class="small"><a class="back-link" href="${view.paths.signIn}">Back</a></p>`,
    { home: view.paths.signIn },
  )
