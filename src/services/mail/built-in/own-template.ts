import type { TemplateVariable } from '#services/templates/template-variable'

/** Further variables of a tenant's templates without a key, which workflows use. */
export const OWN_VARIABLES: readonly TemplateVariable[] = [
  { name: 'contact.name', about: 'The contact, whole.', sample: 'Ada Lindqvist' },
  { name: 'contact.first_name', about: 'First name; missing for organizations.', sample: 'Ada' },
  { name: 'workflow.name', about: 'The workflow that sends it.', sample: 'New member welcome' },
]
