import type { BuiltInTemplate } from './built-in-template.ts'
import {
  AMOUNTS,
  CANCEL,
  CANCEL_PATH,
  CHANGE,
  CHANGE_PATH,
  CODES,
  COSTS,
  EVENT,
  letter,
  NUMBER,
  ON,
  PARTS,
  PARTS_ITEMS,
  PEOPLE,
  PEOPLE_ITEMS,
  REASON,
  REFUND,
  REFUNDS,
  WHEN,
  WHO,
} from './event-mail-parts.ts'

const CONFIRMATIONS: readonly BuiltInTemplate[] = [
  {
    key: 'event-registration-confirmed',
    version: 3,
    kind: 'communication',
    name: 'Registration for an event',
    description:
      'Sent when a registration for an event is submitted: to the payer, to the person that filled in the form, and to each participant with an address. An item for calendar programs is attached.',
    category: null,
    isSecret: true,
    subject: 'Your registration for {{ event.name }}',
    html: letter(
      `<p>Thank you for your registration. The confirmation number is <strong>{{ order.number }}</strong>.</p>\n{% if order.awaits_approval %}<p>We check each registration, and write to you again when yours is confirmed.</p>\n{% endif %}${WHEN}${WHO}${CODES}${COSTS}${CHANGE}${CANCEL}`,
    ),
    variables: [
      ...EVENT,
      NUMBER,
      PEOPLE,
      {
        name: 'order.awaits_approval',
        about: 'True while staff have not confirmed the registration; missing otherwise.',
        sample: false,
      },
      ...AMOUNTS,
      CHANGE_PATH,
      CANCEL_PATH,
    ],
  },
  {
    key: 'event-registration-approved',
    version: 1,
    kind: 'communication',
    name: 'Registration for an event was approved',
    description:
      'Sent when staff approve a registration: to the payer, to the person that filled in the form, and to the participant. An item for calendar programs is attached.',
    category: null,
    isSecret: true,
    subject: 'Confirmed: {{ event.name }}',
    html: letter(
      `<p>We have confirmed this registration. The confirmation number is <strong>{{ order.number }}</strong>.</p>\n${WHEN}${WHO}${CODES}`,
    ),
    variables: [...EVENT, NUMBER, PEOPLE],
  },
  {
    key: 'event-waiting-list-joined',
    version: 1,
    kind: 'communication',
    name: 'Waiting list of an event',
    description: 'Sent when a registration is submitted and all its people are on the waiting list.',
    category: null,
    isSecret: true,
    subject: 'You are on the waiting list for {{ event.name }}',
    html: letter(
      `<p>All seats are reserved. You are on the waiting list, and we write to you as soon as there is a seat for you. The confirmation number is <strong>{{ order.number }}</strong>.</p>\n${WHEN}${WHO}${COSTS}{% if order.cancel_path %}<p><a href="{{ server_url }}{{ order.cancel_path }}">Leave the waiting list</a></p>\n{% endif %}`,
    ),
    variables: [...EVENT, NUMBER, PEOPLE, ...AMOUNTS, CANCEL_PATH],
  },
]

const CERTIFICATE: BuiltInTemplate = {
  key: 'event-certificate',
  version: 1,
  kind: 'communication',
  name: 'Certificate of attendance',
  description:
    'Sent to each participant when the certificate of attendance is issued, if the event says so. The certificate is attached as PDF.',
  category: null,
  subject: 'Your certificate for {{ event.name }}',
  html: letter(
    '<p>Thank you for attending <strong>{{ event.name }}</strong>. Please find attached your certificate of attendance {{ certificate.number }}.</p>\n',
  ),
  variables: [
    { name: 'event.name', about: 'Name of the event.', sample: 'Annual gala' },
    { name: 'certificate.number', about: 'Number of the certificate.', sample: 'C-118' },
  ],
}

const OFFERS: readonly BuiltInTemplate[] = [
  {
    key: 'event-seat-offered',
    version: 1,
    kind: 'communication',
    name: 'Seat offered from the waiting list',
    description: 'Sent when a seat is offered to a person on the waiting list of an event.',
    category: null,
    isSecret: true,
    subject: 'A seat for you at {{ event.name }}',
    html: letter(
      `<p>There is a seat for you. It is reserved until <strong>{{ offer.until | ${ON} }}</strong> ({{ event.time_zone }}).</p>\n${WHEN}${WHO}<p><a href="{{ server_url }}{{ offer.path }}">Take the seat</a></p>\n<p>If you do not take it until then, we offer it to the next person.</p>`,
    ),
    variables: [
      ...EVENT,
      NUMBER,
      PEOPLE,
      { name: 'offer.until', about: 'End of the offer, as the clocks show at the event.', sample: '2027-04-12T10:00' },
      {
        name: 'offer.path',
        about: 'Path of the page to take the seat, after server_url.',
        sample: '/events/harbor/230?cart=q3Zb7Jw0u1sYk9XoT4nVfA',
      },
    ],
  },
  {
    key: 'event-offer-expired',
    version: 1,
    kind: 'communication',
    name: 'Offer of a seat has expired',
    description: 'Sent when a person on the waiting list did not take the offered seat in time.',
    category: null,
    subject: 'Your seat at {{ event.name }} was offered to others',
    html: letter(
      `<p>The seat that we offered to you was not taken in time. We offer it to the next person on the waiting list.</p>\n${WHEN}${WHO}`,
    ),
    variables: [...EVENT, NUMBER, PEOPLE],
  },
]

const CANCELLATIONS: readonly BuiltInTemplate[] = [
  {
    key: 'event-registration-cancelled',
    version: 2,
    kind: 'communication',
    name: 'Registration for an event was cancelled',
    description: 'Sent when people of an order, or all that it contains, are cancelled, or leave the waiting list.',
    category: null,
    subject: 'Cancelled: {{ event.name }}',
    html: letter(
      `<p>This is cancelled in the registration {{ order.number }}:</p>\n<ul>${PEOPLE_ITEMS}${PARTS_ITEMS}</ul>\n${WHEN}{% if reason %}<p>{{ reason }}</p>\n{% endif %}${REFUND}`,
    ),
    variables: [
      ...EVENT,
      NUMBER,
      PEOPLE,
      PARTS,
      { name: 'order.currency', about: 'Currency, three letters.', sample: 'USD' },
      REASON,
      ...REFUNDS,
    ],
  },
  {
    key: 'event-registration-rejected',
    version: 1,
    kind: 'communication',
    name: 'Registration for an event was rejected',
    description:
      'Sent when staff reject a registration: to the payer, to the person that filled in the form, and to the participants.',
    category: null,
    subject: 'Not confirmed: {{ event.name }}',
    html: letter(`<p>We cannot confirm this in the registration {{ order.number }}:</p>\n${WHO}${WHEN}${REFUND}`),
    variables: [
      ...EVENT,
      NUMBER,
      PEOPLE,
      { name: 'order.currency', about: 'Currency, three letters.', sample: 'USD' },
      ...REFUNDS,
    ],
  },
  {
    key: 'event-cancelled',
    version: 2,
    kind: 'communication',
    name: 'Event was cancelled',
    description:
      'Sent to the payers and participants of an event that staff cancel. An item for calendar programs is attached.',
    category: null,
    subject: '{{ event.name }} is cancelled',
    html: letter(
      `<p>We have to cancel this event:</p>\n${WHEN}{% if reason %}<p>{{ reason }}</p>\n{% endif %}${REFUND}`,
    ),
    variables: [
      ...EVENT,
      NUMBER,
      PEOPLE,
      { name: 'order.currency', about: 'Currency, three letters.', sample: 'USD' },
      REASON,
      ...REFUNDS,
    ],
  },
]

const TRANSFERS: readonly BuiltInTemplate[] = [
  {
    key: 'event-registration-transferred',
    version: 1,
    kind: 'communication',
    name: 'Registration for an event was transferred',
    description:
      'Sent when staff transfer a registration to another person: to the previous participant, and to the payer.',
    category: null,
    subject: 'Transferred: {{ event.name }}',
    html: letter(
      `<p>This registration was transferred to {% if transfer.to %}<strong>{{ transfer.to }}</strong>{% else %}another person{% endif %}. The confirmation number stays {{ order.number }}.</p>\n${WHO}${WHEN}`,
    ),
    variables: [
      ...EVENT,
      NUMBER,
      PEOPLE,
      { name: 'transfer.to', about: 'Name of the new participant. Only for those that pay.', sample: 'Sam Reyes' },
    ],
  },
  {
    key: 'event-registration-taken-over',
    version: 1,
    kind: 'communication',
    name: 'Registration for an event taken over',
    description:
      'Sent to a person that a registration is transferred to. An item for calendar programs is attached, unless the person is on the waiting list.',
    category: null,
    isSecret: true,
    subject: 'Your registration for {{ event.name }}',
    html: letter(
      `<p>The registration of {{ transfer.from }} was transferred to you. The confirmation number is <strong>{{ order.number }}</strong>.</p>\n${WHEN}${WHO}${CODES}`,
    ),
    variables: [
      ...EVENT,
      NUMBER,
      PEOPLE,
      { name: 'transfer.from', about: 'Name of the previous participant.', sample: 'Dana Reyes' },
    ],
  },
]

const SPONSOR_DECLINED: BuiltInTemplate = {
  key: 'event-sponsor-declined',
  version: 1,
  kind: 'communication',
  name: 'Sponsorship of an event was declined',
  description: 'Sent when staff decline a sponsor of an event: to its contact person, its organization, and the payer.',
  category: null,
  subject: 'Your sponsorship of {{ event.name }}',
  html: letter(
    `<p>Thank you for your offer to sponsor this event. We cannot accept it{% if sponsor.name %} from {{ sponsor.name }}{% endif %} as {{ sponsor.tier }}.</p>\n${WHEN}`,
  ),
  variables: [
    ...EVENT,
    { name: 'sponsor.name', about: 'Name of the sponsor; missing without one.', sample: 'Crest Pottery' },
    { name: 'sponsor.tier', about: 'The sponsorship.', sample: 'Gold' },
  ],
}

/** The mails about registrations for events. */
export const eventTemplates: readonly BuiltInTemplate[] = [
  ...CONFIRMATIONS,
  SPONSOR_DECLINED,
  CERTIFICATE,
  ...OFFERS,
  ...CANCELLATIONS,
  ...TRANSFERS,
  {
    key: 'event-changed',
    version: 1,
    kind: 'communication',
    name: 'Event has changed',
    description:
      'Sent to the participants of an event whose time or location has changed. An item for calendar programs is attached.',
    category: null,
    subject: 'Changed: {{ event.name }}',
    html: letter(`<p>The time or the location of this event has changed. It is now:</p>\n${WHEN}${WHO}`),
    variables: [...EVENT, NUMBER, PEOPLE],
  },
]
