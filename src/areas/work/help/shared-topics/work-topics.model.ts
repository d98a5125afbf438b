import type { SharedTopic } from './shared-topic.model.ts'

/** What staff do from day to day, and what works by itself. */
export const workTopics: SharedTopic[] = [
  {
    key: 'workflows',
    title: 'Workflows',
    summary: 'Series of steps that run by themselves: welcome mail, reminders, changes of groups, tasks for staff.',
    detail: `
<p>Contacts enter through groups: whoever is in one of the sources, and in none of the exceptions. Then they go from step to step.</p>
<ul>
<li><strong>Wait</strong> and <strong>Wait until</strong> hold them for a time or to a date.</li>
<li><strong>Send email</strong> writes by a template; each contact gets each mail once, whatever happens to the server.</li>
<li><strong>Logic branch</strong> parts them into a yes and a no lane.</li>
<li><strong>Skip or go to</strong> leads elsewhere in the workflow.</li>
</ul>
<p>A contact runs through a workflow once, unless you allow it to enter again. A step that fails for a tenth of its contacts pauses the workflow, which then says what went wrong.</p>
<p>Try a new workflow on one contact with the dry run: it says what would happen, and does nothing.</p>`,
    fields: {
      AllowReEntry: 'Contacts that have left or finished may come in again.',
      IsActive: 'Nobody moves while it is off. Contacts go on from where they are.',
    },
    related: ['groups', 'mail', 'tasks'],
  },
  {
    key: 'tasks',
    title: 'Tasks and projects',
    summary: 'What has to be done, by whom and by when.',
    detail: `
<p>A task has a type, a priority and somebody who does it. It may wait for another: then it cannot be completed before that one is. A task with parts stays open while one of them is.</p>
<p>A task is overdue when its due date has passed in your time zone. Reminders go out by mail.</p>
<p>Projects hold tasks and milestones. A project template makes a whole project at once, with dates counted from its start.</p>`,
    fields: {
      DueDate: 'The last day on which it is not late.',
      PercentComplete: 'Completing the task makes it 100.',
    },
    related: ['workflows', 'calendars', 'contacts'],
  },
  {
    key: 'calendars',
    title: 'Calendars',
    summary:
      'What takes place when, for the public, for members or for a group, also in the calendar program of your choice.',
    detail: `
<h2>Who sees a calendar</h2>
<p>A public calendar is seen by members too. Limit one that is not public to a group, and of the members only those in it see it. An inactive calendar is hidden everywhere and keeps its items.</p>
<h2>Subscribing</h2>
<p>Switch publishing on to get the address of a feed. Paste it into your calendar program under "subscribe" or "from URL"; changes arrive there by themselves, within hours with most programs. <strong>Whoever has the address can read the calendar.</strong> If it got into wrong hands, make a new one: the old address stops working at once.</p>
<h2>Cancelling or deleting</h2>
<p>Cancel what will not take place: it stays in the calendar, marked as cancelled, so that people notice. Delete what was a mistake.</p>
<p>Where one time of a repeated item takes place at another hour or place, or not at all, change or cancel that one time alone: the others stay. Exclude the start of one that was never meant.</p>`,
    fields: {
      TimeZone: 'Where the clock hangs. An item at ten stays at ten when the clocks change.',
      RecurrenceRule: 'How it is repeated: FREQ=WEEKLY;BYDAY=TU is every Tuesday.',
      IsICalPublishingEnabled: 'Switching it off ends the address for good; switching it on again makes another.',
    },
    related: ['chapters', 'groups', 'tasks'],
  },
  {
    key: 'help',
    title: 'Help topics',
    summary: 'These texts. Everybody can read them, and you can write your own.',
    detail: `
<p>Each screen has a key, and a topic under it. The shared topics come with the product. When you save a change, your organization has a topic of its own, which stands before the shared one; delete it to go back.</p>
<p>Remarks are for your colleagues: they are shown to staff, and never to the public.</p>
<p>Texts take headings, lists, tables, links and pictures. Scripts and styles that could act on the page are removed when you save.</p>`,
    fields: {
      SummaryHtml: 'One or two sentences that answer the first question.',
      FieldHelpText: 'A short text for a single field, shown beside it.',
    },
    related: ['mail'],
  },
  {
    key: 'mail',
    title: 'Mail',
    summary: 'What is sent by itself, by which words, what became of it, and who wants none.',
    detail: `
<p>Templates hold the words. Change them as you like and look at the preview: it is filled with samples, or for a contact that you name. A fault in a template is shown with its line.</p>
<p>Every mail of a category carries a link to unsubscribe, and who uses it gets none of that category any more. Confirmations of what somebody does on their own, such as joining, go out in any case.</p>
<p>Mail that could not be delivered is listed with the reason; put right what was wrong and send it again.</p>`,
    fields: {
      Category: 'What can be unsubscribed from. Mail without one is a confirmation.',
    },
    related: ['signatures', 'workflows', 'memberships'],
  },
]
