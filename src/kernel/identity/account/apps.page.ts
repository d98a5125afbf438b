import { type Html, html } from '#kernel/pages/html'
import { hidden } from '#kernel/pages/layout'
import type { Notice } from '#kernel/pages/notice'
import type { GrantedApp } from '../oauth/granted-apps.ts'
import { rightsInWords } from '../pages/rights.ts'
import { accountLayout, done, timeOf } from './account-layout.ts'

export interface AppsView {
  apps: readonly GrantedApp[]
  formToken: string
  notice: Notice | undefined
  timeZone: string
}

/** Lists the applications that a person has allowed, with what they can do, each with a button that ends it. */
export const appsPage = ({ apps, formToken, notice, timeZone }: AppsView): string =>
  accountLayout({
    path: '/account/apps',
    ...(apps.length > 0 && { timeZone }),
    content: html`<h1>Applications with access</h1>
<p class="soft">${
      apps.length === 0
        ? 'You have not allowed an application to act for you.'
        : 'You have allowed these applications to act for you. Ending it also ends their tokens.'
    }</p>
${done(notice)}
${apps.map((app) => appPanel(app, formToken, timeZone))}`,
  })

const appPanel = (app: GrantedApp, formToken: string, timeZone: string): Html => {
  const { applicationName, vendorName, tenantName, scopes, grantedAt } = app
  const key = `${app.tenantId}-${app.permissionTenantId}-${app.permissionId}`
  return html`<div class="panel"><p class="wrap"><strong>${applicationName}</strong>${vendorName !== null && ` by ${vendorName}`}<br>
<span class="soft">in ${tenantName}, allowed ${timeOf(grantedAt, timeZone)}</span></p>
<ul class="rights">${rightsInWords(scopes).map((line) => html`<li><span>${line}</span></li>`)}</ul>
<form method="post" action="/account/apps">${hidden('form', formToken)}${hidden('app', key)}<button type="submit" aria-label="End the access of ${applicationName} in ${tenantName}">End access</button></form></div>`
}
