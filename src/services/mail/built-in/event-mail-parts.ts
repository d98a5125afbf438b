import type { TemplateVariable } from '#services/templates/template-variable'

export const EVENT: readonly TemplateVariable[] = [
  { name: 'event.name', about: 'Name of the event.', sample: 'Annual gala' },
  { name: 'event.starts_at', about: 'Start, as the clocks show at the event.', sample: '2027-05-02T18:00' },
  { name: 'event.ends_at', about: 'End; missing if it is open.', sample: '2027-05-02T23:00' },
  { name: 'event.time_zone', about: 'Time zone of the event.', sample: 'America/Chicago' },
  { name: 'event.location', about: 'Location; missing if it is open.', sample: 'City museum' },
]
export const NUMBER: TemplateVariable = { name: 'order.number', about: 'Confirmation number.', sample: 'E230-7001' }
export const PEOPLE: TemplateVariable = {
  name: 'order.people',
  about:
    'The people: name, type, status, the names of their sessions, is_waiting for those on the waiting list, and code, by which they are checked in; missing without a confirmed seat.',
  sample: [
    {
      name: 'Dana Reyes',
      type: 'Single ticket',
      status: 'Registered',
      sessions: ['Workshop'],
      is_waiting: false,
      code: '4F7A-19C2-88BE',
    },
    { name: 'Sam Reyes', type: 'Single ticket', status: 'On waiting list', sessions: [], is_waiting: true },
  ],
}
export const AMOUNTS: readonly TemplateVariable[] = [
  { name: 'order.currency', about: 'Currency, three letters; missing without amounts.', sample: 'USD' },
  {
    name: 'order.lines',
    about: 'What was bought: name, quantity, and amount with discount and tax. Only for those that pay.',
    sample: [{ name: 'Single ticket', quantity: 1, amount: '162.38' }],
  },
  { name: 'order.total', about: 'Total with taxes; missing if it was free.', sample: '162.38' },
  { name: 'order.invoice_number', about: 'Number of the invoice; missing if it was free.', sample: 'INV-1007' },
  { name: 'order.to_pay', about: 'What is still to pay; missing if nothing is.', sample: '162.38' },
]
export const CANCEL_PATH: TemplateVariable = {
  name: 'order.cancel_path',
  about: 'Path of the page to cancel, after server_url; missing if only staff can cancel.',
  sample: '/events/harbor/230/cancel?order=q3Zb7Jw0u1sYk9XoT4nVfA',
}
export const CHANGE_PATH: TemplateVariable = {
  name: 'order.change_path',
  about: 'Path of the page to change names, tickets and items, after server_url; missing for those that do not pay.',
  sample: '/events/harbor/230/change?order=q3Zb7Jw0u1sYk9XoT4nVfA',
}
export const REFUNDS: readonly TemplateVariable[] = [
  { name: 'refund.amount', about: 'What is credited; missing if nothing is.', sample: '130.00' },
  { name: 'refund.returned', about: 'What is returned of what was paid; missing if nothing is.', sample: '100.00' },
  { name: 'refund.vouchers', about: 'What vouchers get back; missing if nothing is.', sample: '30.00' },
]
export const PARTS: TemplateVariable = {
  name: 'order.parts',
  about:
    'Sponsors, booths and items that are cancelled: type, and name of the sponsor or exhibitor. Only for those that pay.',
  sample: [{ type: 'Gold', name: 'Crest Pottery' }, { type: 'Catalog' }],
}
export const REASON: TemplateVariable = {
  name: 'reason',
  about: 'The reason that staff gave; missing without one.',
  sample: 'The museum is closed that day.',
}

export const ON = 'date: "%A, %-d %B %Y, %H:%M"'
const GREETING = '<p>Dear {{ to.name | default: "guest" }},</p>\n'
const REGARDS = '\n<p>Kind regards<br>{{ organization.name }}</p>'
export const WHEN = `<p><strong>{{ event.name }}</strong><br>{{ event.starts_at | ${ON} }} ({{ event.time_zone }}){% if event.location %}<br>{{ event.location }}{% endif %}</p>\n`
export const PEOPLE_ITEMS = `{% for person in order.people %}<li>{{ person.name }}: {{ person.type }}{% if person.sessions.size > 0 %} ({{ person.sessions | join: ", " }}){% endif %}{% if person.is_waiting %}, on the waiting list{% endif %}</li>{% endfor %}`
export const WHO = `<ul>${PEOPLE_ITEMS}</ul>\n`
export const PARTS_ITEMS =
  '{% for part in order.parts %}<li>{% if part.name %}{{ part.name }}: {% endif %}{{ part.type }}</li>{% endfor %}'
export const REFUND =
  '{% if refund.amount %}<p>We have credited <strong>{{ refund.amount | money: order.currency }}</strong>.{% if refund.returned %} We return {{ refund.returned | money: order.currency }} in the way that you paid.{% endif %}{% if refund.vouchers %} {{ refund.vouchers | money: order.currency }} is back on the vouchers that you used.{% endif %}</p>\n{% endif %}'
export const CODES = `{% for person in order.people %}{% if person.code %}<p>Check-in code of {{ person.name }}: <strong>{{ person.code }}</strong></p>\n{% endif %}{% endfor %}`
export const COSTS = `{% if order.total %}<ul>{% for line in order.lines %}<li>{{ line.quantity }} × {{ line.name }}: {{ line.amount | money: order.currency }}</li>{% endfor %}</ul>
<p><strong>Total: {{ order.total | money: order.currency }}</strong>{% if order.invoice_number %}<br>Invoice {{ order.invoice_number }}{% endif %}{% if order.to_pay %}<br>Still to pay: {{ order.to_pay | money: order.currency }}{% endif %}</p>\n{% endif %}`
export const CANCEL = `{% if order.cancel_path %}<p><a href="{{ server_url }}{{ order.cancel_path }}">Cancel</a> if you cannot come, so that others get the seat.</p>\n{% endif %}`
export const CHANGE = `{% if order.change_path %}<p><a href="{{ server_url }}{{ order.change_path }}">Change your registration</a>: another name, a better ticket, or one more item.</p>\n{% endif %}`
export const letter = (body: string): string => `${GREETING}${body}${REGARDS}`
