import { type StaffLinks, staffLink } from '#services/mail/staff-links'
import { type Html, html } from '#services/pages/html'
import type { AddressCause } from './login-mails.ts'

const FORGOT_PATH = '/forgot-password'

/** A mail about a login, without the frame of the document. */
export interface LoginMailText {
  subject: string
  body: string
  text: string
}

const FRAME =
  'margin: 0 auto; max-width: 560px; padding: 24px; font-family: Helvetica, Arial, sans-serif; font-size: 16px'

const framed = (paragraphs: readonly Html[]): string =>
  html`<div style="${FRAME}; line-height: 1.5; color: #1c2329">${paragraphs.map((one) => html`<p>${one}</p>`)}</div>`
    .text

/** Returns the link to set a new password. */
export const resetText = (person: string, url: string): LoginMailText => ({
  subject: 'Set a new password',
  body: framed([
    html`Hello ${person},`,
    html`<a href="${url}">Set a new password</a>`,
    html`The link works once, within an hour. If you did not request it, ignore this mail: your password stays as it is.`,
  ]),
  text: `Hello ${person},

Set a new password: ${url}

The link works once, within an hour. If you did not request it, ignore this mail: your password stays as it is.
`,
})

/** Returns a notice of a change of the login. @param what "Your password was changed" */
export const noticeText = (person: string, what: string, at: Date, links: StaffLinks): LoginMailText => {
  const url = staffLink(links, FORGOT_PATH)
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const advice = 'If it was not you, set a new password, and report it to an administrator of your organization.'
  return {
    subject: what,
    body: framed([
      html`Hello ${person},`,
      html`${what} on ${time}.`,
      html`If it was you, there is nothing to do. ${advice}`,
      html`<a href="${url}">Set a new password</a>`,
    ]),
    text: `Hello ${person},

${what} on ${time}.

If it was you, there is nothing to do. ${advice}
${url}
`,
  }
}

/** After a change, the person cannot sign in with the address that reads this, nor set a password by it. */
const ADDRESS_ADVICE: Record<AddressCause, string> = {
  requested:
    'If it was you, open the link that was mailed to the new address. If it was not you, another person knows your password: set a new one now, which also cancels the request, and report it to an administrator of your organization.',
  confirmed:
    'If it was you, sign in with the new address from now on. If it was not you, another person uses your login: report it to an administrator of your organization at once.',
  operator:
    'Sign in with the new address from now on. If you did not expect it, ask the operator of the server, or an administrator of your organization.',
}

interface AddressNotice {
  /** "The address of your login was changed" */
  what: string
  cause: AddressCause
  at: Date
  links: StaffLinks
}

/** Returns the notice of a new address, to the former or current one. */
export const addressNoticeText = (person: string, { what, cause, at, links }: AddressNotice): LoginMailText => {
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const advice = ADDRESS_ADVICE[cause]
  const url = cause === 'requested' ? staffLink(links, FORGOT_PATH) : undefined
  return {
    subject: what,
    body: framed([
      html`Hello ${person},`,
      html`${what} on ${time}.`,
      html`${advice}`,
      ...(url ? [html`<a href="${url}">Set a new password</a>`] : []),
    ]),
    text: `Hello ${person},

${what} on ${time}.

${advice}
${url ? `${url}\n` : ''}`,
  }
}

/** Returns the link that confirms a new address. */
export const emailLinkText = (person: string, email: string, url: string): LoginMailText => ({
  subject: 'Confirm your new address',
  body: framed([
    html`Hello ${person},`,
    html`you want to sign in with ${email} from now on.`,
    html`<a href="${url}">Confirm the address</a>`,
    html`The link works once, within an hour, where you are signed in. If you did not request it, ignore this mail: nothing changes.`,
  ]),
  text: `Hello ${person},

you want to sign in with ${email} from now on.

Confirm the address: ${url}

The link works once, within an hour, where you are signed in. If you did not request it, ignore this mail: nothing changes.
`,
})

/** Returns the same for an address that another login has. Only its owner reads it. */
export const addressInUseText = (person: string, email: string): LoginMailText => {
  const reason = `a person wants to sign in to another login with ${email}. Your login has this address already, so nothing was changed.`
  const advice =
    'If it was you, sign in with this address, or choose another one for the other login. If it was not you, there is nothing to do.'
  return {
    subject: 'Your address is in use already',
    body: framed([html`Hello ${person},`, html`${reason}`, html`${advice}`]),
    text: `Hello ${person},

${reason}

${advice}
`,
  }
}

/**
 * Returns the notice of a new seat. It contains no link with a secret: the person may have no password yet, and
 * requests one.
 */
export const seatText = (
  person: string,
  { tenantName, roleName, links }: { tenantName: string; roleName: string; links: StaffLinks },
): LoginMailText => {
  const signIn = staffLink(links, '/sign-in')
  const forgot = staffLink(links, FORGOT_PATH)
  return {
    subject: `You have access to ${tenantName}`,
    body: framed([
      html`Hello ${person},`,
      html`you have access to ${tenantName}, with the role ${roleName}.`,
      html`<a href="${signIn}">Sign in</a>`,
      html`If you have no password yet: <a href="${forgot}">Set a password</a>`,
    ]),
    text: `Hello ${person},

you have access to ${tenantName}, with the role ${roleName}.

Sign in: ${signIn}
If you have no password yet: ${forgot}
`,
  }
}
