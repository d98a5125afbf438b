import type { BuiltInText } from '#services/templates/template-mark'
import type { TemplateVariable } from '#services/templates/template-variable'

/** Messages are short notices, such as a reminder; communications are letters. They are brought up to date separately. */
export type MailKind = 'communication' | 'message'

/** A built-in template: used until a tenant creates its own with the same key. */
export interface BuiltInTemplate extends BuiltInText {
  key: string
  kind: MailKind
  name: string
  description: string
  /** The category that a recipient can unsubscribe from; null for expected mail, such as a confirmation. */
  category: string | null
  /** The text contains a secret: it is not stored and the API never shows it. Tenants cannot change the subject. */
  isSecret?: boolean
  subject: string
  /** Liquid, like the subject; the layout surrounds it. */
  html: string
  variables: readonly TemplateVariable[]
}

/** The variables of every template; the kernel fills them. */
export const COMMON_VARIABLES: readonly TemplateVariable[] = [
  { name: 'organization.name', about: 'The organization that sends.', sample: 'Harbor Chamber of Commerce' },
  { name: 'to.name', about: 'The recipient; may be missing.', sample: 'Ada Lindqvist' },
  { name: 'to.address', about: "The recipient's address.", sample: 'ada@lindqvist.example' },
  {
    name: 'server_url',
    about: 'Origin of the server for links, without a slash at the end.',
    sample: 'https://members.example.org',
  },
  {
    name: 'unsubscribe_url',
    about: 'Address to unsubscribe; missing in mail without a category.',
    sample: 'https://example.org/api/public/mail/unsubscribe/sample',
  },
]
