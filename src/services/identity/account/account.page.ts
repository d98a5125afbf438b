import { type Html, html } from '#services/pages/html'
import { hidden } from '#services/pages/layout'
import type { StaffSeat } from '../seats.ts'
import { accountLayout } from './account-layout.ts'

export interface AccountView {
  login: { displayName: string; email: string }
  seats: readonly StaffSeat[]
  formToken: string
}

const seatItem = ({ tenantKey, tenantName, roleName }: StaffSeat): Html =>
  html`<li class="wrap"><a href="/console/${tenantKey}">${tenantName}</a>: ${roleName}</li>`

/** Shows a signed-in person its login and the organizations that it has access to. */
export const accountPage = ({ login, seats, formToken }: AccountView): string =>
  accountLayout({
    path: '/account',
    content: html`<h1>Your account</h1>
<p class="soft wrap"><strong>${login.displayName}</strong><br>${login.email}</p>
<h2>Your organizations</h2>
${
  seats.length === 0
    ? html`<p class="soft">Your login has no access to an organization. Ask an administrator for a role.</p>`
    : html`<ul class="plain">${seats.map(seatItem)}</ul>
<p><a class="main-link" href="/console">Open the console</a></p>`
}
<form method="post" action="/sign-out">${hidden('form', formToken)}<button type="submit">Sign out</button></form>`,
  })
