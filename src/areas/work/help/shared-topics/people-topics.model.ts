import type { SharedTopic } from './shared-topic.model.ts'

/** Contacts and the records that belong to them. */
export const peopleTopics: SharedTopic[] = [
  {
    key: 'contacts',
    title: 'Contacts',
    summary:
      'The people and organizations that your organization knows, with their addresses, roles, memberships and history.',
    detail: `
<h2>Find a contact</h2>
<p>The search finds the beginnings of words in names, email addresses and account numbers. It ignores case and accents. Use filters to narrow the list. You can order the list by every column that you can filter.</p>
<h2>Add a contact</h2>
<p>Before a new contact is saved, it is compared with your contacts by name and email address. If it is similar to one of them, you see the candidates. Open the existing contact, or save the new one anyway.</p>
<h2>Merge contacts</h2>
<p>If two contacts are the same person or organization, merge them. All records of the second contact move to the first: memberships, payments, groups and activities. Links to the second contact then open the first.</p>`,
    fields: {
      MembershipStatusTypeId:
        'Set by the memberships: active while one of them is active. Staff can set Courtesy manually.',
      AccountNumber: 'The number of the contact in your accounting system.',
      Balance: 'The amount that the contact owes: invoices minus payments, credits and write-offs.',
    },
    related: ['memberships', 'groups', 'contact-relationship-types', 'custom-fields'],
  },
  {
    key: 'memberships',
    title: 'Memberships',
    summary: 'The members of your organization, the dates of their memberships, and whether these are paid.',
    detail: `
<p>A membership consists of terms. Each term has a first and a last day. If you renew early, the new term starts after the current one ends, so that the member loses no days. A gap between two terms stays visible.</p>
<ul>
<li><strong>Pending</strong>: waits for approval or for the first payment.</li>
<li><strong>Active</strong>: the current term runs. The first three months are shown as New.</li>
<li><strong>Grace</strong>: the term has ended, but the member can still renew without a gap.</li>
<li><strong>Lapsed</strong> and <strong>Dropped</strong>: the membership has ended. Unpaid invoices are no longer due.</li>
</ul>
<p>A nightly run updates the status of all memberships by the date in your time zone. Notices, renewal invoices and drops start only after you switch them on. Use a dry run to see beforehand which memberships would change.</p>`,
    fields: {
      ExpirationDate: 'The last day of the term. The membership is valid until the end of this day in your time zone.',
      AutoRenew: 'Whether the renewal is invoiced automatically.',
    },
    related: ['contacts', 'mail'],
  },
  {
    key: 'groups',
    title: 'Groups',
    summary: 'Lists of contacts for mailings, committees, workflows and chapters.',
    detail: `
<p>Staff add contacts to a group and remove them. Members can join and leave on their own if the group allows it. A contact that left on its own is added again only if you confirm it.</p>
<p>You can copy groups and merge them. You cannot delete a group that a chapter, a calendar or an active workflow uses. Give these another group first.</p>`,
    fields: {
      DisallowOptIn: 'Members cannot join on their own. Staff add them.',
      DisallowOptOut:
        'Members cannot leave on their own. Use it with care: the law may require that people can leave a mailing list.',
    },
    related: ['contacts', 'workflows', 'chapters'],
  },
  {
    key: 'signatures',
    title: 'Mail signatures',
    summary: 'The text at the end of the mails that you write here. Only you can see and use your signatures.',
    detail: `
<p>Create as many signatures as you need, for example one for members and one for suppliers, and select one when you write. Other users cannot see or change them.</p>
<p>Pictures must be on a web server and load by https. Scripts, forms and hidden content are removed when you save, because mail programs reject mails that contain them.</p>`,
    fields: {
      SignatureHtml: 'Keep it short and narrow: many people read mail on a phone.',
      ContactId: 'The contact that the signature represents, if it is not your own.',
    },
    related: ['mail', 'contacts'],
  },
  {
    key: 'chapters',
    title: 'Chapters',
    summary: 'Parts of your organization, by region or profession. Owners manage the members of their own chapters.',
    detail: `
<p>A chapter has an organization, a calendar, a group, a directory and a payment gateway. If you create a chapter without an organization, calendar or group, they are created for you.</p>
<h2>Members</h2>
<p>A contact can be in several chapters. Exactly one of them is its primary chapter. Postal codes can decide the chapter: list single codes (12201), prefixes (123*) and ranges (12400-12499). A chapter with an empty list gets the contacts that match no other chapter.</p>
<h2>Owners</h2>
<p>A user whose role is limited to chapters sees only the members of the chapters that the user owns. This applies to lists, searches, counts and exports.</p>`,
    fields: {
      ParentOrganizationId: 'The parent chapter. Owners of a parent chapter get no access to its child chapters.',
      PostalCodesJson: 'The postal codes that the assignment uses. You can repeat the assignment at any time.',
    },
    related: ['calendars', 'groups', 'contacts'],
  },
  {
    key: 'directories',
    title: 'Directories',
    summary: 'Published lists of contacts.',
    detail: `
<p>A directory lists each contact once. It is visible to the public or only to members.</p>
<p>Contacts are added to a directory by their chapter: a chapter can have a directory, and lists its members in it. If the chapter changes to another directory, you decide whether its members are removed from the previous one.</p>`,
    fields: {},
    related: ['chapters', 'custom-fields'],
  },
  {
    key: 'contact-relationship-types',
    title: 'Relationship types',
    summary: 'The types of relationships between contacts: parent and child, employer and employee, colleagues.',
    detail: `
<p>A type has two labels, one for each side. If both labels are the same, for example sibling, the relationship is the same in both directions. You also set whether each side is an individual, an organization or a staff member.</p>
<p>A type can allow one side to act for the other, as a parent acts for a child: for example to join or leave a group.</p>
<p>You can rename a type that is in use. You cannot delete it or change its kind.</p>`,
    fields: {
      Name: 'The label from the first contact to the second: "is parent of".',
    },
    related: ['contacts'],
  },
  {
    key: 'custom-fields',
    title: 'Custom fields',
    summary: 'Fields that you add to individuals, organizations, memberships and projects.',
    detail: `
<p>Select the type of a field carefully. Values are validated against it, and it decides how you can search and order the field. There are fifteen types, for example text, money, choices, scales and references to contacts.</p>
<ul>
<li>The storage name never changes, so that imports and connected systems continue to work after you rename the field.</li>
<li>If you archive a field, it is hidden and keeps its values. You can delete only a field without values, unless you force it. Then the values are deleted permanently.</li>
<li>If you make a field required, existing records do not change. The value is required at their next save.</li>
</ul>`,
    fields: {
      CustomFieldDataTypeId: 'You cannot change the type after the field has values.',
      IsRequired: 'Whether the next save of a record requires a value.',
    },
    related: ['contacts', 'memberships', 'directories'],
  },
]
