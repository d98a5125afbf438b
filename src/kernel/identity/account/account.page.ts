import { html } from '#kernel/pages/html'
import { hidden, page } from '#kernel/pages/layout'
import type { StaffSeat } from '../seats.ts'

export interface AccountView {
  login: { displayName: string; email: string }
  seats: readonly StaffSeat[]
  formToken: string
}

/** Shows a signed-in person its login and the organizations that it has access to. */
export const accountPage = ({ login, seats, formToken }: AccountView): string =>
  page(
    'Your account',
    html`<h1>Your account</h1>
<p class="soft wrap"><strong>${login.displayName}</strong><br>${login.email}</p>
<h2>Your organizations</h2>
${
  seats.length === 0
    ? html`<p class="soft">Your login has no access to an organization. Ask an administrator for a role.</p>`
    : html`<ul class="plain">${seats.map(({ tenantName, roleName }) => html`<li class="wrap"><strong>${tenantName}</strong>: ${roleName}</li>`)}</ul>`
}
<p class="soft">Applications may now ask you for access.</p>
<form method="post" action="/sign-out">${hidden('form', formToken)}<button type="submit">Sign out</button></form>`,
  )
