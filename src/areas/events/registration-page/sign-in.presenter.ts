import { type Html, html } from '#services/pages/html'
import { hidden } from '#services/pages/layout'
import type { Environment } from './form/page-form.input.ts'
import { FIELD } from './page-fields.model.ts'
import type { SignInView } from './page-visit.service.ts'

/** Renders the field that proves that a form was made for the session of a member; nothing for a stranger. */
export const renderFormToken = ({ member }: SignInView): Html | undefined =>
  member ? hidden(FIELD.form, member.formToken) : undefined

/**
 * Renders who is signed in, or the link to sign in: for member prices if the event has any.
 *
 * @param page the page to return to, if it is not that of the event.
 */
export const renderSignIn = (
  { member, pathFrom }: SignInView,
  { RegistrationTypes, Event: event }: Environment,
  page?: string,
): Html | undefined => {
  const path = pathFrom(page)
  if (path === null) return undefined
  const own = path.replace(/\?.*$/, '')
  if (member)
    return html`<p class="note">You are signed in as <strong>${member.name}</strong>. <a href="${own}">Not you?</a></p>`
  const hasMemberPrices =
    event.ClosedReason === 'MembersOnly' ||
    (RegistrationTypes ?? []).some(({ MemberPrice, IsMembersOnly }) => MemberPrice !== null || IsMembersOnly)
  return hasMemberPrices
    ? html`<p class="note"><a href="${path}">Sign in for member prices</a></p>`
    : html`<p class="soft">Are you a member? <a href="${path}">Sign in</a>, and your details are filled in.</p>`
}
