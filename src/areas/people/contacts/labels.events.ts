/** The events of tags, categories, certifications and role types, the lists of a tenant that label contacts. Payload: Name. */
export const tagEvents = { created: 'tag.created', updated: 'tag.updated', deleted: 'tag.deleted' } as const

export const categoryListEvents = {
  created: 'categorylist.created',
  updated: 'categorylist.updated',
  deleted: 'categorylist.deleted',
} as const

/** Payload also: CategoryListId. */
export const categoryItemEvents = {
  created: 'categoryitem.created',
  updated: 'categoryitem.updated',
  deleted: 'categoryitem.deleted',
} as const

export const certificationEvents = {
  created: 'certification.created',
  updated: 'certification.updated',
  deleted: 'certification.deleted',
} as const

export const roleTypeEvents = {
  created: 'contactroletype.created',
  updated: 'contactroletype.updated',
  deleted: 'contactroletype.deleted',
} as const
