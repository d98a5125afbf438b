import { type Html, html } from '#services/pages/html'
import { alert, hidden, page } from '#services/pages/layout'
import { rightsInWords } from './rights.ts'

export interface ConsentView {
  applicationName: string
  vendorName: string | null
  /** The address after the decision. */
  returnsTo: string
  user: { displayName: string; email: string }
  /** The requested scopes in words. */
  scopes: readonly string[]
  /** The organizations to choose from; with one there is no choice. */
  tenants: readonly { id: number; name: string }[]
  formToken: string
  /** The address of this request, to which the decision is posted. */
  action: string
  /** The page that ends the session. */
  signOut: string
  fault?: string
}

/** Asks the user to allow an application to act, and in which organization. */
export const consentPage = (view: ConsentView): string =>
  page(
    `Allow ${view.applicationName}?`,
    html`<h1>${view.applicationName} asks for access</h1>
<p class="soft small">${view.vendorName !== null && html`Made by <strong>${view.vendorName}</strong>. `}You will return to <strong>${view.returnsTo}</strong>.</p>
${account(view)}
${alert(view.fault)}
<form method="post" action="${view.action}">
${hidden('form', view.formToken)}
<h2>${heading(view)}</h2>
${rights(rightsInWords(view.scopes))}
${tenants(view)}
<div class="pair"><button type="submit" name="decision" value="deny" formnovalidate>Cancel</button>
<button class="main-button" type="submit" name="decision" value="allow">Allow</button></div>
</form>`,
    // Nothing leads away from the decision by accident.
    { home: null },
  )

/** States that the user has nothing to allow, and offers to sign out or cancel. */
export const noSeatPage = (view: Omit<ConsentView, 'scopes' | 'tenants' | 'fault'>): string =>
  page(
    'No access',
    html`<h1>Nothing to allow here</h1>
<p class="soft">${view.applicationName} asks for rights that your login does not have. Sign in with another one, or ask an administrator of your organization for a role.</p>
${account(view)}
<form method="post" action="${view.action}">
${hidden('form', view.formToken)}
<button class="main-button" type="submit" name="decision" value="deny">Return to ${view.applicationName}</button>
</form>`,
    // Nothing leads away from the decision by accident.
    { home: null },
  )

const account = ({
  user,
  formToken,
  action,
  signOut,
}: Pick<ConsentView, 'user' | 'formToken' | 'action' | 'signOut'>): Html =>
  html`<div class="account"><div><strong>${user.displayName}</strong><br><span class="soft">${user.email}</span></div>
<form method="post" action="${signOut}">${hidden('form', formToken)}${hidden('next', action)}<button class="link-button" type="submit">Use another login</button></form></div>`

const SHOWN = 5

const rights = (lines: readonly string[]): Html => {
  const list = (some: readonly string[]) =>
    html`<ul class="rights">${some.map((line) => html`<li><span>${line}</span></li>`)}</ul>`
  if (lines.length <= SHOWN + 1) return list(lines)
  return html`${list(lines.slice(0, SHOWN))}<details><summary>and ${lines.length - SHOWN} more</summary>${list(lines.slice(SHOWN))}</details>`
}

const heading = ({ tenants: [only, ...others] }: Pick<ConsentView, 'tenants'>): string =>
  only && others.length === 0 ? `What it can do in ${only.name}` : 'What it can do'

const tenants = ({ tenants: [only, ...others] }: Pick<ConsentView, 'tenants'>): Html | undefined => {
  if (!only) return undefined
  if (others.length === 0) return hidden('tenant', String(only.id))
  return html`<fieldset><legend>In which organization?</legend>${[only, ...others].map(
    ({ id, name }) =>
      html`<label class="choice"><input type="radio" name="tenant" value="${id}" required><span>${name}</span></label>`,
  )}</fieldset>`
}
