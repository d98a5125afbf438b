import { saveTemplate } from '#areas/work/mail/templates/templates.service'
import type { Scope } from '#kernel/tenancy/scope'
import { NEW, withFreeName } from './saving.ts'

/** Templates that the workflows write by, by id. */
export interface DemoMailTemplates {
  welcome: number
  renewal: number
}

/** What the mails can be unsubscribed from. */
const Category = 'news'

const GREETING = '<p>Dear {{ contact.first_name | default: contact.name }},</p>'
const REGARDS = '<p>Kind regards<br>{{ organization.name }}</p>'
const letter = (...paragraphs: string[]) => [GREETING, ...paragraphs, REGARDS].join('\n')

const WELCOME = {
  Description: 'The first mail of the workflow "Welcome to new members".',
  Subject: 'Good to have you with us',
  Html: letter(
    '<p>Welcome to {{ organization.name }}. Every fourth Wednesday there is an open evening at the office: come and meet us.</p>',
    '<p>If anything is unclear, answer this mail. Somebody of the staff reads it.</p>',
  ),
  Category,
}
const RENEWAL = {
  Description: 'The reminder of the workflow "Chase renewals".',
  Subject: 'Will you stay with us?',
  Html: letter(
    '<p>Your membership ends soon, or has ended already. We should like to keep you.</p>',
    '<p>Is something missing that you hoped for? Answer this mail and tell us.</p>',
  ),
  Category,
}

export const loadMailTemplates = async (scope: Scope): Promise<DemoMailTemplates> => {
  const make = (wanted: string, rest: typeof WELCOME) =>
    withFreeName(wanted, (Name) => saveTemplate(scope, 0, { Name, ...rest }, NEW))
  const welcome = await make('Welcome to new members', WELCOME)
  const renewal = await make('Reminder to renew', RENEWAL)
  return { welcome: welcome.id, renewal: renewal.id }
}
