import type { TemplateVariable } from '#services/templates/template-variable'
import type { BuiltInTemplate } from './built-in-template.ts'

const VARIABLES: readonly TemplateVariable[] = [
  {
    name: 'sign_in.url',
    about: 'The link, which works once.',
    sample: 'https://members.example.org/members/harbor/link/sample',
  },
  { name: 'sign_in.email', about: 'The address for signing in.', sample: 'ada@lindqvist.example' },
]

const NOTICE_VARIABLES: readonly TemplateVariable[] = [
  { name: 'sign_in.path', about: 'The path of the sign-in page.', sample: '/members/harbor/sign-in' },
  { name: 'sign_in.email', about: 'The address for signing in.', sample: 'ada@lindqvist.example' },
]

const NEW_BROWSER_VARIABLES: readonly TemplateVariable[] = [
  ...NOTICE_VARIABLES,
  { name: 'sign_in.browser', about: 'The browser and its system.', sample: 'Firefox on Windows' },
  {
    name: 'sign_in.at',
    about: 'The time of the sign-in, with the time zone of the organization.',
    sample: '2 May 2027, 18:00 (Europe/Oslo)',
  },
]

/**
 * Mails with links by which members sign in, and notices of changes and uses of their logins. The texts with links are secret:
 * the API never shows them.
 */
export const memberTemplates: readonly BuiltInTemplate[] = [
  {
    key: 'member-sign-in',
    version: 1,
    kind: 'message',
    name: 'Link to sign in',
    description: 'Sent if a member requests a link on the sign-in page. The link works once, within 15 minutes.',
    category: null,
    isSecret: true,
    subject: 'Your link to sign in to {{ organization.name }}',
    html: `<p>Hello {{ to.name | default: "member" }},</p>
<p><a href="{{ sign_in.url }}">Sign in to {{ organization.name }}</a></p>
<p>The link works once, within 15 minutes. If you did not request it, ignore this mail: no one can sign in without it.</p>
<p>Kind regards<br>{{ organization.name }}</p>`,
    variables: VARIABLES,
  },
  {
    key: 'member-invitation',
    version: 1,
    kind: 'communication',
    name: 'Invitation to sign in',
    description: 'Sent if staff invite a member to sign in. The link works once, within 7 days.',
    category: null,
    isSecret: true,
    subject: 'Your access to {{ organization.name }}',
    html: `<p>Hello {{ to.name | default: "member" }},</p>
<p>you can now sign in to {{ organization.name }} with the address {{ sign_in.email }}.</p>
<p><a href="{{ sign_in.url }}">Sign in and set a password</a></p>
<p>The link works once, within 7 days. After that, request a new one on the sign-in page.</p>
<p>Kind regards<br>{{ organization.name }}</p>`,
    variables: VARIABLES,
  },
  {
    key: 'member-password-changed',
    version: 1,
    kind: 'message',
    name: 'Notice of a new password',
    description: 'Sent if the password of a member was changed, by the member or on the command line.',
    category: null,
    subject: 'Your password for {{ organization.name }} was changed',
    html: `<p>Hello {{ to.name | default: "member" }},</p>
<p>the password with which {{ sign_in.email }} signs in to {{ organization.name }} was changed.</p>
<p>If it was you, there is nothing to do. If it was not you, <a href="{{ server_url }}{{ sign_in.path }}">have a link mailed to you</a>, set a new
password, and tell us.</p>
<p>Kind regards<br>{{ organization.name }}</p>`,
    variables: NOTICE_VARIABLES,
  },
  {
    key: 'member-address-changed',
    version: 1,
    kind: 'message',
    name: 'Notice of a new address for signing in',
    description: 'Sent to the former address if staff change the address with which a member signs in.',
    category: null,
    subject: 'You sign in to {{ organization.name }} with another address',
    html: `<p>Hello {{ to.name | default: "member" }},</p>
<p>from now on, you sign in to {{ organization.name }} with the address {{ sign_in.email }}. This address no longer works.</p>
<p>If you do not know the new address, reply to this mail.</p>
<p>Kind regards<br>{{ organization.name }}</p>`,
    variables: NOTICE_VARIABLES,
  },
  {
    key: 'member-new-browser',
    version: 1,
    kind: 'message',
    name: 'Notice of a sign-in in a new browser',
    description: 'Sent if a member signs in by the password in a browser that is not known for the member.',
    category: null,
    subject: 'You signed in to {{ organization.name }} in a new browser',
    html: `<p>Hello {{ to.name | default: "member" }},</p>
<p>{{ sign_in.email }} signed in to {{ organization.name }} in a new browser ({{ sign_in.browser }}) on {{ sign_in.at }}.</p>
<p>If it was you, there is nothing to do. If it was not you, <a href="{{ server_url }}{{ sign_in.path }}">have a link mailed to you</a>, set a new
password, and tell us.</p>
<p>Kind regards<br>{{ organization.name }}</p>`,
    variables: NEW_BROWSER_VARIABLES,
  },
]
