import type { ConsoleUser } from './user.ts'

export interface Section {
  /** The path after the organization; empty for the overview. */
  path: string
  name: string
  /** The scope without which the section is left out. */
  scope: string | null
}

export interface SectionGroup {
  name: string
  sections: readonly Section[]
}

/** The sections of the console, in the order of the menu. */
const GROUPS: readonly SectionGroup[] = [
  { name: 'Today', sections: [{ path: '', name: 'Overview', scope: null }] },
  { name: 'People', sections: [{ path: '/people', name: 'People without a contact', scope: 'contacts:read' }] },
  {
    name: 'Messages',
    sections: [
      { path: '/mails', name: 'Mails', scope: 'mail:read' },
      { path: '/webhooks', name: 'Webhooks', scope: 'webhooks:read' },
    ],
  },
  {
    name: 'Automation',
    sections: [
      { path: '/workflows', name: 'Workflows', scope: 'workflows:read' },
      { path: '/imports', name: 'Imports', scope: 'imports:read' },
      { path: '/jobs', name: 'Background jobs', scope: 'logs:read' },
    ],
  },
  {
    name: 'Books',
    sections: [
      { path: '/books', name: 'Books by month', scope: 'books:read' },
      { path: '/ledger', name: 'Ledger sync', scope: 'logs:read' },
    ],
  },
  {
    name: 'Access',
    sections: [
      { path: '/keys', name: 'API keys', scope: 'application-permissions:read' },
      { path: '/apps', name: 'Apps', scope: 'application-permissions:read' },
      { path: '/limits', name: 'Rate limits', scope: 'tenant-settings:read' },
    ],
  },
  {
    name: 'Records',
    sections: [
      { path: '/history', name: 'Change history', scope: 'logs:read' },
      { path: '/log', name: 'Log', scope: 'logs:read' },
    ],
  },
]

/** Returns the name of the section of a path; undefined for a path of none, and for the overview. */
export const sectionName = (path: string): string | undefined =>
  path === '' ? undefined : GROUPS.flatMap(({ sections }) => sections).find((one) => one.path === path)?.name

/** Returns the sections that the user may read, without empty groups. */
export const sectionsOf = (user: ConsoleUser): SectionGroup[] =>
  GROUPS.map(({ name, sections }) => ({
    name,
    sections: sections.filter(({ scope }) => scope === null || user.can(scope)),
  })).filter(({ sections }) => sections.length > 0)
