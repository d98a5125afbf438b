import { html } from '#services/pages/html'
import { hidden } from '#services/pages/layout'
import { plainPage } from './layout.ts'
import { addressOf, type ConsoleTenant } from './user.ts'

/** Lets a login with seats in several organizations choose one. */
export const tenantsPage = (tenants: readonly ConsoleTenant[], formToken: string): string =>
  plainPage(
    tenants.length > 0 ? 'Choose an organization' : 'No organization',
    html`${
      tenants.length > 0
        ? html`<ul class="choices">${tenants.map(
            ({ key, name }) =>
              html`<li><a class="tile" href="${addressOf(key)}">${name}<span class="sub">${key}</span></a></li>`,
          )}</ul>`
        : html`<p>Your login has no seat in an organization. Ask an administrator for one.</p>`
    }<form method="post" action="/sign-out">${hidden('form', formToken)}<button class="plain">Sign out</button></form>`,
  )
