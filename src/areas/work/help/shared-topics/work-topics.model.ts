import type { SharedTopic } from './shared-topic.model.ts'

/** The daily work of staff, and what runs automatically. */
export const workTopics: SharedTopic[] = [
  {
    key: 'workflows',
    title: 'Workflows',
    summary: 'Series of steps that run automatically: welcome mails, reminders, changes of groups, tasks for staff.',
    detail: `
<p>Contacts enter a workflow through groups: a contact enters if it is in one of the sources and in none of the exceptions. Then it runs through the steps.</p>
<ul>
<li><strong>Wait</strong> and <strong>Wait until</strong> pause a contact for a time or until a date.</li>
<li><strong>Send email</strong> sends a mail by a template. Each contact gets each mail once, even if the server restarts.</li>
<li><strong>Logic branch</strong> sends contacts to a yes lane or a no lane.</li>
<li><strong>Skip or go to</strong> continues at another step of the workflow.</li>
</ul>
<p>A contact runs through a workflow once, unless you allow it to enter again. If a step fails for a tenth of its contacts, the workflow is paused and shows the error.</p>
<p>Test a new workflow with a dry run for one contact. It shows what would happen, and changes nothing.</p>`,
    fields: {
      AllowReEntry: 'Contacts that have left or completed the workflow can enter it again.',
      IsActive: 'No contact moves while the workflow is off. When you switch it on, contacts continue at their step.',
    },
    related: ['groups', 'mail', 'tasks'],
  },
  {
    key: 'tasks',
    title: 'Tasks and projects',
    summary: 'The work to do, the people that do it, and the due dates.',
    detail: `
<p>A task has a type, a priority and an assignee. If it waits for another task, you cannot complete it before that task is completed. A task with subtasks stays open while one of them is open.</p>
<p>A task is overdue after its due date in your time zone. Reminders are sent by mail.</p>
<p>Projects contain tasks and milestones. A project template creates a whole project at once, with dates relative to its start.</p>`,
    fields: {
      DueDate: 'The last day on which the task is not overdue.',
      PercentComplete: 'Completing the task sets it to 100.',
    },
    related: ['workflows', 'calendars', 'contacts'],
  },
  {
    key: 'calendars',
    title: 'Calendars',
    summary: 'Dates for the public, for members or for a group. You can show a calendar in your own calendar program.',
    detail: `
<h2>Visibility</h2>
<p>A calendar that is visible to the public is visible to members too. If a calendar is not public, you can limit it to a group: then only members of that group see it. An inactive calendar is hidden everywhere and keeps its items.</p>
<h2>Subscribing</h2>
<p>Switch publishing on to get the address of a feed. Paste it into your calendar program under "subscribe" or "from URL". Most programs show changes within hours. <strong>Anyone who has the address can read the calendar.</strong> If the address was disclosed, create a new one. The old address stops working immediately.</p>
<h2>Cancelling or deleting</h2>
<p>Cancel an item that will not happen: it stays in the calendar, marked as cancelled, so that people notice. Delete an item that was a mistake.</p>
<p>If one occurrence of a repeated item has another time or location, or does not happen, change or cancel only that occurrence. Exclude the start of an occurrence that should not be in the series.</p>`,
    fields: {
      TimeZone: 'The time zone of the start. An item at ten stays at ten when the clocks change.',
      RecurrenceRule: 'The rule of the repetition: FREQ=WEEKLY;BYDAY=TU is every Tuesday.',
      IsICalPublishingEnabled:
        'If you switch it off, the address stops working permanently. Switching it on creates a new one.',
    },
    related: ['chapters', 'groups', 'tasks'],
  },
  {
    key: 'help',
    title: 'Help topics',
    summary: 'The topics that you are reading. They are public, and you can write your own.',
    detail: `
<p>Each screen has a key, and a topic with that key. The shared topics are part of the product. When you save a change, your organization gets its own topic, which replaces the shared one. Delete your topic to show the shared one again.</p>
<p>Comments are for your colleagues: only staff can see them.</p>
<p>Texts can contain headings, lists, tables, links and pictures. Scripts and styles that could change the page are removed when you save.</p>`,
    fields: {
      SummaryHtml: 'One or two sentences that explain the purpose of the screen.',
      FieldHelpText: 'A short text for one field, shown next to it.',
    },
    related: ['mail'],
  },
  {
    key: 'mail',
    title: 'Mail',
    summary: 'The mails that are sent automatically, their templates, their status, and who has unsubscribed.',
    detail: `
<p>Templates contain the texts of mails. Change them and check the preview: it is filled with samples or with a contact that you select. A fault in a template is shown with its line.</p>
<p>Every mail of a category contains a link to unsubscribe. A person who uses it receives no more mails of that category. Confirmations of a person's own actions, such as joining a group, are sent in any case.</p>
<p>Mails that could not be delivered are listed with the reason. Fix the cause and send them again.</p>`,
    fields: {
      Category: 'The category that people can unsubscribe from. A mail without a category is a confirmation.',
    },
    related: ['signatures', 'workflows', 'memberships'],
  },
]
