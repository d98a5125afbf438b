import type { SharedTopic } from './shared-topic.model.ts'

/** Contacts and what hangs on them. */
export const peopleTopics: SharedTopic[] = [
  {
    key: 'contacts',
    title: 'Contacts',
    summary:
      'Everybody your organization knows: individuals and organizations, with addresses, roles, memberships and history.',
    detail: `
<h2>Finding somebody</h2>
<p>The search finds beginnings of words in names, email addresses and account numbers, whatever their case and accents. Filters narrow the list further; any column that can be filtered can also be ordered by.</p>
<h2>Adding somebody</h2>
<p>Before a new contact is saved, it is compared with those you have: by name and email address. Where it looks like one of them, you are shown the candidates and decide: open the one that exists, or save anyway.</p>
<h2>Merging</h2>
<p>Two contacts that turn out to be one can be merged. Everything that hangs on the second moves to the first: memberships, payments, groups, activities. Links to the second lead to the first from then on.</p>`,
    fields: {
      MembershipStatusTypeId:
        'Follows from the memberships: active while one of them counts. Staff can set Courtesy by hand.',
      AccountNumber: 'The number under which your bookkeeping knows the contact.',
      Balance: 'What the contact owes: invoices less payments, credits and write-offs.',
    },
    related: ['memberships', 'groups', 'contact-relationship-types', 'custom-fields'],
  },
  {
    key: 'memberships',
    title: 'Memberships',
    summary: 'Who belongs to your organization, since when, until when, and whether it is paid.',
    detail: `
<p>A membership is made of terms, each a span of days. Renewing early adds a term that begins where the last one ends, never today, so that no member loses days. What lies between two terms stays visible as a gap.</p>
<ul>
<li><strong>Pending</strong>: waits for approval or for the first payment.</li>
<li><strong>Active</strong>: runs, and counts; shown as New in its first three months.</li>
<li><strong>Grace</strong>: the term is over, but the member may still renew without a gap.</li>
<li><strong>Lapsed</strong> and <strong>Dropped</strong>: over; what was unpaid no longer waits.</li>
</ul>
<p>Each night statuses turn with the calendar of your time zone. Notices, renewal invoices and drops begin only when you switch them on; a dry run shows beforehand who would be touched.</p>`,
    fields: {
      ExpirationDate: 'The last day of the term: good to the end of that day in your time zone.',
      AutoRenew: 'Whether the renewal is invoiced without asking.',
    },
    related: ['contacts', 'mail'],
  },
  {
    key: 'groups',
    title: 'Groups',
    summary: 'Lists of contacts: for mailings, committees, workflows and chapters.',
    detail: `
<p>Staff put contacts into a group and take them out. Members may join and leave by themselves where the group allows it. Who left by an own wish is not put back unless you say so on purpose.</p>
<p>Groups can be copied, and merged into one another. A group that a chapter, a calendar or a running workflow uses cannot be deleted; give those another one first.</p>`,
    fields: {
      DisallowOptIn: 'Members cannot join by themselves; staff add them.',
      DisallowOptOut:
        'Members cannot leave by themselves. Use it sparingly: for mailings the law may demand a way out.',
    },
    related: ['contacts', 'workflows', 'chapters'],
  },
  {
    key: 'signatures',
    title: 'Mail signatures',
    summary: 'What stands under the mail that you write from here. Signatures are yours alone.',
    detail: `
<p>Make as many as you need, one for members and another for suppliers perhaps, and choose when you write. Nobody else sees or changes them.</p>
<p>Pictures must lie on a web server and load by https. Scripts, forms and hidden content are removed when you save, because mail programs would drop the mail for them.</p>`,
    fields: {
      SignatureHtml: 'Keep it short and narrow: many read mail on a telephone.',
      ContactId: 'The contact that the signature stands for, if it is not your own.',
    },
    related: ['mail', 'contacts'],
  },
  {
    key: 'chapters',
    title: 'Chapters',
    summary: 'Parts of your organization, by region or profession, with owners who look after their own members alone.',
    detail: `
<p>A chapter brings together an organization, a calendar, a group, a directory and a payment gateway. What you leave out when you create one is made for you.</p>
<h2>Who belongs where</h2>
<p>A contact may be in several chapters; exactly one of them is the primary one. Postal codes can decide: list single codes (12201), beginnings (123*) and ranges (12400-12499). A chapter with an empty list takes whoever fits nowhere else.</p>
<h2>Owners</h2>
<p>Somebody whose role is limited to chapters sees the members of the chapters that they own, and nobody else: in lists, searches, counts and exports alike.</p>`,
    fields: {
      ParentOrganizationId: 'The chapter above. Owning it gives no rights over those below.',
      PostalCodesJson: 'Whom the assignment puts here. It can be repeated at any time.',
    },
    related: ['calendars', 'groups', 'contacts'],
  },
  {
    key: 'directories',
    title: 'Directories',
    summary: 'Where contacts are listed for others to find them.',
    detail: `
<p>A directory lists contacts, each once, and is for everybody or for members alone.</p>
<p>Contacts come into one by their chapter: a chapter has a directory, and lists its members there. When a chapter changes to another one you decide whether its members leave the old.</p>`,
    fields: {},
    related: ['chapters', 'custom-fields'],
  },
  {
    key: 'contact-relationship-types',
    title: 'Relationship types',
    summary: 'In which ways contacts can stand to each other: parent and child, employer and employee, colleagues.',
    detail: `
<p>A type has two labels, one for each side. Where both are the same, as with sibling, the relationship reads the same from both ends. You also say whether each side is an individual, an organization or one of your staff.</p>
<p>A type may let one side act for the other, as a parent does for a child: state its wishes, such as to join or leave a group.</p>
<p>A type that is in use can be renamed, but neither deleted nor turned into another kind.</p>`,
    fields: {
      Name: 'Read it from the first contact to the second: "is parent of".',
    },
    related: ['contacts'],
  },
  {
    key: 'custom-fields',
    title: 'Custom fields',
    summary: 'Fields that you add to individuals, organizations, memberships and projects.',
    detail: `
<p>Choose the type with care: values are checked against it, and it decides how the field can be searched and ordered. Fifteen types are there, from text and money to choices, scales and references to contacts.</p>
<ul>
<li>The storage name never changes, so that imports and connected systems keep working when you rename the field.</li>
<li>Archiving hides a field and keeps its values. Deleting needs a field without values, unless you force it: then they are gone for good.</li>
<li>Making a field required leaves old records alone; it is asked for with the next save.</li>
</ul>`,
    fields: {
      CustomFieldDataTypeId: 'Cannot change any more once there are values.',
      IsRequired: 'Whether a record can be saved without a value from now on.',
    },
    related: ['contacts', 'memberships', 'directories'],
  },
]
