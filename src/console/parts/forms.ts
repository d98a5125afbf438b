import { type FormValues, queryText } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { hidden } from '#services/pages/layout'
import { RETURN } from '../frame/return-query.ts'
import { addressOf, type ConsoleUser } from '../frame/user.ts'

/** A form that changes something. */
export interface ActionForm {
  /** The path after the organization. */
  path: string
  /** The text of the button. */
  label: string
  /** For screen readers, where several buttons have the same text: what it acts on. */
  subject?: string
  fields?: Html
  /** The query of the list that contains the form: the user returns to the same rows. */
  from?: FormValues
  kind?: 'main' | 'danger'
}

/** A button with its form. */
export const actionForm = (
  { tenant, formToken }: ConsoleUser,
  { path, label, subject, fields, from, kind }: ActionForm,
): Html =>
  html`<form method="post" action="${addressOf(tenant.key, path)}">${hidden('form', formToken)}${
    from && from.names.length > 0 && hidden(RETURN, queryText(from))
  }${fields}<button${
    kind !== undefined && html` class="${kind}"`
  }>${label}${subject !== undefined && html`<span class="hidden"> ${subject}</span>`}</button></form>`

/** A link that looks like a button. */
export const linkButton = ({ tenant }: ConsoleUser, path: string, label: Html | string): Html =>
  html`<a class="button" href="${addressOf(tenant.key, path)}">${label}</a>`

/** A link to a page of the console. */
export const link = ({ tenant }: ConsoleUser, path: string, label: Html | string): Html =>
  html`<a href="${addressOf(tenant.key, path)}">${label}</a>`

/** Asks before something that cannot be undone. @param keep the text of the link that does nothing. */
export const confirmation = (
  user: ConsoleUser,
  { text, form, back, keep }: { text: Html; form: ActionForm; back: string; keep: string },
): Html =>
  html`<form class="confirm" method="post" action="${addressOf(user.tenant.key, form.path)}">${hidden('form', user.formToken)}${text}${
    form.fields
  }<div class="pair"><button class="danger">${form.label}</button>${linkButton(user, back, keep)}</div></form>`
