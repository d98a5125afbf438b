/** What happens to projects; payload: name, of one made from a template its templateId. */
export const projectEvents = {
  created: 'project.created',
  updated: 'project.updated',
  deleted: 'project.deleted',
} as const

/** What happens to milestones of projects; payload: name, projectId. */
export const milestoneEvents = {
  created: 'milestone.created',
  updated: 'milestone.updated',
  deleted: 'milestone.deleted',
} as const

/** What happens to project types and templates; payload: name. */
export const projectTypeEvents = {
  created: 'projecttype.created',
  updated: 'projecttype.updated',
  deleted: 'projecttype.deleted',
} as const
export const projectTemplateEvents = {
  created: 'projecttemplate.created',
  updated: 'projecttemplate.updated',
  deleted: 'projecttemplate.deleted',
} as const
