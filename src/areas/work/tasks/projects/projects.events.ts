/** The events of projects. Payload: name, and templateId for a project that was created from a template. */
export const projectEvents = {
  created: 'project.created',
  updated: 'project.updated',
  deleted: 'project.deleted',
} as const

/** The events of milestones. Payload: name, projectId. */
export const milestoneEvents = {
  created: 'milestone.created',
  updated: 'milestone.updated',
  deleted: 'milestone.deleted',
} as const

/** The events of project types. Payload: name. */
export const projectTypeEvents = {
  created: 'projecttype.created',
  updated: 'projecttype.updated',
  deleted: 'projecttype.deleted',
} as const

/** The events of project templates. Payload: name. */
export const projectTemplateEvents = {
  created: 'projecttemplate.created',
  updated: 'projecttemplate.updated',
  deleted: 'projecttemplate.deleted',
} as const
