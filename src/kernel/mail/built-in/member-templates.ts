import type { TemplateVariable } from '#kernel/templates/template-variable'
import type { BuiltInTemplate } from './built-in-template.ts'

const VARIABLES: readonly TemplateVariable[] = [
  {
    name: 'sign_in.url',
    about: 'The link, which works once.',
    sample: 'https://members.example.org/members/harbor/link/sample',
  },
  { name: 'sign_in.email', about: 'The address for signing in.', sample: 'ada@lindqvist.example' },
]

/** Mails with links by which members sign in. Their texts are secret: the API never shows them. */
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
]
