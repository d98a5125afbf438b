import { html } from '#services/pages/html'
import { alert, hidden, page } from '#services/pages/layout'
import type { Notice } from '#services/pages/notice'
import { passwordTitle } from './member-password.page.ts'
import type { MemberPaths } from './member-paths.ts'
import { type SignInForm, signInFields } from './sign-in-fields.ts'

export interface MemberSignInView extends SignInForm {
  tenantName: string
  paths: MemberPaths
}

/** Asks a member for the address and the password, or to have a link mailed. */
export const memberSignInPage = ({ tenantName, paths, ...form }: MemberSignInView): string =>
  page(
    form.fault === undefined ? 'Sign in' : 'Sign-in failed',
    html`<h1>Sign in</h1>
<p class="soft">For members of <strong>${tenantName}</strong>.</p>
${alert(form.fault)}
<form method="post" action="${paths.signIn}">
${signInFields(form)}
<p class="soft small or">No password, or forgotten? We mail you a link that signs you in once.</p>
<button class="full-button" type="submit" formaction="${paths.link}" formnovalidate>Mail me a link</button>
</form>`,
    { home: paths.signIn },
  )

/**
 * Returns the page after a request for a link: the same for every address, so that it does not disclose whether a
 * member has it.
 *
 * @param again the address of the form that requests another link.
 */
export const linkSentPage = (tenantName: string, email: string, again: string): string =>
  page(
    'Check your mail',
    html`<h1>Check your mail</h1>
<p class="soft wrap">If a member of <strong>${tenantName}</strong> has the address <strong>${email}</strong>, a link is on its way. It works once, within 15 minutes.</p>
<p class="soft">No mail? Look into the spam folder, or <a href="${again}">try again</a>.</p>`,
    { home: again },
  )

export interface OpenLinkView {
  tenantName: string
  displayName: string
  email: string
  /** The address of this page, to which the form is sent. */
  action: string
  formToken: string
}

/** Asks the member to confirm: mail programs open links by themselves, and a link works once. */
export const openLinkPage = ({ tenantName, displayName, email, action, formToken }: OpenLinkView): string =>
  page(
    'Sign in',
    html`<h1>Sign in</h1>
<p class="soft wrap">Continue to <strong>${tenantName}</strong> as <strong>${displayName}</strong> (${email}).</p>
<form method="post" action="${action}">${hidden('form', formToken)}<button class="main-button" type="submit">Sign in</button></form>`,
    { home: null },
  )

export const brokenLinkPage = (paths: MemberPaths): string =>
  page(
    'This link does not work',
    html`<h1>This link does not work</h1>
<p class="soft">It was used, has expired, or was replaced. <a href="${paths.signIn}">Request a new one.</a></p>`,
    { home: paths.signIn },
  )

export interface SignedInMemberView {
  tenantName: string
  displayName: string
  email: string
  paths: MemberPaths
  formToken: string
  hasPassword: boolean
  notice: Notice | undefined
}

export const signedInMemberPage = (view: SignedInMemberView): string => {
  const { tenantName, displayName, email, paths, formToken, hasPassword, notice } = view
  return page(
    'Signed in',
    html`<h1>You are signed in</h1>
${notice && html`<p class="note" role="status">${notice.text}</p>`}
<p class="soft wrap"><strong>${displayName}</strong><br>${email}<br>${tenantName}</p>
<p class="soft">Applications may now ask you for access.</p>
<p><a href="${paths.password}">${passwordTitle(hasPassword)}</a></p>
<p><a href="${paths.sessions}">Where you are signed in</a></p>
<p><a href="${paths.apps}">Applications with access</a></p>
<form method="post" action="${paths.signOut}">${hidden('form', formToken)}<button type="submit">Sign out</button></form>`,
    { home: paths.signIn },
  )
}
