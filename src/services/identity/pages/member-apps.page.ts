import { html } from '#services/pages/html'
import { page } from '#services/pages/layout'
import type { Notice } from '#services/pages/notice'
import { done } from '../account/account-layout.ts'
import { type AppListView, appList, appsLead } from '../account/app-list.ts'
import type { MemberPaths } from './member-paths.ts'

export interface MemberAppsView extends Omit<AppListView, 'path'> {
  tenantName: string
  email: string
  paths: MemberPaths
  notice: Notice | undefined
}

/** Lists the applications that a member has allowed, each with a button that ends it. */
export const memberAppsPage = ({ tenantName, email, paths, notice, ...view }: MemberAppsView): string =>
  page(
    'Applications with access',
    html`<h1>Applications with access</h1>
<p class="soft wrap">For <strong>${email}</strong> at <strong>${tenantName}</strong>.</p>
<p class="soft">${appsLead(view.apps)}</p>
${done(notice)}
${appList({ ...view, path: paths.apps })}
${view.apps.length > 0 && html`<p class="soft small">Times are in the time zone ${view.timeZone}.</p>`}
<p class="small"><a class="back-link" href="${paths.signIn}">Back</a></p>`,
    { home: paths.signIn },
  )
