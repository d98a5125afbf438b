import { html } from '#services/pages/html'
import type { Notice } from '#services/pages/notice'
import { accountLayout, done } from './account-layout.ts'
import { type AppListView, appList, appsLead } from './app-list.ts'

export interface AppsView extends Omit<AppListView, 'path'> {
  notice: Notice | undefined
}

const PATH = '/account/apps'

/** Lists the applications that a login has allowed, each with a button that ends it. */
export const appsPage = ({ notice, ...view }: AppsView): string =>
  accountLayout({
    path: PATH,
    ...(view.apps.length > 0 && { timeZone: view.timeZone }),
    content: html`<h1>Applications with access</h1>
<p class="soft">${appsLead(view.apps)}</p>
${done(notice)}
${appList({ ...view, path: PATH })}`,
  })
