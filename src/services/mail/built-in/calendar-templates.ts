import type { TemplateVariable } from '#services/templates/template-variable'
import type { BuiltInTemplate } from './built-in-template.ts'

const PROPOSAL: readonly TemplateVariable[] = [
  { name: 'proposal.title', about: 'Title of the item.', sample: 'Harbor cleanup' },
  { name: 'proposal.calendar', about: 'Name of the calendar.', sample: 'Public events' },
  { name: 'proposal.starts_on', about: 'First day of the item.', sample: '2027-04-24' },
]

const GREETING = '<p>Hello {{ to.name }},</p>\n'
const WHAT = '<strong>{{ proposal.title }}</strong> on {{ proposal.starts_on | date: "%-d %B %Y" }}'
const REGARDS = '\n<p>Kind regards<br>{{ organization.name }}</p>'

/** The mails about proposals for calendars. */
export const calendarTemplates: readonly BuiltInTemplate[] = [
  {
    key: 'proposal-approved',
    version: 1,
    kind: 'message',
    name: 'Proposal approved',
    description: 'Sent to the person that proposed a calendar item, when staff approve it.',
    category: null,
    subject: 'Your proposal "{{ proposal.title }}" is in the calendar',
    html: `${GREETING}<p>Thank you for your proposal. ${WHAT} is now in the calendar {{ proposal.calendar }}.</p>${REGARDS}`,
    variables: PROPOSAL,
  },
  {
    key: 'proposal-declined',
    version: 1,
    kind: 'message',
    name: 'Proposal declined',
    description: 'Sent to the person that proposed a calendar item, when staff decline it.',
    category: null,
    subject: 'Your proposal "{{ proposal.title }}"',
    html: `${GREETING}<p>Thank you for your proposal ${WHAT}. We cannot add it to the calendar {{ proposal.calendar }}.</p>{% if proposal.reason %}
<p>The reason: {{ proposal.reason }}</p>{% endif %}${REGARDS}`,
    variables: [
      ...PROPOSAL,
      {
        name: 'proposal.reason',
        about: 'The reason; missing if staff gave none.',
        sample: 'The pier is closed that day.',
      },
    ],
  },
]
