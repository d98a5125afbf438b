import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { hidden, page } from '#services/pages/layout'

export interface StaleForm {
  /** The form as it was sent. */
  form: FormValues
  /** The address that it was sent to. */
  action: string
  /** The page that contained it, if it is known. */
  page: string | undefined
  /** The signed-in person. */
  email: string
  /** Whether it is of an earlier session of that person. */
  isOwn: boolean
  /** The token of the current session. */
  formToken: string
}

const TOKEN = 'form'
/** What no page repeats. */
const SECRETS: ReadonlySet<string> = new Set(['current', 'password', 'code', 'response'])
/** Fields that pages fill themselves. */
const OWN: ReadonlySet<string> = new Set([TOKEN, 'username', 'action', 'version', 'once', 'return', 'session', 'app'])

/**
 * Returns the page for a form that was opened before the last sign-in: shows what the person has entered, and sends it
 * with one click. Secrets are not repeated; then the person enters them in a new form. A form that is not known to be
 * of the same person is not sent: several people can use a browser, and the change would be in the name of another one.
 */
export const staleFormPage = (stale: StaleForm): string => {
  const { form, action, email, isOwn } = stale
  const names = form.names.filter((name) => name !== TOKEN)
  const hasSecret = names.some((name) => SECRETS.has(name))
  return page(
    'Nothing was changed yet',
    html`<h1>Nothing was changed yet</h1>
<p class="wrap">You are signed in as <strong>${email}</strong>.</p>
<p class="soft wrap">${isOwn ? 'You have signed in again since this form was opened.' : 'This form was opened by another user, or long ago.'} It belongs to the page <code>${pageOf(action)}</code>.</p>
${entries(form, names)}
${isOwn && !hasSecret ? resendForm(stale, names) : html`<p><a class="main-link" href="${stale.page ?? action}">Open the page again</a></p>`}`,
    { home: '/console' },
  )
}

/** Returns the address without its query. */
const pageOf = (action: string): string => action.split('?')[0] ?? ''

const entries = (form: FormValues, names: readonly string[]): Html | undefined => {
  const shown = names.filter((name) => !OWN.has(name) && !SECRETS.has(name) && form.get(name) !== undefined)
  if (shown.length === 0) return undefined
  return html`<p>You have entered:</p><dl class="facts">${shown.map(
    (name) => html`<dt>${name}</dt><dd>${form.list(name).join(', ')}</dd>`,
  )}</dl>`
}

const resendForm = ({ form, action, email, formToken }: StaleForm, names: readonly string[]): Html =>
  html`<form method="post" action="${action}">${hidden(TOKEN, formToken)}${names.map((name) =>
    form.list(name).map((value) => hidden(name, value)),
  )}<button class="main-button" type="submit">Send it now as ${email}</button></form>
<p class="small"><a class="back-link" href="/console">Do not send it</a></p>`
