import type { TemplateVariable } from '#services/templates/template-variable'
import type { BuiltInTemplate } from './built-in-template.ts'

const NOTICES = 'membership-notices'

const MEMBERSHIP: readonly TemplateVariable[] = [
  { name: 'contact.name', about: 'The member, whole.', sample: 'Ada Lindqvist' },
  { name: 'contact.first_name', about: 'First name; missing for organizations.', sample: 'Ada' },
  { name: 'membership.id', about: 'Id of the membership.', sample: 812 },
  { name: 'membership.type', about: 'Type of the membership.', sample: 'Regular member' },
  { name: 'membership.level', about: 'Level; missing if the type has none.', sample: 'Gold' },
]
const ENDS: TemplateVariable = { name: 'membership.ends_on', about: 'Last day paid for.', sample: '2027-01-31' }
const BEGINS: TemplateVariable = {
  name: 'membership.begins_on',
  about: 'First day; missing if the membership has begun.',
  sample: null,
}
const GRACE: TemplateVariable = {
  name: 'membership.grace_ends_on',
  about: 'Last day of grace; missing if there is none.',
  sample: '2027-03-02',
}

const GREETING = '<p>Dear {{ contact.first_name | default: contact.name | default: "member" }},</p>\n'
const WHAT = '<strong>{{ membership.type }}{% if membership.level %} ({{ membership.level }}){% endif %}</strong>'
const REGARDS = '\n<p>Kind regards<br>{{ organization.name }}</p>'
const ON = 'date: "%-d %B %Y"'
const letter = (body: string): string => `${GREETING}${body}${REGARDS}`

/** The mails about a membership. */
export const membershipTemplates: readonly BuiltInTemplate[] = [
  {
    key: 'membership-expiring',
    version: 1,
    kind: 'message',
    name: 'Membership ends soon',
    description: 'Sent before the last day of a membership.',
    category: NOTICES,
    subject:
      'Your membership ends {% if membership.ends_on %}on {{ membership.ends_on | date: "%-d %B %Y" }}{% else %}soon{% endif %}',
    html: letter(`<p>Your membership ${WHAT} ends on <strong>{{ membership.ends_on | ${ON} }}</strong>{% if days_left %}, in {{ days_left }} {% if days_left == 1 %}day{% else %}days{% endif %}{% endif %}.</p>
<p>Please renew it, so that nothing is interrupted. If you have renewed already, thank you: there is nothing more to do.</p>`),
    variables: [...MEMBERSHIP, ENDS, { name: 'days_left', about: 'Days until then.', sample: 30 }],
  },
  {
    key: 'membership-grace',
    version: 1,
    kind: 'message',
    name: 'Membership has ended, grace runs',
    description: 'Sent when a membership was not renewed in time and is in grace.',
    category: NOTICES,
    subject: 'Your membership has ended: there is still time to renew',
    html: letter(
      `<p>Your membership ${WHAT} ended on {{ membership.ends_on | ${ON} }}.{% if membership.grace_ends_on %} Until <strong>{{ membership.grace_ends_on | ${ON} }}</strong> you can renew it as if nothing had happened.{% endif %}</p>`,
    ),
    variables: [...MEMBERSHIP, ENDS, GRACE],
  },
  {
    key: 'membership-dropped',
    version: 1,
    kind: 'communication',
    name: 'Membership dropped',
    description: 'Sent when a membership has ended permanently.',
    category: null,
    subject: 'Your membership has ended',
    html: letter(
      `<p>Your membership ${WHAT} was not renewed and has now ended. You are welcome to come back at any time.</p>`,
    ),
    variables: [...MEMBERSHIP, ENDS],
  },
  {
    key: 'membership-joined',
    version: 1,
    kind: 'communication',
    name: 'Welcome',
    description: 'Sent to a new member when its first term takes effect. Can be switched off.',
    category: null,
    subject: 'Welcome to {{ organization.name }}',
    html: letter(
      `<p>Welcome! Your membership ${WHAT} {% if membership.begins_on %}begins on {{ membership.begins_on | ${ON} }}{% else %}has begun{% endif %}{% if membership.ends_on %} and runs until {{ membership.ends_on | ${ON} }}{% endif %}.</p>`,
    ),
    variables: [...MEMBERSHIP, BEGINS, ENDS],
  },
  {
    key: 'membership-renewed',
    version: 1,
    kind: 'communication',
    name: 'Membership renewed',
    description: 'Sent when a renewal takes effect. Can be switched off.',
    category: null,
    subject: 'Your membership is renewed',
    html: letter(
      `<p>Thank you. Your membership ${WHAT} is renewed{% if membership.ends_on %} until <strong>{{ membership.ends_on | ${ON} }}</strong>{% endif %}.</p>`,
    ),
    variables: [...MEMBERSHIP, ENDS],
  },
]
