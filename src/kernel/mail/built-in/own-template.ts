import type { TemplateVariable } from './built-in-template.ts'

/** What the tenant's own templates may show besides, those without a key: workflows write by them. */
export const OWN_VARIABLES: readonly TemplateVariable[] = [
  { name: 'contact.name', about: 'The contact, whole.', sample: 'Ada Lindqvist' },
  { name: 'contact.first_name', about: 'First name; missing for organizations.', sample: 'Ada' },
  { name: 'workflow.name', about: 'The workflow that sends it.', sample: 'New member welcome' },
]
