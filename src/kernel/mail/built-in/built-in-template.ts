/** Something that a template may show: `{{ membership.ends_on | date: "%e %B %Y" }}`. */
export interface TemplateVariable {
  /** With dots: `membership.ends_on`. */
  name: string
  about: string
  /** What a preview shows. */
  sample: string | number | boolean | null
}

/** A template that the product ships: in force until a tenant writes its own under the same key. */
export interface BuiltInTemplate {
  key: string
  name: string
  description: string
  /** What a recipient can unsubscribe from; null: mail that is expected, like a confirmation. */
  category: string | null
  subject: string
  /** Liquid, like the subject; the layout stands around it. */
  html: string
  variables: readonly TemplateVariable[]
}

/** What every template may show; the kernel fills it. */
export const COMMON_VARIABLES: readonly TemplateVariable[] = [
  { name: 'organization.name', about: 'The organization that sends.', sample: 'Harbor Chamber of Commerce' },
  { name: 'to.name', about: 'The recipient; may be missing.', sample: 'Ada Lindqvist' },
  { name: 'to.address', about: "The recipient's address.", sample: 'ada@lindqvist.example' },
  {
    name: 'unsubscribe_url',
    about: 'Where the recipient unsubscribes; missing in mail that belongs to no category.',
    sample: 'https://example.org/api/public/mail/unsubscribe/sample',
  },
]
