import type { BuiltInTemplate } from './built-in-template.ts'

const LINES = 'one line for each, as text; missing where there are none'

/** Mails to staff about their tasks. */
export const taskTemplates: readonly BuiltInTemplate[] = [
  {
    key: 'task-reminder',
    version: 1,
    kind: 'message',
    name: 'Tasks due and overdue',
    description: 'Sent in the morning if tasks of a staff member are due or have become overdue.',
    category: 'task-reminders',
    subject:
      '{% if tasks.due_count > 0 %}{{ tasks.due_count }} due today{% endif %}{% if tasks.due_count > 0 and tasks.overdue_count > 0 %}, {% endif %}{% if tasks.overdue_count > 0 %}{{ tasks.overdue_count }} overdue{% endif %}{% unless tasks %}Your tasks{% endunless %}',
    html: `<p>Good morning {{ contact.first_name | default: contact.name }},</p>
{% if tasks.due %}<p><strong>Due today, {{ tasks.day | date: "%-d %B %Y" }}</strong><br>{{ tasks.due | newline_to_br }}</p>
{% endif %}{% if tasks.overdue %}<p><strong>Overdue</strong><br>{{ tasks.overdue | newline_to_br }}</p>
{% endif %}<p>Kind regards<br>{{ organization.name }}</p>`,
    variables: [
      { name: 'contact.name', about: 'Full name of the staff member.', sample: 'Jo Lind' },
      { name: 'contact.first_name', about: 'First name.', sample: 'Jo' },
      { name: 'tasks.day', about: 'The day, in the time zone of the organization.', sample: '2027-03-04' },
      { name: 'tasks.due_count', about: 'How many are due on that day.', sample: 1 },
      {
        name: 'tasks.due',
        about: `Tasks that are due: ${LINES}.`,
        sample: 'Call about renewal (Ada Moreno), high priority',
      },
      { name: 'tasks.overdue_count', about: 'How many have become overdue.', sample: 1 },
      {
        name: 'tasks.overdue',
        about: `Tasks that have become overdue: ${LINES}.`,
        sample: 'Send the forms, due 2027-03-03',
      },
    ],
  },
]
