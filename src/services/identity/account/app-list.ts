import { type Html, html } from '#services/pages/html'
import { hidden } from '#services/pages/layout'
import type { GrantedApp } from '../oauth/granted-apps.ts'
import { rightsInWords } from '../pages/rights.ts'
import { timeOf } from './account-layout.ts'

export interface AppListView {
  apps: readonly GrantedApp[]
  formToken: string
  timeZone: string
  /** The address of the page. */
  path: string
}

/** Writes what a person sees first: whether it has allowed applications. */
export const appsLead = (apps: readonly GrantedApp[]): string =>
  apps.length === 0
    ? 'You have not allowed an application to act for you.'
    : 'You have allowed these applications to act for you. Ending it also ends their tokens.'

/** Shows the applications that a person has allowed, with what they can do, each with a button that ends it. */
export const appList = (view: AppListView): Html[] => view.apps.map((app) => appPanel(app, view))

const appPanel = (app: GrantedApp, { formToken, timeZone, path }: AppListView): Html => {
  const { applicationName, vendorName, tenantName, scopes, grantedAt } = app
  const key = `${app.tenantId}-${app.permissionTenantId}-${app.permissionId}`
  return html`<div class="panel"><p class="wrap"><strong>${applicationName}</strong>${vendorName !== null && ` by ${vendorName}`}<br>
<span class="soft">in ${tenantName}, allowed ${timeOf(grantedAt, timeZone)}</span></p>
<ul class="rights">${rightsInWords(scopes).map((line) => html`<li><span>${line}</span></li>`)}</ul>
<form method="post" action="${path}">${hidden('form', formToken)}${hidden('app', key)}<button type="submit" aria-label="End access of ${applicationName} in ${tenantName}">End access</button></form></div>`
}
