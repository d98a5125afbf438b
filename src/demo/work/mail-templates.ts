import { saveTemplate } from '#areas/work/mail/templates/templates.service'
import type { Scope } from '#kernel/tenancy/scope'
import { NEW, withFreeName } from './saving.ts'

/** The ids of the templates that the workflows use. */
export interface DemoMailTemplates {
  welcome: number
  renewal: number
}

/** The category that recipients can unsubscribe from. */
const Category = 'news'

const GREETING = '<p>Dear {{ contact.first_name | default: contact.name }},</p>'
const REGARDS = '<p>Kind regards<br>{{ organization.name }}</p>'
const letter = (...paragraphs: string[]) => [GREETING, ...paragraphs, REGARDS].join('\n')

const WELCOME = {
  Description: 'The first mail of the workflow "Welcome to new members".',
  Subject: 'Good to have you with us',
  Html: letter(
    '<p>Welcome to {{ organization.name }}. Every fourth Wednesday there is an open evening at the office: come and meet us.</p>',
    '<p>If you have a question, reply to this mail. Our staff will read it.</p>',
  ),
  Category,
}
const RENEWAL = {
  Description: 'The reminder of the workflow "Chase renewals".',
  Subject: 'Will you stay with us?',
  Html: letter(
    '<p>Your membership ends soon, or has already ended. We would like to keep you as a member.</p>',
    '<p>Did you miss something? Reply to this mail and let us know.</p>',
  ),
  Category,
}

export const loadMailTemplates = async (scope: Scope): Promise<DemoMailTemplates> => {
  const create = (wanted: string, rest: typeof WELCOME) =>
    withFreeName(wanted, (Name) => saveTemplate(scope, 0, { Name, ...rest }, NEW))
  const welcome = await create('Welcome to new members', WELCOME)
  const renewal = await create('Reminder to renew', RENEWAL)
  return { welcome: welcome.id, renewal: renewal.id }
}
