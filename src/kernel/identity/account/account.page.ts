import { html } from '#kernel/pages/html'
import { hidden } from '#kernel/pages/layout'
import type { StaffSeat } from '../seats.ts'
import { accountLayout } from './account-layout.ts'

export interface AccountView {
  login: { displayName: string; email: string }
  seats: readonly StaffSeat[]
  formToken: string
}

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
    : html`<ul class="plain">${seats.map(({ tenantName, roleName }) => html`<li class="wrap"><strong>${tenantName}</strong>: ${roleName}</li>`)}</ul>`
}
<form method="post" action="/sign-out">${hidden('form', formToken)}<button type="submit">Sign out</button></form>`,
  })
